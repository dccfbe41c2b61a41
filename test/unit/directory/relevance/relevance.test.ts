import { sampleOrganizations } from '../../../../dev/samples/organizations.js'
import type { Organization } from '../../../../directory/fields/organization.js'
import { rowsOf } from '../../../../loader/read/file.js'
import { documentFor, families, indexBody } from '../../../../loader/record/format.js'
import { Engine } from '../../../../packages/embedded-engine/src/engine.js'
import { typedQueriesOn } from '../../../support/relevance/as-typed.js'
import { searchOf } from '../../../support/relevance/asked.js'
import { combinedQueriesOn } from '../../../support/relevance/combined.js'
import { figuresOf, told } from '../../../support/relevance/figures.js'
import { queriesOn, type TypedQuery } from '../../../support/relevance/queries.js'

/**
 * Whether the shipped search templates find who is meant, on what every checkout has; test/engine asks
 * all real rows.
 */

const engine = new Engine()
const list: Organization[] = sampleOrganizations()

beforeAll(async () => {
  for await (const { organization } of rowsOf('loader/example/irs-extract-200.csv'))
    if (organization !== undefined) list.push(organization)
  for (const family of families) {
    engine.createIndex(family.index, indexBody(family))
    for (const organization of list) {
      const document = JSON.stringify(documentFor(family, organization))
      engine.index(family.index, organization.id, document)
    }
  }
})

const idsOf = (template: string) => {
  const search = searchOf(template)
  return (q: string) => {
    const { index, body } = search({ q })
    const { hits } = engine.search(index, body as never) as { hits: { hits: { _id: string }[] } }
    return hits.hits.map(({ _id }) => _id)
  }
}

test.each<[string, string, () => TypedQuery[], Partial<Record<'first' | 'amongTen', number>>]>([
  ['find', 'names', () => queriesOn(list, 9), { first: 0.98, amongTen: 0.99 }],
  ['find', 'words of all kinds', () => combinedQueriesOn(list, 10), { amongTen: 0.95 }],
  [
    'suggest',
    'first letters with a typo',
    () => typedQueriesOn(list, 28).filter(({ isDecidable }) => isDecidable),
    { amongTen: 0.98 },
  ],
])('%s: %s', async (template, what, queries, goals) => {
  const { all } = await figuresOf(queries(), idsOf(template))
  console.log(`${template}, ${what}: ${told(all)}`)
  expect(all.asked).toBeGreaterThanOrEqual(60)
  expect(all.first).toBeGreaterThanOrEqual((goals.first ?? 0) * all.asked)
  expect(all.amongTen).toBeGreaterThanOrEqual((goals.amongTen ?? 0) * all.asked)
})

test.each(['us-010466768', '010466768', '01-0466768', '01 0466768'])(
  'the number %s finds its organization alone',
  (number) => {
    expect(idsOf('find')(number)).toEqual(['us-010466768'])
  },
)

test.each([
  ['american university', 'bulgaria'],
  ['food bank', 'il'],
  ['food ban', 'il'],
  ['food bank', 'illinois'],
])('"%s" is narrowed by "%s"', (words, other) => {
  const [first] = idsOf('find')(`${words} ${other}`)
  const { name, region_name } = list.find(({ id }) => id === first)!
  expect(`${name} ${region_name}`).toMatch(/bulgaria|Food.*Illinois/i)
})
