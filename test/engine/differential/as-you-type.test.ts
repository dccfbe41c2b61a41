import { families, indexBody } from '../../../loader/format.js'
import { asYouType, names, typos } from '../../support/relevance/as-you-type.js'
import { EngineClient } from './engines.js'

/** The suggestions of docs/queries.md on a real node; test/unit/dev asks the embedded engine. */

const { ELASTICSEARCH_URL: url = '' } = process.env
const index = 'eng-as-you-type'
const real = new EngineClient(url)

beforeAll(async () => {
  const { settings, mappings } = indexBody(families[0]!) as {
    settings: { analysis: object }
    mappings: object
  }
  const documents = names.map((name) => ({ id: name, source: { id: name, name } }))
  await real.load(index, { ...settings, mappings }, documents)
})
afterAll(() => real.ask('DELETE', `/${index}`))

test.each(typos)('"%s" finds %s first', async (typed, name) => {
  const { body } = await real.search(index, { query: asYouType(typed), size: 1 })
  expect((body as { hits: { hits: { _id: string }[] } }).hits.hits[0]?._id).toBe(name)
})
