import type { AggregationCase } from './aggregation-cases.js'

const numbers = ['long', 'integer', 'short', 'byte', 'double', 'float', 'flag', 'date', 'day']
const all = [...numbers, 'word', 'inner.code', 'text.keyword', 'n']
const queries = [{ match_all: {} }, { range: { n: { gte: 40, lt: 160 } } }]

/** Every kind of field, with several values, with none, with numbers given as text. */
export const oddAggregationCases: AggregationCase[] = queries.flatMap((query) => [
  ...all.flatMap((field) => [
    asked(query, { terms: { field, size: 40 } }),
    asked(query, { terms: { field, size: 5, order: { _key: 'desc' }, min_doc_count: 0 } }),
    asked(query, { terms: { field, size: 3 }, aggs: { sum: { sum: { field: 'integer' } } } }),
    asked(query, { value_count: { field } }),
    asked(query, { cardinality: { field } }),
    asked(query, { missing: { field } }),
  ]),
  ...numbers.flatMap((field) => [
    ...['avg', 'sum', 'min', 'max', 'stats', 'extended_stats'].map((type) =>
      asked(query, { [type]: { field } }),
    ),
    asked(query, { range: { field, ranges: [{ to: 0 }, { from: 0, to: 33.3 }, { from: 20 }] } }),
  ]),
  ...['integer', 'short', 'byte', 'double', 'float', 'flag'].flatMap((field) => [
    asked(query, { histogram: { field, interval: 7 } }),
    asked(query, { histogram: { field, interval: 0.75, min_doc_count: 2, offset: 0.2 } }),
  ]),
  ...['date', 'day'].flatMap((field) => [
    asked(query, { date_histogram: { field, calendar_interval: 'year', min_doc_count: 1 } }),
    asked(query, { date_histogram: { field, fixed_interval: '5000d', keyed: true } }),
    asked(query, {
      date_histogram: { field, calendar_interval: 'month', format: 'MM/yy', min_doc_count: 2 },
    }),
  ]),
  asked(query, {
    date_range: { field: 'date', ranges: [{ to: '1990' }, { from: '1990-06-01T12:00:00Z' }] },
  }),
  asked(query, {
    date_range: {
      field: 'day',
      ranges: [{ from: '2020/02/29', to: '2020/03/01' }, { to: '2000/01/01' }],
    },
  }),
  ...[1, 3, 6].flatMap((precision) => [
    asked(query, { geohash_grid: { field: 'place', precision } }),
    asked(query, { geotile_grid: { field: 'place', precision } }),
  ]),
  asked(query, { geo_bounds: { field: 'place' } }),
  asked(query, { geo_centroid: { field: 'place' } }),
  asked(query, { cardinality: { field: 'place' } }),
  asked(query, { value_count: { field: 'place' } }),
  asked(query, {
    filters: { filters: { red: { match: { text: 'red' } }, w: { prefix: { word: 'w1' } } } },
  }),
  asked(query, {
    terms: { field: 'word', size: 4 },
    aggs: { hits: { top_hits: { size: 2, _source: ['n'] } } },
  }),
])

const everything = { match_all: {} }

