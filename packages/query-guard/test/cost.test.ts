import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { withCosts } from '../../../dev/doc-tables.js'
import { findCost } from '../../../plugins/openapi/grammar.js'
import { samples } from '../../../test/support/samples.js'
import { aggregationClasses } from '../src/cost/aggregation-classes.js'
import { queryClasses } from '../src/cost/query-classes.js'
import { unitCosts } from '../src/cost/unit-costs.js'
import { queries } from '../src/grammar/queries.js'
import { pathText } from '../src/rule/body-path.js'
import { features } from '../src/rule/rule.js'
import { makeValidator } from '../src/validate/request.js'
import { costAttacks } from './cases/cost-attacks.js'
import { expensiveCases } from './cases/expensive.js'
import { legitimate } from './cases/legitimate.js'
import { indexPrefixes, problemsOf, request, rulesAt } from './known-organizations.js'

const all = { match_all: {} }
const [small, large] = [0, 1_900_000].map((documents) =>
  rulesAt(documents, { maxCost: Number.MAX_SAFE_INTEGER, features: [...features] }),
)

/** The cost of a body, or of its part at a path. */
function costOf(body: object, path?: string, rules = small!): number {
  const { cost, ...result } = rules(request(body))
  if ('problems' in result) throw new Error(`refused: ${JSON.stringify(result.problems)}`)
  if (path === undefined) return cost!.total
  return cost!.parts!.reduce((sum, one) => (pathText(one.path) === path ? sum + one.cost : sum), 0)
}

const shipped = rulesAt(22_000)

test.each(expensiveCases)('is refused with the most expensive part: $name', ({ body, part }) => {
  const told = problemsOf(shipped(request(body)))
  expect(told).toEqual([
    expect.stringMatching(
      /^body: query cost of at least \d+ exceeds the limit of 1600; the most expensive part is \S+ with \d+(; hard_bounds in \S+, .* lower it)?$/,
    ),
  ])
  expect(told[0]).toContain(`is ${part} with`)
  expect(problemsOf(makeValidator({ indexPrefixes })(request(body)))).toHaveLength(1)
})

test.each(Object.entries(costAttacks))('is refused: %s', (_, body) => {
  expect(problemsOf(shipped(request(body)))).not.toEqual([])
})

test('what is legitimate is accepted, and nearly all of it with 1.9 million documents', () => {
  const refusedAt = (documents: number) =>
    legitimate
      .filter(({ body, index }) => problemsOf(rulesAt(documents)(request(body, index))).length > 0)
      .map(({ name }) => name)
  expect(refusedAt(22_000)).toEqual([])
  // a hint, the background of each value, a hit in each of 10,000 cells, 200 clauses, all fields
  expect(refusedAt(1_900_000)).toEqual([
    'query two hundred clauses',
    'query query_string with a quoted slash',
    'query query_string of plain text',
    'query simple_query_string',
    'aggregation terms in full',
    'aggregation rare_terms',
    'aggregation geohash_grid',
    'aggregation sampler',
    'aggregation significant_terms',
    'aggregation significant_terms by chi square',
  ])
})

const ranges = (count: number) => ({
  range: { field: 'founded_year', ranges: Array.from({ length: count }, (_, i) => ({ from: i })) },
})
const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ')

/** A clause of each class, with its cost in a small index and in ten of them. */
const clauses: [costClass: keyof typeof queryClasses, clause: object, cost: number, ten: number][] =
  [
    ['none', { match_none: {} }, 0, 0],
    ['exact', { terms: { region: Array(500).fill('a') } }, 2, 20],
    ['range', { range: { region: { gte: 'a' } } }, 10, 100],
    ['pattern', { prefix: { name: { value: 'a', rewrite: 'scoring_boolean' } } }, 20, 200],
    ['pattern', { wildcard: { name: '*ab' } }, 20, 200],
    ['scan', { regexp: { name: 'a.b' } }, 20, 200],
    ['words', { match: { name: words(12) } }, 9, 90],
    ['words', { match: { name: { query: 'water', fuzziness: 2 } } }, 7, 25],
    ['words', { terms_set: { region: { terms: ['a', 'b'] } } }, 2, 20],
    ['wordsAndPrefix', { match_bool_prefix: { name: 'a b' } }, 12, 120],
    ['positions', { match_phrase: { name: words(9) } }, 26, 260],
    ['positionsAndPrefix', { match_phrase_prefix: { name: 'a b' } }, 14, 140],
    [
      'fieldsOfWords',
      { multi_match: { query: 'a', fields: ['name', 'city', 'activity', 'zip'] } },
      3.1,
      30.1,
    ],
    ['written', { query_string: { query: 'a "b c" *d e~', fields: ['name'] } }, 31, 292],
    ['fuzzy', { fuzzy: { name: { value: 'water' } } }, 7, 25],
    ['similar', { more_like_this: { fields: ['name'], like: 'x'.repeat(500) } }, 13.25, 123.5],
    ['position', { span_term: { name: 'a' } }, 2, 20],
    ['geo', { geo_distance: { distance: '1km', location: [1, 2] } }, 10, 100],
    ['shape', { geo_shape: { location: { shape: 'POLYGON((0 0,1 1,1 0,0 0))' } } }, 10.3, 103],
    ['function', { function_score: { functions: [{ weight: 2 }] } }, 20, 200],
    ['neighbors', { knn: { field: 'x', query_vector: [1], num_candidates: 100 } }, 21, 201],
  ]
