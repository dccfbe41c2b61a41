import { pathText } from '../../../../plugins/kit/body-path.js'
import { validatorOf } from '../../../../plugins/search-rules/validate/request.js'

const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']
const keyword = { type: 'keyword', searchable: true, aggregatable: true }
const fields = new Map(
  Object.entries({
    name: 'text',
    region: 'keyword',
    founded_year: 'integer',
    location: 'geo_point',
  }).map(([name, type]) => [name, { ...keyword, type }]),
)
const known = validatorOf(
  { indexPrefixes, maxCost: 1e12 },
  { fields: () => fields, documents: () => 0 },
  true,
)
const unknown = validatorOf({ indexPrefixes, maxCost: 1e12 }, undefined, true)

/** Cost of the part of a body at a path. */
function partOf(body: object, path: string, judge = known): number | undefined {
  const judgement = judge(JSON.stringify({ index: 'organization-entity', body }))
  return judgement.cost?.parts?.find((part) => pathText(part.path) === path)?.cost
}

const all = { match_all: {} }
const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ')
const aggs = (x: object, around?: object) => ({
  query: all,
  size: 0,
  aggs: around ? { a: { ...around, aggs: { x } } } : { x },
})
const ranges = (count: number) => ({
  range: {
    field: 'founded_year',
    ranges: Array.from({ length: count }, (_, i) => ({ from: 1900 + i })),
  },
})

test.each<[string, object, number]>([
  ['match_all', all, 1],
  ['match', { name: words(8) }, 8],
  ['match', { name: words(12) }, 9],
  ['match_phrase', { name: words(8) }, 16],
  ['match_phrase', { name: words(9) }, 26],
  ['fuzzy', { name: { value: 'water', fuzziness: 1 } }, 4],
  ['fuzzy', { name: { value: 'water', fuzziness: 2 } }, 6.5],
  ['prefix', { name: 'a' }, 3],
  ['prefix', { region: 'a' }, 7],
  ['prefix', { name: { value: 'a', rewrite: 'scoring_boolean' } }, 13],
  ['wildcard', { name: 'a*b' }, 3.5],
  ['wildcard', { name: '*ab' }, 9.8],
  ['range', { founded_year: { gte: 1 } }, 1],
  ['range', { name: { gte: 'a' } }, 3],
  ['range', { region: { gte: 'a' } }, 7],
  ['terms', { region: Array(500).fill('a') }, 2],
  ['ids', { values: Array(500).fill('a') }, 2],
  ['geo_distance', { distance: '1km', location: [1, 2] }, 5],
  ['geo_bounding_box', { location: { top_left: [1, 2], bottom_right: [2, 1] } }, 2.5],
  ['distance_feature', { field: 'location', origin: [1, 2], pivot: '1km' }, 6],
  ['function_score', { functions: [{ weight: 2 }] }, 2.5],
])('the cost of %s %j', (clause, params, cost) => {
  expect(partOf({ query: { [clause]: params } }, `query.${clause}`)).toBeCloseTo(cost, 9)
})

test.each<[string, object, string, number]>([
  [
    'words in a filter: half',
    { query: { bool: { filter: { match: { name: words(8) } } } } },
    'query.bool.filter.match',
    4,
  ],
  [
    'words that only count: half',
    { query: { match: { name: words(8) } }, size: 0 },
    'query.match',
    4,
  ],
  [
    'a function of a score that is not asked for',
    { query: { function_score: { functions: [{ weight: 2 }] } }, size: 0 },
    'query.function_score',
    0,
  ],
  [
    'an aggregation of a field that no index has: a bucket',
    aggs({ terms: { field: 'lost' } }),
    'aggs.x.terms',
    0.018,
  ],
  [
    'a range of ranges: each is collected in each of the others',
    aggs({ avg: { field: 'founded_year' } }, ranges(5)),
    'aggs.a.aggs.x.avg',
    5.005,
  ],
  [
    'a mebibyte: 4 of hdr with three digits',
    aggs({ percentiles: { field: 'founded_year', hdr: {} } }),
    'aggs.x.percentiles',
    23.0135,
  ],
])('%s', (_, body, path, cost) => {
  expect(partOf(body, path) ?? 0).toBeCloseTo(cost, 3)
})

test('until the engine has returned its fields, a search without fields counts as one in 30, and a histogram makes 22,000 buckets', () => {
  const text = (keys: object) =>
    partOf({ query: { query_string: { query: 'a b', ...keys } } }, 'query.query_string', unknown)
  expect(text({})).toBe(30 * text({ default_field: 'name' })!)
  const histogram = aggs({ histogram: { field: 'founded_year', interval: 10 } })
  expect(partOf(histogram, 'aggs.x.histogram', unknown)).toBe(3 + 22 + 22_000 * 0.005)
})
