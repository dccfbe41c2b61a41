import { join } from 'node:path'
import fc from 'fast-check'

import { formulaOf } from '../../../dev/cost-list.js'
import { fieldMappings } from '../../../directory/fields/mapping.js'
import { casesIn } from '../../../test/support/cases.js'
import { samples } from '../../../test/support/samples.js'
import { aggregations } from '../src/grammar/aggregations.js'
import { queries } from '../src/grammar/queries.js'
import type { CatalogField } from '../src/rule/fields.js'
import { knownFields } from '../src/rule/known-fields.js'
import { features } from '../src/rule/rule.js'
import { type ValidatedSearch, validatorOf } from '../src/validate/request.js'

import { legitimateAggregations, legitimateBody, legitimateQuery } from './arbitraries.js'
import { expensiveCases } from './cases/expensive.js'
import { legitimate } from './cases/legitimate.js'

const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']

/** The fields that `npm run load` makes, with the ends that real organizations have. */
const known = new Map<string, CatalogField>()
for (const [name, { type, fields }] of Object.entries(fieldMappings)) {
  const span =
    name === 'founded_year'
      ? ([1800, 2025] as const)
      : type === 'long'
        ? ([0, 1e11] as const)
        : undefined
  known.set(name, { type, searchable: true, aggregatable: type !== 'text', ...(span && { span }) })
  for (const [sub, { type: further }] of Object.entries(fields ?? {}))
    known.set(`${name}.${sub}`, {
      type: further,
      searchable: true,
      aggregatable: further !== 'text',
    })
}

const unbounded = validatorOf(
  { indexPrefixes, maxCost: Number.MAX_SAFE_INTEGER, features: [...features] },
  { fields: () => known, documents: () => 0 },
)
/** Fields in which nearly each document has a value of its own; others have a thousand. */
const unique = /^(id|tax_code|name\.keyword)$/
/** The fields of a register of this many documents, with what the gateway has counted in it. */
const knownIn = (documents: number, isCounted: boolean) =>
  new Map(
    [...known].map(([name, field]) => {
      const distinct = unique.test(name) ? 0.95 * documents : 1000
      const values = { total: documents, distinct }
      return [name, isCounted && field.aggregatable ? { ...field, values } : field]
    }),
  )
/** The same with this number of documents, whose values are counted. */
function before(documents: number, maxCost?: number, isCounted = true) {
  const fields = knownIn(documents, isCounted && documents > 33_532)
  return validatorOf(
    { indexPrefixes, ...(maxCost && { maxCost }) },
    { fields: () => fields, documents: () => documents },
  )
}
const shipped = validatorOf({ indexPrefixes }, { fields: () => known, documents: () => 0 })
const shippedAlone = validatorOf({ indexPrefixes })
const request = (body: object, index: unknown = 'organization-serp*') =>
  JSON.stringify({ index, body })

const aggregated = (x: object, around?: object) => ({
  query: { match_all: {} },
  aggs: around ? { a: { ...around, aggs: { x } } } : { x },
})

function costOf(body: object): number {
  const judgement = unbounded(request(body))
  if ('problems' in judgement) throw new Error(`refused: ${JSON.stringify(judgement.problems)}`)
  return judgement.search.cost.total
}
const problemsOf = (judgement: ValidatedSearch): string[] =>
  'problems' in judgement ? (judgement.problems.body ?? []) : []

test.each(expensiveCases)('is refused with the most expensive part: $name', ({ body, part }) => {
  const told = problemsOf(shipped(request(body)))
  expect(told).toEqual([
    expect.stringMatching(
      /^body: query cost \d+ exceeds the limit of 1600; the most expensive part is \S+ with \d+(; hard_bounds in \S+, .* lower it)?$/,
    ),
  ])
  expect(told[0]).toContain(`is ${part} with`)
  expect(problemsOf(shippedAlone(request(body)))).toHaveLength(1)
})

/** A hit in each of 10,000 cells: without any growth it costs nearly the limit. */
const mostExpensive = legitimate.find(({ name }) => name === 'aggregation geohash_grid')!
const fuzzyEverywhere = {
  name: 'three fuzzy words in all fields',
  body: { query: { multi_match: { query: 'habitat for humanity', fuzziness: 'AUTO' } } },
  index: undefined,
}

test('what is legitimate is affordable, also with 1.9 million documents', () => {
  const refusedBy = (judge: typeof shipped) =>
    [...legitimate, fuzzyEverywhere]
      .filter(({ body, index }) => 'problems' in judge(request(body, index)))
      .map(({ name }) => name)
  expect(refusedBy(shipped)).toEqual([])
  expect(refusedBy(before(1_900_000))).toEqual([mostExpensive.name])
})

test('a hit in each of 1,000 cells is affordable with 1.9 million documents', () => {
  const { body } = mostExpensive as { body: { aggs: { x: { geohash_grid: object } } } }
  const { geohash_grid } = body.aggs.x
  const x = { ...body.aggs.x, geohash_grid: { ...geohash_grid, size: 1000 } }
  expect(problemsOf(before(1_900_000)(request({ ...body, aggs: { x } })))).toEqual([])
})