test.each(clauses)('the class %s: %j', (costClass, clause, cost, ten) => {
  const [name] = Object.keys(clause)
  expect(findCost(queries.get(name!)!)?.costClass).toBe(costClass)
  expect(costOf({ query: clause }, `query.${name}`)).toBeCloseTo(cost, 9)
  const million = rulesAt(1_000_000, { features: [...features] })
  expect(costOf({ query: clause }, `query.${name}`, million)).toBeCloseTo(ten, 9)
})

const zips = { terms: { field: 'zip', size: 20 } } // 40 buckets: 1.5 times the size, and 10
/** An aggregation of each class, alone and in 40 buckets: with a small index, and ten of them. */
const types: [
  costClass: keyof typeof aggregationClasses,
  aggregation: object,
  alone: number,
  within: number,
  ten: number,
][] = [
  ['none', { max_bucket: { buckets_path: 'x' } }, 0.001, 0.04, 0.04],
  ['metric', { avg: { field: 'assets' } }, 2.001, 2.04, 20.04],
  ['ranges', ranges(5), 5.1, 9, 54],
  ['digest', { percentiles: { field: 'assets', percents: [1, 2] } }, 20.022, 20.88, 200.88],
  [
    'digest',
    { boxplot: { field: 'assets', execution_hint: 'high_accuracy' } },
    120.027,
    121.08,
    1201.08,
  ],
  ['digest', { matrix_stats: { fields: ['assets', 'revenue'] } }, 40.027, 41.08, 401.08],
  ['distinct', { cardinality: { field: 'zip' } }, 20.3325, 33.3, 213.3],
  ['values', { terms: { field: 'region', size: 20 } }, 10.8, 102, 732],
  ['steps', { histogram: { field: 'founded_year', interval: 15 } }, 20.085, 43.4, 403.4],
  ['pairs', { multi_terms: { terms: [{ field: 'zip' }, { field: 'region' }] } }, 70.5, 110, 920],
  ['texts', { rare_terms: { field: 'zip' } }, 510, 570, 2100],
  ['hits', { top_hits: { size: 1 } }, 2.11, 6.4, 24.4],
]
test.each(types)('the class %s: %j', (_, aggregation, alone, within, ten) => {
  const [name] = Object.keys(aggregation)
  const million = rulesAt(1_000_000, { maxCost: 1e12 })
  const inZips = { query: all, aggs: { a: { ...zips, aggs: { x: aggregation } } } }
  expect(costOf({ query: all, aggs: { x: aggregation } }, `aggs.x.${name}`)).toBeCloseTo(alone, 3)
  expect(costOf(inZips, `aggs.a.aggs.x.${name}`)).toBeCloseTo(within, 3)
  expect(costOf(inZips, `aggs.a.aggs.x.${name}`, million)).toBeCloseTo(ten, 3)
})

test('each class has a row here, and each clause a class unless it only holds others', () => {
  const rows = new Set([...clauses, ...types].map(([costClass]) => costClass as string))
  const named = Object.keys({ ...queryClasses, ...aggregationClasses })
  // of clauses inside others, and of bodies: below
  expect(named.filter((name) => !rows.has(name))).toEqual(['interval', 'suggestion'])
  const holders = [...queries]
    .filter(([, rule]) => rule.kind !== 'unsafe' && !findCost(rule))
    .map(([name]) => name)
  expect(holders.sort()).toEqual(['bool', 'boosting', 'constant_score', 'dis_max'])
  expect(Object.keys(unitCosts).length).toBeLessThanOrEqual(40)
})