/** What Elasticsearch refuses. */
export const refusedAggregations: AggregationCase[] = [
  [],
  { nope: {} },
  {},
  { avg: { field: 'assets' }, max: { field: 'assets' } },
  { avg: [] },
  { avg: { field: 'assets' }, aggs: { x: { avg: { field: 'assets' } } } },
  { avg: {} },
  { avg: { field: 'assets', nope: 1 } },
  ...['country', 'name', 'location'].flatMap((field) =>
    ['avg', 'sum', 'min', 'max', 'stats', 'extended_stats'].map((type) => ({ [type]: { field } })),
  ),
  ...['terms', 'missing', 'cardinality', 'value_count'].map((type) => ({
    [type]: { field: 'name' },
  })),
  { terms: { field: 'location' } },
  { histogram: { field: 'country', interval: 1 } },
  { histogram: { field: 'name', interval: 1 } },
  { date_histogram: { field: 'country', calendar_interval: 'day' } },
  { geohash_grid: { field: 'country' } },
  { geotile_grid: { field: 'assets' } },
  { geo_bounds: { field: 'assets' } },
  { geo_centroid: { field: 'country' } },
  { terms: { field: 'active', format: '0' } },
  { terms: { field: 'country', format: '0' } },
  ...[0, -1, 'x', null, [1], {}].map((size) => ({ terms: { field: 'country', size } })),
  ...[{}, [], { _key: 'up' }, 'asc', 1].map((order) => ({ terms: { field: 'country', order } })),
  { terms: { field: 'country', order: { nope: 'asc' } } },
  { terms: { field: 'country', order: { s: 'asc' } }, aggs: { s: { stats: { field: 'assets' } } } },
  {
    terms: { field: 'country', order: { 's.nope': 'asc' } },
    aggs: { s: { stats: { field: 'assets' } } },
  },
  { terms: { field: 'country', order: { t: 'asc' } }, aggs: { t: { terms: { field: 'region' } } } },
  { terms: { field: 'founded_year', include: '1.*' } },
  { terms: { field: 'founded_year', missing: 'x' } },
  { terms: { field: 'country', min_doc_count: -1 } },
  { range: { field: 'assets' } },
  { range: { field: 'assets', ranges: [] } },
  { range: { field: 'assets', ranges: [{ form: 1 }] } },
  { range: { field: 'country', ranges: [{ from: 1 }] } },
  { date_range: { field: 'registered_on', ranges: [{ from: 'soon' }] } },
  { histogram: { field: 'assets' } },
  { histogram: { field: 'assets', interval: -1 } },
  { histogram: { field: 'assets', interval: 1, extended_bounds: { min: 3, max: 1 } } },
  { histogram: { field: 'assets', interval: 1 } },
  { date_histogram: { field: 'registered_on' } },
  { date_histogram: { field: 'registered_on', calendar_interval: '2d' } },
  { date_histogram: { field: 'registered_on', fixed_interval: '1M' } },
  { date_histogram: { field: 'registered_on', fixed_interval: '1d', calendar_interval: '1d' } },
  { date_histogram: { field: 'active', fixed_interval: '1d' } },
  { filter: { nope: {} } },
  { filters: {} },
  { filters: { filters: {} } },
  { geohash_grid: { field: 'location', precision: 13 } },
  { geotile_grid: { field: 'location', precision: 30 } },
  { top_hits: { size: 101 } },
  { percentile: { field: 'assets' } },
  { terms: { field: 'country', include: { part: 0 } } },
  { terms: { field: 'country', include: 'a(b' } },
  { avg: { field: 'assets', format: '0.0.0' } },
  { avg: { field: 'assets', format: '0#' } },
  { cardinality: { field: 'country', execution_hint: 'map' } },
  { composite: { sources: [{ x: { terms: { field: 'country', missing_order: 'first' } } }] } },
  { date_histogram: { field: 'registered_on', fixed_interval: '9000d', time_zone: 'Europe' } },
  { date_histogram: { field: 'registered_on', fixed_interval: '9000d', format: 'bbb' } },
  ...unknownKeys(),
].map((agg) => asked(everything, agg))

function unknownKeys(): unknown[] {
  const metrics =
    'avg sum min max stats extended_stats value_count cardinality geo_bounds geo_centroid top_hits'
  const buckets =
    'terms range date_range histogram date_histogram filters missing global geohash_grid ' +
    'geotile_grid'
  return `${metrics} ${buckets}`.split(' ').map((type) => ({ [type]: { nope: 1 } }))
}

function asked(query: Record<string, unknown>, result: unknown): AggregationCase {
  return { query, aggs: { result } }
}
