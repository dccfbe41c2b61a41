import { Engine } from '../../../../packages/embedded-engine/src/engine.js'
import { madeUpOrganizations } from '../../../../test/support/made-up.js'
import type { Organization } from '../../../fields/organization.js'
import { rowsOf } from '../../../loader/read/file.js'
import { documentFor, families, indexBody } from '../../../loader/record/format.js'

/** What the mapping finds of names and numbers, on what every checkout has. */

const [family] = families
const engine = new Engine()

beforeAll(async () => {
  const organizations: Organization[] = madeUpOrganizations()
  for await (const { organization } of rowsOf('directory/loader/example/irs-extract.csv')) {
    if (organization !== undefined) organizations.push(organization)
  }
  engine.createIndex('organizations', indexBody(family!))
  for (const organization of organizations) {
    engine.index(
      'organizations',
      organization.id,
      JSON.stringify(documentFor(family!, organization)),
    )
  }
})

interface Answer {
  hits: { total: { value: number }; hits: { _id: string; _source: { name: string } }[] }
}

const search = (query: object) =>
  engine.search('organizations', { query, size: 10 }) as unknown as Answer
const idsOf = ({ hits }: Answer) => hits.hits.map(({ _id }) => _id)
const namesFor = (query: object) => search(query).hits.hits.map(({ _source }) => _source.name)

/** What finds the same: as it was typed, and as it is written. */
test.each([
  ['QUE\u0301BEC', 'Québec'],
  ['lodz', 'Łódź'],
])('%s finds what %s finds', (typed, written) => {
  const found = idsOf(search({ match: { name: typed } }))
  expect(found).toEqual(idsOf(search({ match: { name: written } })))
  expect(found.length).toBeGreaterThan(0)
})

/** docs/elasticsearch.md, "Text fields": `[query, id of what it finds]` */
const long = 'Pneumonoultramicroscopicsilicovolcanoconiosis'
test.each<[object, string[]]>([
  [{ match: { name: 'oneil' } }, ['apostrophe']],
  [
    {
      match: {
        'name.prefix': {
          query: 'unvi tromso',
          operator: 'and',
          fuzziness: 'AUTO',
          prefix_length: 1,
        },
      },
    },
    ['typed'],
  ],
  [{ match: { 'name.prefix': long.slice(0, 20) } }, ['long']],
  [{ match: { 'name.prefix': long.slice(0, 21) } }, []],
])('%j finds %j', (query, ids) => {
  const names = { apostrophe: "O'Neil Fund", typed: 'University of Tromsø', long }
  for (const [id, name] of Object.entries(names))
    engine.index('organizations', id, JSON.stringify({ id, name }))
  expect(idsOf(search(query))).toEqual(ids)
})

test('sorts, aggregations and fields show a tax code without dashes, the hit as it was loaded', () => {
  engine.index(
    'organizations',
    'dashed',
    JSON.stringify({ id: 'dashed', name: 'Dashed', tax_code: '00-0258937' }),
  )
  const { hits, aggregations } = engine.search('organizations', {
    query: { term: { tax_code: '00-0258937' } },
    sort: ['tax_code'],
    fields: ['tax_code'],
    aggs: { codes: { terms: { field: 'tax_code' } } },
  }) as never as { hits: { hits: unknown[] }; aggregations: unknown }
  expect(hits.hits).toEqual([
    expect.objectContaining({
      _source: expect.objectContaining({ tax_code: '00-0258937' }),
      sort: ['000258937'],
      fields: { tax_code: ['000258937'] },
    }),
  ])
  expect(aggregations).toMatchObject({ codes: { buckets: [{ key: '000258937', doc_count: 1 }] } })
})

test.each(['010466768', '01-0466768', '01 0466768', '01‑0466768'])(
  'the number %s is found as it is written',
  (number) => {
    for (const query of [
      { term: { tax_code: number } },
      { match: { tax_code: number } },
      { terms: { tax_code: [number] } },
    ]) {
      expect(namesFor(query)).toEqual(['AMERICAN UNIVERSITY IN BULGARIA'])
    }
  },
)