/** Parts of bodies besides clauses and aggregations, with their cost. */
test.each<[keys: object, path: string, cost: number]>([
  [{ size: 100 }, 'body', 5],
  [{ size: 100, _source: ['name'], fields: ['name', 'zip'] }, 'body', 11],
  [
    {
      sort: [
        {
          _geo_distance: {
            location: [
              [1, 2],
              [2, 3],
            ],
          },
        },
      ],
    },
    'body',
    22.7,
  ],
  [{ collapse: { field: 'zip' }, sort: ['name.keyword'] }, 'body', 112.7],
  [{ collapse: { field: 'zip', inner_hits: { name: 'h' } } }, 'collapse.inner_hits', 3],
  [{ collapse: { field: 'zip', inner_hits: { name: 'h' } } }, 'body', 60.5],
  [{ highlight: { fields: { name: {}, city: {} } } }, 'highlight', 2.8],
  [{ explain: true }, 'explain', 4.2],
  [{ suggest: { x: { text: 'abcd', term: { field: 'name' } } } }, 'suggest', 24],
])('the cost of %j in %s', (keys, path, cost) => {
  expect(costOf({ query: { match: { name: 'red cross' } }, ...keys }, path)).toBeCloseTo(cost, 9)
})

test('what is inside multiplies, what is beside adds up', () => {
  const inside = (...levels: object[]) =>
    levels.reduceRight((x, level) => ({ ...level, aggs: { x } }), { avg: { field: 'assets' } })
  const collected = (aggs: object) => costOf({ query: all, size: 0, aggs }) - 1
  const metric = collected({ x: { avg: { field: 'assets' } } })
  expect(collected({ x: { avg: { field: 'assets' } }, y: { avg: { field: 'assets' } } })).toBe(
    2 * metric,
  )
  const path = 'aggs.x.aggs.x.aggs.x.avg'
  const nested = { query: all, size: 0, aggs: { x: inside(ranges(5), ranges(7)) } }
  expect(costOf(nested, path)).toBeCloseTo(5 * 7 * metric, 9)
  const heap = {
    x: inside(zips, { terms: { field: 'region', size: 20, collect_mode: 'depth_first' } }),
  }
  // more than there are documents are not held
  expect(costOf({ query: all, size: 0, aggs: heap }, path)).toBeCloseTo(2 + 20_000 * 0.001, 9)
})

test('a scan of a dictionary is repeated inside buckets', () => {
  const filter = { filters: { filters: [{ prefix: { zip: '0' } }] } }
  const alone = costOf({ query: all, aggs: { x: filter } }, 'aggs.x.filters.filters[0].prefix')
  const inZips = { query: all, aggs: { a: { ...zips, aggs: { x: filter } } } }
  expect(costOf(inZips, 'aggs.a.aggs.x.filters.filters[0].prefix')).toBe(100 * alone)
})

