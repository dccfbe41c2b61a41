import { makeValidator } from '../../../packages/query-guard/src/index.js'
import {
  deniedField,
  deniedWord,
  metaFieldReferences,
  namelessLists,
  reopeningFeatures,
} from '../../../packages/query-guard/test/cases/reopened-fields.js'
import { EngineClient } from '../differential/engines.js'

/** Ways to a denied field that the engine would go: each is refused. */

const node = new EngineClient(process.env.TEST_ENGINE_URL!)
const index = 'organization-reopened'
const judge = makeValidator({
  indexPrefixes: ['organization'],
  fields: { deny: [deniedField] },
  features: reopeningFeatures,
})

beforeAll(async () => {
  // text fields without norms are those whose presence _field_names shows
  const text = { type: 'text' }
  const properties = {
    id: { type: 'keyword' },
    name: text,
    [deniedField]: { ...text, norms: false },
  }
  const documents = [
    { id: '1', source: { name: 'Red Cross', [deniedField]: `the word is ${deniedWord}` } },
    { id: '2', source: { name: 'Blue Cross' } },
  ]
  await node.load(index, { mappings: { properties } }, documents)
})
afterAll(() => node.ask('DELETE', `/${index}`))

const cases = [...namelessLists, ...metaFieldReferences].filter(({ isFound }) => isFound)

test.each(cases.map((one) => [one.name, one.body] as const))('%s', async (_, body) => {
  expect(judge(JSON.stringify({ index, body }))).toHaveProperty('problems')
  const answer = (await node.search(index, body)).body as { hits?: { total: { value: number } } }
  const isReached = answer.hits?.total.value === 1 || JSON.stringify(answer).includes(deniedWord)
  expect(isReached).toBe(true)
})
