import { largestSearches } from '../../../bench/largest-searches.js'
import { countSteps } from '../../../test/support/counted-steps.js'
import { makeValidator, type ValidatedSearch } from '../src/validate/request.js'
import { indexPrefixes, openRules, request } from './known-organizations.js'

/** Five for each of the 2^20 characters of a request: words to match take four. */
const mostSteps = 5 * 2 ** 20

type Rules = (text: string) => ValidatedSearch
const stepsOf = (text: string, rules: Rules): number =>
  countSteps('/packages/query-guard/src/', () => rules(text))

test('however full a search is of any construct, and whatever its cost, validation is bounded', () => {
  const seen = [...largestSearches(['abcdefgh '])].map(({ name, body }) => ({
    name,
    steps: stepsOf(`{"index":"organization-serp","body":${body}}`, openRules),
  }))
  expect(seen.filter(({ steps }) => steps > mostSteps)).toEqual([])
  expect(Math.max(...seen.map(({ steps }) => steps))).toBeGreaterThan(2 ** 21) // they are counted
})

const all = { match_all: {} }
const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
const named = (count: number, make: () => unknown) =>
  Object.fromEntries(times(count, (i) => [`n${i}`, make()]))
const should = (count: number, make: () => object) => ({
  query: { bool: { should: times(count, make) } },
})

const date = { type: 'date', searchable: true, aggregatable: true, span: [0, 1.7e12] as const }
const dated = { fields: () => new Map([['day', date]]), documents: () => 0 }
const maxCost = Number.MAX_SAFE_INTEGER
const withoutFields = makeValidator({ indexPrefixes, maxCost })
const filter = { terms: { id: times(5000, (i) => i) } }

test.each<[string, object, Rules]>([
  [
    'texts of nothing but signs',
    should(300, () => ({ query_string: { query: ':'.repeat(2000) } })),
    withoutFields,
  ],
  ['one long text', { query: { query_string: { query: 'a '.repeat(300_000) } } }, withoutFields],
  [
    'ranges of the field of each histogram',
    {
      query: { bool: { filter: times(900, () => ({ range: { day: { gte: 'now-1y/d' } } })) } },
      aggs: named(32, () => ({
        filter: all,
        aggs: { x: { date_histogram: { field: 'day', calendar_interval: 'year' } } },
      })),
    },
    makeValidator({ indexPrefixes, maxCost }, dated),
  ],
  [
    'the filter of an operator, at each of many searches',
    should(1000, () => ({ knn: { field: 'x', query_vector: [1] } })),
    makeValidator({ indexPrefixes, maxCost, features: ['knn'], filter }),
  ],
  ['mistakes', { query: all, ...named(15_000, () => 'x'.repeat(40)) }, openRules],
  ['mistaken clauses', should(9000, () => ({ mach: { name: 'x'.repeat(60) } })), openRules],
])('two things that multiply do not: %s', (_, body, rules) => {
  expect(stepsOf(request(body), rules)).toBeLessThan(2 ** 21)
})