describe('more never costs less', () => {
  type Body = { query?: object; aggs?: Record<string, object> }
  const bodies = legitimate.map(({ body }) => ({ query: all, ...(body as Body) }))
  const clauses = bodies.filter((body) => Object.keys(body).length === 1).map(({ query }) => query)
  const aggregations = bodies.flatMap(({ aggs }) => aggs ?? [])
  const some = { body: fc.constantFrom(...bodies), clause: fc.constantFrom(...clauses) }
  const runs = { numRuns: samples(200) }

  test('documents', () => {
    for (const body of bodies)
      expect(costOf(body, undefined, large)).toBeGreaterThanOrEqual(costOf(body))
  })

  test('clauses', () => {
    fc.assert(
      fc.property(some.body, some.clause, (body, clause) => {
        const { query } = body
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

  test('aggregations, beside the others and around them', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...aggregations),
        fc.constantFrom(...aggregations),
        (own, other) => {
          const body = { query: all, size: 0, aggs: own }
          const beside = { ...body, aggs: { ...own, beside: Object.values(other)[0]! } }
          expect(costOf(beside)).toBeGreaterThanOrEqual(costOf(body))
          const around = { ...body, aggs: { around: { filters: { filters: [all] }, aggs: own } } }
          expect(costOf(around)).toBeGreaterThanOrEqual(costOf(body))
        },
      ),
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

  test.each([
    ['meta', { meta: { a: 'x'.repeat(1000) } }],
    [
      'values',
      { percentiles: { field: 'income', percents: Array.from({ length: 50 }, (_, i) => i) } },
    ],
    ['precision', { percentiles: { field: 'income', hdr: {} } }],
  ])('%s in each bucket', (_, keys) => {
    const y = { percentiles: { field: 'income' } }
    const inBuckets = (y: object) => costOf({ query: all, aggs: { x: { ...zips, aggs: { y } } } })
    expect(inBuckets({ ...y, ...keys })).toBeGreaterThan(inBuckets(y))
  })

  test.each([1, 'AUTO', 'AUTO:100,200'])('a fuzzy word than a plain one: %s', (fuzziness) => {
    const query = (keys: object) => ({ query: { match: { name: { query: 'red', ...keys } } } })
    expect(costOf(query({ fuzziness }), undefined, large)).toBeGreaterThan(
      costOf(query({}), undefined, large),
    )
  })

  test.each(['\u00a0', '«', '·', '²', '\u060c', '_', '©'])(
    'words that stand apart by %j',
    (sign) => {
      const apart = (by: string) => ({
        query: { match: { name: 'red cross of the county'.replaceAll(' ', by) } },
      })
      expect(costOf(apart(sign))).toBeGreaterThanOrEqual(costOf(apart(' ')))
    },
  )

  test.each(['phrase', 'PHRASE', 'phrase_prefix', 'bool_prefix', 'best_fields'])(
    'a text of query_string than one of multi_match: type %s',
    (type) => {
      for (const query of ['red', 'red cross of the county', 'a b c d e f g h i j k l m n o p']) {
        const asked = (clause: string) =>
          costOf({ query: { [clause]: { query, fields: ['name', 'city'], type } } })
        expect(asked('query_string')).toBeGreaterThanOrEqual(asked('multi_match'))
      }
    },
  )
})

test('a text of query_string costs as a phrase only what is between its quotes', () => {
  const asked = (query: string) =>
    costOf({ query: { query_string: { query, fields: ['name', 'city'] } } })
  const long = 'a b c d e f g h i j k l m n o p'
  const phrase = asked(`"${long}"`)
  expect(asked(`"a b" ${long}`)).toBeLessThan(phrase)
  // where a backslash escapes nothing, or a quote inside
  for (const quoted of [`\\"${long}\\"`, `\\\\"${long}\\\\"`, `"${long.replace('h', 'h \\"')}"`])
    expect(asked(quoted)).toBeGreaterThanOrEqual(phrase)
})

test('until the engine has returned its fields, a search in all of them counts as one in 30', () => {
  const unknown = makeValidator({ indexPrefixes }, undefined, true)
  const text = (keys: object) =>
    costOf({ query: { query_string: { query: 'a b', ...keys } } }, 'query.query_string', unknown)
  expect(text({})).toBe(30 * text({ default_field: 'name' }))
})

test('an aggregation over a field that no index has costs a bucket', () => {
  const body = { query: all, aggs: { x: { terms: { field: 'lost' } } } }
  expect(costOf(body, 'aggs.x.terms')).toBe(0.02)
})

describe('docs/query-cost.md', () => {
  const text = readFileSync(join(__dirname, '../../../docs/query-cost.md'), 'utf8')

  test('has the table of the classes', () => {
    expect(withCosts(text)).toBe(text)
  })

  test('computes its example by hand, part by part', () => {
    const body = JSON.parse(/```json\n([^`]+)```/.exec(text)![1]!)
    const rows = [...text.matchAll(/^\| `([a-z.]+)` \| [^|]+ \| ([\d.]+) \| ([\d.]+) \|$/gm)]
    const sums = /^\| sum \| \| ([\d.]+) \| ([\d.]+) \|$/m.exec(text)!.slice(1).map(Number)
    for (const [i, documents] of [0, 300_000].entries()) {
      const rules = rulesAt(documents)
      const { cost } = rules(request(body))
      const parts = cost!.parts!.map((one) => [pathText(one.path), Number(one.cost.toFixed(9))])
      expect(Object.fromEntries(parts)).toEqual(
        Object.fromEntries(rows.map(([, path, ...costs]) => [path, Number(costs[i])])),
      )
      expect(cost!.total).toBeCloseTo(sums[i]!, 9)
    }
  })
})
