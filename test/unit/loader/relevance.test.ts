import { Engine } from '../../../dev/engine/engine.js'
import { sampleOrganizations } from '../../../dev/samples/organizations.js'
import { rowsOf } from '../../../loader/file.js'
import { documentFor, families, indexBody, type Organization } from '../../../loader/format.js'
import { figuresOf, goals, told } from '../../support/relevance/figures.js'
import { nameQuery } from '../../support/relevance/name-query.js'
import { type Question, questionsOn } from '../../support/relevance/questions.js'

/** Whether somebody who half knows a name finds it, on what every checkout has; test/engine asks on all real rows. */

const [family] = families
const engine = new Engine()
let questions: Question[]

beforeAll(async () => {
  const organizations: Organization[] = sampleOrganizations()
  for await (const { organization } of rowsOf('loader/example/irs-extract-200.csv')) {
    if (organization !== undefined) organizations.push(organization)
  }
  engine.createIndex('organizations', indexBody(family!))
  for (const organization of organizations) {
    engine.index('organizations', organization.id, JSON.stringify(documentFor(family!, organization)))
  }
  questions = questionsOn(organizations, 45)
})

interface Answer {
  hits: { total: { value: number }; hits: { _id: string; _source: { name: string } }[] }
}

const search = (query: object) => engine.search('organizations', { query, size: 10 }) as unknown as Answer
const idsOf = ({ hits }: Answer) => hits.hits.map(({ _id }) => _id)
const namesFor = (query: object) => search(query).hits.hits.map(({ _source }) => _source.name)

test('names are found as people type them', async () => {
  const { all, byRule } = await figuresOf(questions, (typed) => idsOf(search(nameQuery(typed))))
  const lines = [...byRule].map(([rule, figures]) => `${rule}: ${told(figures)}`)
  console.log([`all: ${told(all)}`, ...lines].join('\n'))
  expect(all.asked).toBeGreaterThanOrEqual(300)
  for (const figures of [all, ...byRule.values()]) {
    expect(figures.first).toBeGreaterThanOrEqual(goals.first * figures.asked)
    expect(figures.amongTen).toBeGreaterThanOrEqual(goals.amongTen * figures.asked)
  }
})

/** What finds the same: as it was typed, and as it is written. */
test.each([
  ['quebec', 'Québec'],
  ['QUE\u0301BEC', 'Québec'],
  ["FOOD BANK'S", 'food banks'],
  ['lodz', 'Łódź'],
])('%s finds what %s finds', (typed, written) => {
  const found = idsOf(search({ match: { name: typed } }))
  expect(found).toEqual(idsOf(search({ match: { name: written } })))
  expect(found.length).toBeGreaterThan(0)
})

test('a plural finds the singular by its stem, the beginning of a word finds the word', () => {
  expect(namesFor({ match: { 'name.stem': 'universities' } })).toContain('AMERICAN UNIVERSITY IN BULGARIA')
  expect(namesFor({ match: { 'name.prefix': { query: 'amer univ bulg', operator: 'and' } } })).toEqual([
    'AMERICAN UNIVERSITY IN BULGARIA',
  ])
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