/** On a field in which each document has a value of its own, these take seconds. */
const ofEachValue: [string, object][] = [
  ['rare_terms', aggregated({ rare_terms: { field: 'tax_code' } })],
  ['a hint', aggregated({ terms: { field: 'name.keyword', execution_hint: 'map' } })],
  ['significant_terms', aggregated({ significant_terms: { field: 'name.keyword' } })],
  [
    'two terms, depth first',
    aggregated(
      { terms: { field: 'tax_code' } },
      { terms: { field: 'name.keyword', collect_mode: 'depth_first' } },
    ),
  ],
  ['collapse', { query: { match_all: {} }, collapse: { field: 'region' }, sort: ['name.keyword'] }],
]
const onFewValues = (body: object): object =>
  JSON.parse(JSON.stringify(body).replace(/tax_code|name\.keyword/g, 'region'))
test.each(ofEachValue)('with 1.9 million documents the field decides: %s', (_, body) => {
  const problems = (asked: object, isCounted?: boolean) =>
    problemsOf(before(1_900_000, undefined, isCounted)(request(asked)))
  expect(problems(body)).toEqual([expect.stringContaining('exceeds the limit of 1600')])
  expect(problems(onFewValues(body))).toEqual([])
  // a field whose values are not counted may have as many
  expect(problems(body, false)).toHaveLength(1)
})

test.each([
  ['one value in each document, all different', 100, 0],
  ['one in each, half of them the same', 50, 0.5],
  ['several in each, of which one may be everywhere', 100, 1, 250],
])('the share of documents that one value may be in: %s', (_, distinct, share, total = 100) => {
  const field = { type: 'keyword', searchable: true, aggregatable: true }
  const fields = new Map<string, CatalogField>([
    ['tags', { ...field, values: { total, distinct } }],
    ['more', field],
  ])
  expect(knownFields(fields, 100).mostCommon('tags')).toBe(share)
  expect(knownFields(fields, 100).mostCommon('more')).toBe(1)
})

/** How much more a body costs with 1.9 million documents than with 33,532: at least, at most. */
const { growth, order } = casesIn<{
  growth: Record<string, [body: object, least: number, most: number]>
  order: Record<string, [cheaper: object, expensive: object]>
}>(join(__dirname, 'cases'), 'costs.yml')
const all = { match_all: {} }

test.each(Object.entries(growth))('with more documents: %s', (_, [body, least, most]) => {
  const text = request({ query: all, size: 0, ...body })
  const costAt = (documents: number) => {
    const judged = before(documents, 1e9)(text)
    return 'search' in judged ? judged.search.cost.total : Number.NaN
  }
  expect(costAt(0)).toBe(costAt(33_532))
  const factor = costAt(1_900_000) / costAt(33_532)
  expect(factor).toBeGreaterThanOrEqual(least)
  expect(factor).toBeLessThanOrEqual(most)
})

test.each(Object.entries(order))(
  'more expensive, as the engine does more: %s',
  (_, [cheaper, expensive]) => {
    expect(costOf({ query: all, ...expensive })).toBeGreaterThan(costOf({ query: all, ...cheaper }))
  },
)

test.each<[string, object, object]>([
  ['meta', {}, { meta: { a: 'x'.repeat(1000) } }],
  ['values of percentiles', {}, { percents: Array.from({ length: 50 }, (_, i) => i) }],
])('more expensive in 500 buckets: %s', (_, ...both) => {
  const [cheaper, expensive] = both.map(({ meta, ...keys }: { meta?: object }) =>
    costOf({
      query: all,
      aggs: {
        x: {
          terms: { field: 'region', size: 500 },
          aggs: { y: { percentiles: { field: 'income', ...keys }, ...(meta && { meta }) } },
        },
      },
    }),
  )
  expect(expensive).toBeGreaterThan(cheaper!)
})

test('more expensive: texts of more_like_this', () => {
  const like = (texts: unknown) =>
    costOf({ query: { more_like_this: { fields: ['name'], like: texts } } })
  expect(like(Array(9).fill('red cross '.repeat(200)))).toBeGreaterThan(like('red'))
})

test('every clause has a price, or only holds others; every aggregation has one', () => {
  const holders = [...queries]
    .filter(([, rule]) => rule.kind !== 'unsafe' && !formulaOf(rule))
    .map(([name]) => name)
  expect(holders.sort()).toEqual(['bool', 'boosting', 'constant_score', 'dis_max'])
  for (const [, { collect, bucket }] of aggregations)
    expect([collect.about, bucket.about]).not.toContain('')
})

