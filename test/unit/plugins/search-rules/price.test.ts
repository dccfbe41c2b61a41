import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { formulaOf, withCosts } from '../../../../dev/cost-list.js'
import { organizationFields } from '../../../../loader/format.js'
import type { CatalogField } from '../../../../plugins/kit/field-catalog.js'
import { aggregations } from '../../../../plugins/search-rules/grammar/aggregations.js'
import { queries } from '../../../../plugins/search-rules/grammar/queries.js'
import { knownFields } from '../../../../plugins/search-rules/rule/known-fields.js'
import { features } from '../../../../plugins/search-rules/rule/rule.js'
import {
  type ValidatedSearch,
  validatorOf,
} from '../../../../plugins/search-rules/validate/request.js'
import { legitimateAggregations, legitimateBody, legitimateQuery } from './arbitraries.js'
import { expensiveCases } from './cases/expensive.js'
import { legitimate } from './cases/legitimate.js'

const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']

/** The fields that `npm run load` makes, with the ends that real organizations have. */
const known = new Map<string, CatalogField>()
for (const [name, { type, fields }] of Object.entries(organizationFields)) {
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

const filterOfAll = { filter: { match_all: {} } }
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
      /^body: query cost \d+ exceeds the limit of 1600; the most expensive part is \S+ with \d+$/,
    ),
  ])
  expect(told[0]).toContain(`is ${part} with`)
  expect(problemsOf(shippedAlone(request(body)))).toHaveLength(1)
})

test.each(legitimate)('is affordable: $name', ({ body, index }) => {
  expect(problemsOf(shipped(request(body, index)))).toEqual([])
  expect(problemsOf(shippedAlone(request(body, index)))).toEqual([])
})

/** A hit in each of 10,000 cells: without any growth it costs nearly the limit. */
const mostExpensive = legitimate.find(({ name }) => name === 'aggregation geohash_grid')!
const fuzzyEverywhere = {
  name: 'three fuzzy words in all fields',
  body: { query: { multi_match: { query: 'habitat for humanity', fuzziness: 'AUTO' } } },
  index: undefined,
}
test.each([...legitimate.filter((one) => one !== mostExpensive), fuzzyEverywhere])(
  'is affordable with 1.9 million documents: $name',
  ({ body, index }) => {
    expect(problemsOf(before(1_900_000)(request(body, index)))).toEqual([])
  },
)

