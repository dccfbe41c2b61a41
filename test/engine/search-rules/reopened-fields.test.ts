import { type LoadTarget, openTarget } from '../../../loader/target.js'
import { withRules } from '../../support/stack.js'
import {
  deniedField,
  deniedWord,
  metaFieldReferences,
  namelessLists,
  type ReopenedField,
  reopeningFeatures,
} from '../../unit/plugins/search-rules/cases/reopened-fields.js'
import { type Door, openDoor } from '../door.js'

/**
 * An index of a family's prefix that no template of `npm run load` touches. Hidden: tests that run
 * next to this one search `organization-serp*`.
 */
const index = 'organization-serpreopened'
const settings = { 'index.hidden': true }
const text = { type: 'text' }
const documents = [
  { id: '1', name: 'Red Cross', [deniedField]: `the word is ${deniedWord}` },
  { id: '2', name: 'Blue Cross' },
]

let target: LoadTarget
let door: Door

beforeAll(async () => {
  const url = process.env.TEST_ENGINE_URL
  if (!url)
    throw new Error('TEST_ENGINE_URL is not set: this test belongs to `npm run test:engine`')
  target = openTarget(url)
  await target.send('DELETE', `/${index}`)
  // text fields without norms are those whose presence _field_names shows
  const mappings = {
    properties: { id: { type: 'keyword' }, name: text, [deniedField]: { ...text, norms: false } },
  }
  expect(
    await target.send('PUT', `/${index}`, JSON.stringify({ settings, mappings })),
  ).toMatchObject({
    status: 200,
  })
  const lines = documents.map((one) => `{"index":{"_id":"${one.id}"}}\n${JSON.stringify(one)}\n`)
  await target.send('POST', `/_bulk?index=${index}&refresh=true`, lines.join(''))
  const rules = [`fields: { deny: [${deniedField}] }`, `features: [${reopeningFeatures}]`]
  door = await openDoor(url, { config: withRules(rules) })
})
afterAll(async () => {
  await door?.close()
  await target?.send('DELETE', `/${index}`)
  await target?.close()
})

const cases = [...namelessLists, ...metaFieldReferences].map((one) => [one.name, one] as const)

test.each(cases)('does not reach a denied field: %s', async (_, { body }) => {
  const { status, body: answer } = await door.search(index, body)
  expect([status, answer.error?.code]).toEqual([400, 'VALIDATION_ERROR'])
  expect(JSON.stringify(answer)).not.toContain(deniedWord)
})

/** Whether the engine itself shows by a body which document has the word, or the word. */
async function isFound({ body }: ReopenedField): Promise<boolean> {
  const answer = await target.send('POST', `/${index}/_search`, JSON.stringify(body))
  const { hits } = answer.body as { hits?: { total: { value: number } } }
  return hits?.total.value === 1 || JSON.stringify(answer.body).includes(deniedWord)
}

test.each(cases.filter(([, one]) => one.isFound))(
  'the engine itself reaches it: %s',
  async (_, one) => {
    expect(await isFound(one)).toBe(true)
  },
)