describe('adding to a query never lowers its price', () => {
  const runs = { numRuns: samples(100) }
  test('a clause', () => {
    fc.assert(
      fc.property(legitimateBody, legitimateQuery, (body, clause) => {
        const { query } = body as { query: object }
        // a range that all documents match bounds the steps of histograms
        const required = JSON.stringify(clause).includes('"range"') ? [] : ['must', 'filter']
        for (const key of [...required, 'should', 'must_not']) {
          const more = {
            ...body,
            query: { bool: { must: query, [key]: key === 'must' ? [query, clause] : clause } },
          }
          expect(costOf(more)).toBeGreaterThanOrEqual(costOf(body))
        }
      }),
      runs,
    )
  })

  test('an aggregation, beside the others and inside each', () => {
    fc.assert(
      fc.property(legitimateAggregations, legitimateAggregations, (own, other) => {
        const body = { query: { match_all: {} }, size: 0, aggs: own }
        const beside = { ...body, aggs: { ...own, beside: Object.values(other)[0]! } }
        expect(costOf(beside)).toBeGreaterThanOrEqual(costOf(body))
        const around = {
          ...body,
          aggs: { around: { filters: { filters: [{ match_all: {} }] }, aggs: own } },
        }
        expect(costOf(around)).toBeGreaterThanOrEqual(costOf(body))
      }),
      runs,
    )
  })

  test('hits, sort keys, highlighted fields, groups', () => {
    const query = { match: { name: { query: 'red cross', fuzziness: 'AUTO' } } }
    const body = { query, size: 1000 }
    const more = [
      { size: 2000 },
      { sort: ['founded_year'] },
      { sort: ['founded_year', 'region'] },
      { highlight: { fields: { name: {} } } },
      { highlight: { fields: { name: {}, description: {} } } },
      { collapse: { field: 'region', inner_hits: { name: 'a' } } },
      { _source: ['name'] },
      { post_filter: { term: { region: 'RI' } } },
    ]
    for (const keys of more) expect(costOf({ ...body, ...keys })).toBeGreaterThan(costOf(body))
  })
})

test.each(['phrase', 'PHRASE', 'phrase_prefix', 'bool_prefix'])(
  'a text of query_string costs at least as much as one of multi_match: type %s',
  (type) => {
    for (const query of ['red', 'red cross of the county', 'a b c d e f g h i j k l m n o p']) {
      const asked = (clause: string) =>
        costOf({ query: { [clause]: { query, fields: ['name', 'city'], type } } })
      expect(asked('query_string')).toBeGreaterThanOrEqual(asked('multi_match'))
      expect(asked('query_string')).toBeGreaterThan(
        costOf({ query: { query_string: { query, fields: ['name', 'city'] } } }),
      )
    }
  },
)

test.each([1, 'AUTO', 'AUTO:100,200'])(
  'a fuzzy word never costs less than a plain one: %s',
  (fuzziness) => {
    for (const clause of ['match', 'match_bool_prefix', 'fuzzy']) {
      const asked = (keys: object) => {
        const word = clause === 'fuzzy' ? { value: 'red', ...keys } : { query: 'red', ...keys }
        const plain = clause === 'fuzzy' && !('fuzziness' in keys)
        const query = plain ? { term: { name: 'red' } } : { [clause]: { name: word } }
        const judged = before(1_900_000)(request({ query, size: 0 }))
        return 'search' in judged ? judged.search.cost.total : Number.NaN
      }
      expect(asked({ fuzziness })).toBeGreaterThanOrEqual(asked({}))
    }
  },
)

test('a text of query_string costs as a phrase only what is between its quotes', () => {
  const asked = (query: string) =>
    costOf({ query: { query_string: { query, fields: ['name', 'city'] } } })
  const long = 'a b c d e f g h i j k l m n o p'
  const phrase = asked(`"${long}"`)
  expect(asked(`"a b" ${long}`)).toBeLessThan(phrase)
  expect(asked(`"a b" ${long}`)).toBeLessThan(asked(`"a b" "${long}"`))
  // where a backslash escapes nothing, or a quote inside
  for (const quoted of [`\\"${long}\\"`, `\\\\"${long}\\\\"`, `"${long.replace('h', 'h \\"')}"`])
    expect(asked(quoted)).toBeGreaterThanOrEqual(phrase)
})

test.each([
  ['red*', 'rewrite', 'scoring_boolean'],
  ['*red', 'rewrite', 'top_terms_100'],
  ['red~', 'fuzzy_rewrite', 'scoring_boolean'],
])(
  'a pattern of query_string whose rewrite scores costs more, as one of wildcard: %s',
  (query, key, rewrite) => {
    const asked = (keys: object) =>
      costOf({ query: { query_string: { query, fields: ['name'], ...keys } } })
    expect(asked({ [key]: rewrite })).toBeGreaterThanOrEqual(asked({}) + 9)
    expect(asked({ [key]: 'constant_score' })).toBe(asked({}))
  },
)

test.each(['\u00a0', '«', '·', '²', '\u060c', '_', '©'])(
  'words are counted that stand apart by %j',
  (sign) => {
    const apart = (by: string) => ({
      query: { match: { name: 'red cross of the county'.replaceAll(' ', by) } },
    })
    expect(costOf(apart(sign))).toBeGreaterThanOrEqual(costOf(apart(' ')))
  },
)

test('the mode report lets a dear query pass, and tells it', () => {
  const report = validatorOf({ indexPrefixes, mode: 'report' })
  expect(report(request(expensiveCases[1]!.body))).toMatchObject({
    reported: [expect.stringMatching(/query cost \d+ exceeds the limit of/)],
  })
})
