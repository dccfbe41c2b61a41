import type { Organization } from '../../../directory/fields/organization.js'
import { families as all, documentFor, indexBody } from '../../../loader/record/format.js'
import { typedQueriesOn } from '../../support/relevance/as-typed.js'
import { asYouType, names, typos } from '../../support/relevance/as-you-type.js'
import { searchOf } from '../../support/relevance/asked.js'
import { combinedQueriesOn, writtenQueries } from '../../support/relevance/combined.js'
import { type Figures, figuresOf, goals, told } from '../../support/relevance/figures.js'
import { nameQuery } from '../../support/relevance/name-query.js'
import { queriesOn, type TypedQuery } from '../../support/relevance/queries.js'
import { samples } from '../../support/samples.js'
import { organizations } from './corpus.js'
import { type Definition, type Document, EngineClient } from './engines.js'

/** Whether the shipped search templates find who is meant, among all real organizations if there are. */

const { TEST_ENGINE_URL: url = '', ORGANIZATIONS: folder } = process.env
/** Queries of each kind. */
const most = samples(20)
const families = all.filter(({ alias }) => alias !== 'map-serp') // no template searches it
const indexOf = (alias: string) => `queries-${alias}`
const typedIndex = 'queries-as-you-type'
const node = new EngineClient(url)
let list: Organization[]

async function load(index: string, i: number, documents: Document[]) {
  const { settings, mappings } = indexBody(families[i]!) as {
    settings: Pick<Definition, 'analysis'>
    mappings: object
  }
  await node.load(index, { ...settings, mappings }, documents)
}

beforeAll(async () => {
  list = await organizations()
  for (const [i, family] of families.entries()) {
    const documents = list.map((organization) => ({
      id: organization.id,
      source: documentFor(family, organization),
    }))
    await load(indexOf(family.alias), i, documents)
  }
  const typed = names.map((name) => ({ id: name, source: { id: name, name } }))
  await load(typedIndex, 0, typed)
  await node.expect('POST', `/${indexOf('*')}/_forcemerge?max_num_segments=1`)
})
afterAll(() =>
  node.ask('DELETE', `/${families.map(({ alias }) => indexOf(alias)).join()},${typedIndex}`),
)

async function idsOf(index: string, body: object): Promise<string[]> {
  const answer = (await node.search(index, body)).body as { hits: { hits: { _id: string }[] } }
  return answer.hits.hits.map(({ _id }) => _id)
}

function expectAtLeast({ first, amongTen, asked }: Figures, least: typeof goals): void {
  expect(first).toBeGreaterThanOrEqual(least.first * asked)
  expect(amongTen).toBeGreaterThanOrEqual(least.amongTen * asked)
}

const withWritten = (queries: TypedQuery[]) =>
  folder === undefined ? queries : [...writtenQueries, ...queries]
const decidable = () => typedQueriesOn(list, 2 * most).filter(({ isDecidable }) => isDecidable)

test.each<[string, string, () => readonly TypedQuery[], first: number, amongTen: number]>([
  ['find', 'names', () => queriesOn(list, most), 0.99, 0.99],
  ['find', 'all words', () => withWritten(combinedQueriesOn(list, 8)), 0.7, 0.95],
  ['suggest', 'first letters with a typo', decidable, 0.6, 0.95],
])('%s, %s', async (template, _, queries, first, amongTen) => {
  const search = searchOf(template)
  const { all } = await figuresOf(queries(), (q) => {
    const { index, body } = search({ q })
    return idsOf(indexOf(index.replace('*', '')), body)
  })
  console.log(`${list.length} organizations: ${told(all)}`)
  expectAtLeast(all, { first, amongTen })
})

/** The query of docs/elasticsearch.md. */
test('names are found as people type them', async () => {
  const ask = (typed: string) =>
    idsOf(indexOf('organization-serp'), { query: nameQuery(typed), size: 10, _source: false })
  const { all, byRule } = await figuresOf(queriesOn(list, most), ask)
  for (const figures of [all, ...byRule.values()]) expectAtLeast(figures, goals)
})

/** The suggestions of docs/queries.md; test/unit/dev asks the embedded engine. */
test.each(typos)('"%s" suggests %s first', async (typed, name) => {
  expect(await idsOf(typedIndex, { query: asYouType(typed), size: 1 })).toEqual([name])
})
