import { pathText } from '../src/rule/body-path.js'
import { validatorOf } from '../src/validate/request.js'

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

describe('a histogram costs the steps that are collected', () => {
  const ofDates = new Map([
    // one bad date at each end: 3000 years
    ['on', { ...keyword, type: 'date', span: [Date.parse('0001'), Date.parse('2987')] as const }],
    ['year', { ...keyword, type: 'integer', span: [0, 100_000] as const }],
  ])
  const register = { fields: () => ofDates, documents: () => 0 }
  const judge = validatorOf({ indexPrefixes, maxCost: 1e12 }, register, true)
  const monthly = { date_histogram: { field: 'on', calendar_interval: 'month' } }
  const yearly = { histogram: { field: 'year', interval: 1 } }
  /** Steps as they are priced. */
  const stepsOf = (body: object, type = 'date_histogram', path = `aggs.x.${type}`) =>
    Math.round(
      (partOf(body, path, judge)! - (type === 'histogram' ? 3 : 8)) / (22 / 22_000 + 0.005),
    )
  const asked = (query: object, x: object = monthly) => ({ query, size: 0, aggs: { x } })
  const range = (on: object) => ({ range: { on } })
  const decade = range({ gte: '2010-01-01', lt: '2020-01-01' })
  const dated = (keys: object) =>
    asked(all, { date_histogram: { ...monthly.date_histogram, ...keys } })

  test.each<[string, object, number]>([
    ['of the index', asked(all), 22_000],
    ['within hard_bounds', dated({ hard_bounds: { min: '2010', max: '2020' } }), 144],
    ['within a range', asked(decade), 132],
    ['within a range of a bool', asked({ bool: { must: [all], filter: [decade] } }), 132],
    ['within a range of others', asked({ constant_score: { filter: decade } }), 132],
    ['within date math', asked(range({ gte: 'now-10y/y', lte: 'now' })), 145],
    ['within milliseconds', asked(range({ gte: 0, lt: 1e12, format: 'epoch_millis' })), 415],
    [
      'within a part of a date, with all that it may be',
      asked(range({ gte: '2019', lte: '2019' })),
      15,
    ],
    ['of the index after one end', asked(range({ gte: '2010-01-01' })), 12_700],
    ['of the index where a range is no condition', asked({ bool: { should: [decade] } }), 22_000],
    [
      'of the index where it is of another field',
      asked({ range: { year: { gte: 1, lt: 2 } } }),
      22_000,
    ],
    [
      'of the index in another format',
      asked(range({ gte: '1', lte: '2', format: 'epoch_second' })),
      22_000,
    ],
    ['of the index after post_filter', { ...asked(all), post_filter: decade }, 22_000],
  ])('%s', (_, body, steps) => {
    expect(Math.abs(stepsOf(body) - steps)).toBeLessThanOrEqual(steps / 40)
  })

  test.each<[string, object, number]>([
    [
      'of numbers within a range',
      asked({ range: { year: { gte: 1990, lte: '1999' } } }, yearly),
      11,
    ],
    ['of numbers in the index', asked(all, yearly), 22_000],
    [
      'of numbers within hard_bounds',
      asked(all, { histogram: { ...yearly.histogram, hard_bounds: { min: 1, max: 9 } } }),
      10,
    ],
  ])('%s', (_, body, steps) => {
    expect(stepsOf(body, 'histogram')).toBe(steps)
  })

  test('within a filter around it, unless global collects all documents again', () => {
    const path = 'aggs.a.aggs.x.date_histogram'
    expect(stepsOf(aggs(monthly, { filter: decade }), 'date_histogram', path)).toBeLessThan(140)
    expect(
      stepsOf(
        { ...asked(decade), aggs: aggs(monthly, { global: {} }).aggs },
        'date_histogram',
        path,
      ),
    ).toBeGreaterThan(20_000)
  })

  test('a refusal says what lowers the cost', () => {
    const limited = validatorOf({ indexPrefixes, maxCost: 100 }, register)
    const body = asked(all, { ...monthly, aggs: { y: { terms: { field: 'year' } } } })
    const refusal = limited(JSON.stringify({ index: 'organization-entity', body }))
    expect(refusal).toMatchObject({
      problems: {
        body: [
          expect.stringMatching(
            /; hard_bounds in aggs\.x\.date_histogram, or a range of its field in the query, lower it$/,
          ),
        ],
      },
    })
  })
})