test('a hit in each of 10,000 cells is refused with 1.9 million documents, of 1,000 it is not', () => {
  const { body } = mostExpensive as { body: { aggs: { x: { geohash_grid: object } } } }
  const { geohash_grid } = body.aggs.x
  const x = { ...body.aggs.x, geohash_grid: { ...geohash_grid, size: 1000 } }
  const problems = (asked: object) => problemsOf(before(1_900_000)(request(asked)))
  expect(problems(body)).toEqual([expect.stringContaining('query cost 1845 exceeds')])
  expect(problems({ ...body, aggs: { x } })).toEqual([])
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

test.each<[string, object, number, number, number]>([
  ['what goes through documents grows', { query: { range: { revenue: { gt: 1 } } } }, 1, 3.7, 20],
  ['also of an aggregation', aggregated({ percentiles: { field: 'revenue' } }), 14, 58, 323],
  ['and in buckets', aggregated({ sum: { field: 'revenue' } }, filterOfAll), 4.1, 15, 79],
  ['a leading wildcard', { query: { wildcard: { 'name.keyword': '*ab' } } }, 9.8, 36, 187],
  ['a term by a third', { query: { term: { region: 'RI' } } }, 1, 2, 7.6],
  [
    'words in three fields at most',
    { query: { multi_match: { query: 'a', fields: Array(9).fill('name') } } },
    4.5,
    8.5,
    33,
  ],
  [
    'fuzzy words as two plain ones',
    { query: { multi_match: { query: 'a', fields: Array(9).fill('name'), fuzziness: 1 } } },
    41,
    57,
    153,
  ],
  ['a fuzzy term as two', { query: { fuzzy: { name: { value: 'abcd' } } } }, 3.5, 8.9, 41],
  [
    'fuzzy words of a text',
    { query: { query_string: { query: 'abcd~', fields: ['name'] } } },
    7,
    14,
    54,
  ],
  [
    'collapsed hits that are sorted by words',
    { query: { match_all: {} }, size: 1, collapse: { field: 'region' }, sort: ['name.keyword'] },
    90,
    519,
    3096,
  ],
  ['a hint', aggregated({ terms: { field: 'region', execution_hint: 'map' } }), 72, 278, 1510],
  ['terms by a part', aggregated({ terms: { field: 'region' } }), 12, 17, 49],
  [
    'more where each document has its value',
    aggregated({ terms: { field: 'tax_code' } }),
    12,
    45,
    244,
  ],
  ['a term of such about the same', { query: { term: { tax_code: '050258937' } } }, 1, 1.1, 1.4],
  ['several of such', { query: { terms: { tax_code: ['050258937'] } } }, 1.1, 1.2, 2],
  ['several of others', { query: { terms: { region: ['RI'] } } }, 1.1, 3.7, 20],
  ['a fuzzy one of such', { query: { fuzzy: { tax_code: 'abcd' } } }, 3.5, 3.6, 4.2],
  ['a fuzzy one of others', { query: { fuzzy: { region: 'abcd' } } }, 3.5, 5.4, 17],
  ['a range of such', { query: { range: { tax_code: { gt: '1' } } } }, 7, 43, 258],
  ['a range of others', { query: { range: { region: { gt: 'A' } } } }, 7, 14, 53],
  ['ids cost the same', { query: { ids: { values: ['us-050258937'] } } }, 1.1, 1.1, 1.1],
  [
    'terms within buckets',
    {
      query: { match_all: {} },
      aggs: { a: { terms: { field: 'region' }, aggs: { b: { terms: { field: 'region' } } } } },
    },
    114,
    152,
    376,
  ],
  ['rare_terms', aggregated({ rare_terms: { field: 'region' } }), 497, 271, 1167],
])('with 33,532, 300,000 and 1.9 million documents: %s', (_, body, ...prices) => {
  const text = request({ size: 0, ...body })
  const priceAt = (documents: number) => {
    const judged = before(documents, 1e9)(text)
    return 'search' in judged && judged.search.cost.total
  }
  expect([33_532, 300_000, 1_900_000].map(priceAt)).toEqual(prices)
  expect(priceAt(0)).toBe(prices[0])
})

test('the highlighter plain costs more for texts without a word to find', () => {
  const priceOf = (type: string) =>
    costOf({ query: { match_all: {} }, size: 1000, highlight: { type, fields: { name: {} } } })
  expect(priceOf('plain') - priceOf('unified')).toBe(10)
  const inField = {
    query: { match_all: {} },
    size: 1000,
    highlight: { fields: { name: { type: 'plain' } } },
  }
  expect(costOf(inField)).toBe(priceOf('plain'))
})

test('hits cost the same with 1.9 million documents, and sort keys grow', () => {
  const priceOf = (size: number, documents: number) => {
    const body = { query: { match_none: {} }, size, sort: ['founded_year'] }
    const judged = before(documents, 1e9)(request(body))
    return 'search' in judged ? judged.search.cost.total : Number.NaN
  }
  const grown = priceOf(1000, 1_900_000) - priceOf(1000, 0)
  expect(grown).toBe(Math.ceil(1.5 * 18.66468))
})

test('every clause has a price, or only holds others; every aggregation has one', () => {
  const holders = [...queries]
    .filter(([, rule]) => rule.kind !== 'unsafe' && !formulaOf(rule))
    .map(([name]) => name)
  expect(holders.sort()).toEqual(['bool', 'boosting', 'constant_score', 'dis_max'])
  for (const [, { collect, bucket }] of aggregations)
    expect([collect.about, bucket.about]).not.toContain('')
})

test('docs/query-cost.md holds the price list of the grammar', () => {
  const text = readFileSync(join(__dirname, '../../../../docs/query-cost.md'), 'utf8')
  expect(text).toBe(withCosts(text))
})

describe('adding to a query never lowers its price', () => {
  const runs = { numRuns: 400 }
  test('a clause', () => {
    fc.assert(
      fc.property(legitimateBody, legitimateQuery, (body, clause) => {
        const { query } = body as { query: object }
        for (const key of ['must', 'should', 'filter', 'must_not']) {
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
    const body = {
      query: { match: { name: { query: 'red cross', fuzziness: 'AUTO' } } },
      size: 1000,
    }
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

test('what the fields are decides over what patterns of them cost', () => {
  const everywhere = { query: { multi_match: { query: 'red cross' } } }
  const inNames = { query: { multi_match: { query: 'red cross', fields: ['name*'] } } }
  expect(costOf(inNames)).toBeLessThan(costOf(everywhere))
  const decades = {
    query: { match_all: {} },
    aggs: { x: { histogram: { field: 'founded_year', interval: 10 } } },
  }
  const cents = {
    query: { match_all: {} },
    aggs: { x: { histogram: { field: 'revenue', interval: 0.01 } } },
  }
  expect(costOf(decades)).toBeLessThan(20)
  expect(costOf(cents)).toBeGreaterThan(100)
})

const words = { match: { name: 'red cross of the county' } }
const near = { geo_distance: { distance: '20km', location: [12, 42] } }
const weighted = { function_score: { functions: [{ filter: near, weight: 2 }] } }
const marked = { size: 100, highlight: { fields: { name: {}, city: {}, description: {} } } }
test.each([
  ['a filter', { query: { bool: { filter: words } } }, { query: { bool: { must: words } } }],
  ['what only counts', { query: words, size: 0 }, { query: words, size: 1 }],
  [
    'a filter of weights that nobody asks for',
    { query: weighted, size: 0 },
    { query: near, size: 0 },
  ],
  ['texts in which no word is looked for', { query: near, ...marked }, { query: words, ...marked }],
  [
    'the first hits',
    { query: { match_all: {} }, size: 1000 },
    { query: { exists: { field: 'id' } }, size: 1000 },
  ],
  [
    'keys of numbers',
    { query: near, sort: ['founded_year'], size: 1000 },
    { query: near, sort: ['id'], size: 1000 },
  ],
  [
    'an aggregation of a field that is not there',
    { query: near, aggs: { x: { terms: { field: 'lost' } } } },
    { query: near, aggs: { x: { terms: { field: 'id' } } } },
  ],
])('cheaper, as the engine does less: %s', (_, cheaper, expensive) => {
  expect(costOf(cheaper)).toBeLessThan(costOf(expensive))
})

const inBuckets = (inner: object) => ({
  query: near,
  size: 0,
  aggs: { x: { terms: { field: 'region', size: 500 }, aggs: { y: inner } } },
})
const hits = (keys: object) => ({ query: words, size: 500, ...keys })
test.each<[string, object, object]>([
  [
    'meta',
    inBuckets({ max: { field: 'income' } }),
    inBuckets({ max: { field: 'income' }, meta: { a: 'x'.repeat(1000) } }),
  ],
  [
    'values of percentiles',
    inBuckets({ percentiles: { field: 'income' } }),
    inBuckets({
      percentiles: { field: 'income', percents: Array.from({ length: 50 }, (_, i) => i) },
    }),
  ],
  [
    'the precision of cardinality',
    inBuckets({ cardinality: { field: 'city.keyword', precision_threshold: 100 } }),
    inBuckets({ cardinality: { field: 'city.keyword' } }),
  ],
  ['fields', hits({}), hits({ fields: ['name'] })],
  ['more fields', hits({ fields: ['name'] }), hits({ fields: ['*'] })],
  ['docvalue_fields', hits({}), hits({ docvalue_fields: [{ field: 'region' }] })],
  ['stored_fields', hits({}), hits({ stored_fields: 'name' })],
  ['explain', hits({}), hits({ explain: true })],
  [
    'explain of more words',
    hits({ explain: true }),
    hits({
      explain: true,
      query: { match: { name: 'red cross of the county and of the next one' } },
    }),
  ],
  ['suggest', hits({}), hits({ suggest: { x: { text: 'red cros', term: { field: 'name' } } } })],
  [
    'suggest with more to look at',
    hits({ suggest: { text: 'red cros', x: { term: { field: 'name' } } } }),
    hits({ suggest: { text: 'red cros', x: { term: { field: 'name', max_inspections: 100 } } } }),
  ],
  [
    'texts of more_like_this',
    { query: { more_like_this: { fields: ['name'], like: 'red' } } },
    {
      query: {
        more_like_this: { fields: ['name'], like: Array(9).fill('red cross '.repeat(200)) },
      },
    },
  ],
])('more expensive, as the engine does more: %s', (_, cheaper, expensive) => {
  expect(costOf(expensive)).toBeGreaterThan(costOf(cheaper))
})

test.each<[string, object]>([
  ['type phrase', { type: 'phrase' }],
  ['type phrase in capitals', { type: 'PHRASE' }],
  ['type phrase_prefix', { type: 'phrase_prefix' }],
  ['type bool_prefix', { type: 'bool_prefix' }],
])('a text of query_string costs at least as much as one of multi_match: %s', (_, keys) => {
  for (const query of ['red', 'red cross of the county', 'a b c d e f g h i j k l m n o p']) {
    const asked = (clause: string) =>
      costOf({ query: { [clause]: { query, fields: ['name', 'city'], ...keys } } })
    expect(asked('query_string')).toBeGreaterThanOrEqual(asked('multi_match'))
    expect(asked('query_string')).toBeGreaterThan(
      costOf({ query: { query_string: { query, fields: ['name', 'city'] } } }),
    )
  }
})

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
