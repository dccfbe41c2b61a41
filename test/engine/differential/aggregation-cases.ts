/** A search with `size: 0`: what both engines must answer alike. */
export interface AggregationCase {
  query: Record<string, unknown>
  aggs: Record<string, unknown>
}

/**
 * From this many different values on, Elasticsearch estimates a cardinality (HyperLogLog++) where
 * ours is exact.
 */
export const estimatedFrom = 3000

const everything = { match_all: {} }
const queries = [
  everything,
  { term: { country: 'JP' } },
  { range: { founded_year: { gte: 1990, lt: 2010 } } },
  { match_none: {} },
]

const keywords = [
  'country',
  'region',
  'activity.keyword',
  'legal_status.keyword',
  'name.keyword',
  'website',
  'nowhere',
]
const numbers = ['founded_year', 'employees', 'assets', 'revenue', 'nowhere']
const inside = {
  avg_assets: { avg: { field: 'assets' } },
  years: { stats: { field: 'founded_year' } },
  busy: {
    filter: { range: { employees: { gte: 50 } } },
    aggs: { most: { max: { field: 'employees' } } },
  },
}

/** One case for each combination of a query and an aggregation. */
export const aggregationCases: AggregationCase[] = queries.flatMap((query) =>
  [
    ...terms(),
    ...metrics(),
    ...ranges(),
    ...histograms(),
    ...dates(),
    ...filters(),
    ...geo(),
    ...nested(),
  ].map((agg) => ({
    query,
    aggs: { result: agg },
  })),
)

function terms(): unknown[] {
  const fields = [...keywords, ...numbers, 'active', 'registered_on']
  return [
    ...fields.flatMap((field) => [
      { terms: { field } },
      { terms: { field, size: 3, show_term_doc_count_error: true } },
      { terms: { field, size: 2, shard_size: 2, show_term_doc_count_error: true } },
      { terms: { field, size: 1000, order: { _key: 'asc' } } },
      { terms: { field, size: 4, order: { _key: 'desc' }, min_doc_count: 2 } },
      { terms: { field, size: 5, order: { _count: 'asc' }, show_term_doc_count_error: true } },
      { terms: { field, size: 5, min_doc_count: 0, order: [{ _count: 'asc' }, { _key: 'desc' }] } },
      { terms: { field, size: 6 }, aggs: inside },
      { terms: { field, size: 6, order: { avg_assets: 'asc' } }, aggs: inside },
      { terms: { field, size: 6, order: { 'years.max': 'asc' } }, aggs: inside },
      { terms: { field, size: 6, order: { 'busy>most': 'desc' } }, aggs: inside },
      { terms: { field, size: 6, order: { busy: 'desc' } }, aggs: inside },
    ]),
    // by falling average, Elasticsearch itself answers now this, now that where an average is
    // missing and terms are many
    ...['country', 'activity.keyword', 'active'].map((field) => ({
      terms: { field, size: 6, shard_size: 50, order: { avg_assets: 'desc' } },
      aggs: inside,
    })),
    ...keywords.flatMap((field) => [
      { terms: { field, include: '[A-M].*', size: 50 } },
      { terms: { field, exclude: '.*[aeiou]{2,}.*', size: 50 } },
      { terms: { field, include: ['US', 'JP', 'MA', 'foundation', 'health', 'none'] } },
      { terms: { field, exclude: ['US', 'JP', 'MA', 'foundation', 'health'], size: 4 } },
      { terms: { field, missing: 'n/a', size: 5, order: { _key: 'desc' } } },
    ]),
    { terms: { field: 'founded_year', include: [1990, 1991, 2001] } },
    { terms: { field: 'founded_year', exclude: [1990, 1991, 2001], size: 20 } },
    { terms: { field: 'employees', missing: -1, size: 4 } },
    { terms: { field: 'founded_year', format: '#,##0.0' } },
    { terms: { field: 'registered_on', format: 'yyyy/MM/dd', size: 5 } },
    { terms: { field: 'active', include: [true] } },
  ]
}

function metrics(): unknown[] {
  const fields = [...numbers, 'registered_on', 'active']
  const counted = [...keywords, ...fields, 'location']
  return [
    ...fields.flatMap((field) =>
      ['avg', 'sum', 'min', 'max', 'stats', 'extended_stats'].map((type) => ({
        [type]: { field },
      })),
    ),
    ...['avg', 'sum', 'min', 'max', 'stats', 'extended_stats'].flatMap((type) => [
      { [type]: { field: 'employees', missing: 7 } },
      { [type]: { field: 'assets', format: '#,##0.00' } },
      { [type]: { field: 'registered_on', format: 'yyyy-MM' } },
    ]),
    { extended_stats: { field: 'assets', sigma: 3 } },
    ...counted.flatMap((field) => [{ value_count: { field } }, { cardinality: { field } }]),
    { value_count: { field: 'employees', missing: 3 } },
    { cardinality: { field: 'website', missing: 'none' } },
  ]
}

function ranges(): unknown[] {
  const spans = [
    { to: 1900 },
    { from: 1900, to: 1950 },
    { from: 1950 },
    { key: 'late', from: 2000 },
  ]
  return [
    ...numbers.flatMap((field) => [
      { range: { field, ranges: spans } },
      { range: { field, ranges: spans, keyed: true } },
      {
        range: { field, ranges: [{ from: 10.5, to: 1e7 }, { to: 1e8 }, { from: '20' }] },
        aggs: inside,
      },
      { range: { field, ranges: [{ from: 1e9 }], format: '0.0' } },
      { range: { field, missing: 1920, ranges: spans } },
    ]),
    {
      date_range: {
        field: 'registered_on',
        ranges: [{ to: '1950' }, { from: '1950-01-01', to: '2000||/y' }, { from: '2000-06' }],
      },
    },
    {
      date_range: {
        field: 'registered_on',
        keyed: true,
        format: 'yyyy-MM',
        ranges: [{ from: '1999-03', to: '2010-11' }],
      },
    },
    {
      date_range: {
        field: 'registered_on',
        time_zone: '+05:30',
        ranges: [{ from: '1999-03', to: '2010-11-02' }],
      },
      aggs: inside,
    },
    {
      date_range: {
        field: 'registered_on',
        ranges: [{ from: 631152000000, to: 946684800000, key: 'nineties' }],
      },
    },
    { date_range: { field: 'registered_on', ranges: [{ from: '2020-01-15||-20y/M' }] } },
    { date_range: { field: 'nowhere', ranges: [{ from: '2020' }] } },
  ]
}

function histograms(): unknown[] {
  const fields = numbers.flatMap((field) =>
    field === 'founded_year' || field === 'employees' || field === 'nowhere' ? [field] : [],
  )
  return [
    ...fields.flatMap((field) => [
      { histogram: { field, interval: 25 } },
      { histogram: { field, interval: 25, min_doc_count: 1 }, aggs: inside },
      { histogram: { field, interval: 33.3, offset: 7, min_doc_count: 2, keyed: true } },
      {
        histogram: {
          field,
          interval: 100,
          extended_bounds: { min: 1000, max: 2500 },
          min_doc_count: 0,
        },
      },
      { histogram: { field, interval: 100, extended_bounds: { max: 3000 } } },
      { histogram: { field, interval: 100, hard_bounds: { min: 100, max: 1950 } } },
      { histogram: { field, interval: 50, order: { _count: 'desc' }, min_doc_count: 1 } },
      { histogram: { field, interval: 50, order: { avg_assets: 'desc' } }, aggs: inside },
      { histogram: { field, interval: 0.1, offset: 0.05, min_doc_count: 3 } },
      { histogram: { field, interval: 500, format: '0.00', keyed: true } },
      { histogram: { field, interval: 500, missing: 42 } },
    ]),
    { histogram: { field: 'assets', interval: 1e6 } },
    { histogram: { field: 'active', interval: 1 } },
  ]
}

function dates(): unknown[] {
  const field = 'registered_on'
  const calendar = ['year', '1q', 'month', 'week', 'day', '1h', 'minute'].map(
    (calendar_interval) => ({
      date_histogram: { field, calendar_interval, min_doc_count: 1 },
    }),
  )
  const zones = ['UTC', 'Z', '+02:00', '-05:30', '+14:00'].flatMap((time_zone) => [
    { date_histogram: { field, calendar_interval: 'month', time_zone, min_doc_count: 2 } },
    { date_histogram: { field, fixed_interval: '1000d', time_zone } },
  ])
  return [
    ...calendar,
    ...zones,
    { date_histogram: { field, calendar_interval: 'year' }, aggs: inside },
    { date_histogram: { field, fixed_interval: '36500d', offset: '+10d' } },
    { date_histogram: { field, calendar_interval: 'year', offset: '-3h', min_doc_count: 1 } },
    {
      date_histogram: {
        field,
        calendar_interval: 'quarter',
        order: { _key: 'desc' },
        min_doc_count: 3,
      },
    },
    {
      date_histogram: {
        field,
        calendar_interval: 'year',
        order: { _count: 'desc' },
        min_doc_count: 5,
      },
    },
    { date_histogram: { field, calendar_interval: 'year', keyed: true, format: 'yyyy' } },
    { date_histogram: { field, calendar_interval: 'month', format: 'MMM yyyy', min_doc_count: 2 } },
    {
      date_histogram: {
        field,
        calendar_interval: 'year',
        extended_bounds: { min: '1890', max: '2030-05' },
      },
    },
    {
      date_histogram: {
        field,
        calendar_interval: 'year',
        hard_bounds: { min: '1950', max: '1999' },
      },
    },
    {
      date_histogram: { field, calendar_interval: 'year', missing: '1800-05-05', min_doc_count: 1 },
    },
    { date_histogram: { field: 'founded_year', fixed_interval: '100ms' } },
    { date_histogram: { field: 'nowhere', calendar_interval: 'year' } },
  ]
}

function filters(): unknown[] {
  const some = {
    young: { range: { founded_year: { gte: 2000 } } },
    big: { range: { employees: { gte: 100 } } },
  }
  const fields = [...keywords, ...numbers, 'active', 'registered_on', 'location']
  return [
    ...fields.map((field) => ({ missing: { field } })),
    { missing: { field: 'website' }, aggs: inside },
    ...fields.map((field) => ({ filter: { exists: { field } }, aggs: inside })),
    { filters: { filters: some }, aggs: inside },
    ...keywords.map((field) => ({
      filters: { filters: { ...some, known: { exists: { field } } } },
      aggs: inside,
    })),
    { filters: { filters: some, other_bucket: true } },
    { filters: { filters: some, other_bucket_key: 'rest', keyed: false } },
    { filters: { filters: Object.values(some), other_bucket: true }, aggs: inside },
    ...keywords.map((field) => ({
      global: {},
      aggs: { count: { value_count: { field } }, ...inside },
    })),
  ]
}

function geo(): unknown[] {
  const field = 'location'
  return [
    ...[1, 2, 3, 4, 5, 6, 8, 12].flatMap((precision) => [
      { geohash_grid: { field, precision } },
      { geohash_grid: { field, precision, size: 5, shard_size: 7 }, aggs: inside },
    ]),
    ...[0, 1, 3, 5, 8, 12, 20, 29].flatMap((precision) => [
      { geotile_grid: { field, precision } },
      {
        geotile_grid: { field, precision, size: 5 },
        aggs: { middle: { geo_centroid: { field } } },
      },
    ]),
    { geohash_grid: { field } },
    { geotile_grid: { field } },
    { geo_bounds: { field } },
    { geo_bounds: { field, wrap_longitude: false } },
    ...['country', 'region', 'activity.keyword'].map((key) => ({
      terms: { field: key, size: 3 },
      aggs: { box: { geo_bounds: { field } } },
    })),
    { geo_centroid: { field } },
    { geo_bounds: { field: 'nowhere' } },
    { geo_centroid: { field: 'nowhere' } },
    { geohash_grid: { field: 'nowhere' } },
    {
      terms: { field: 'country', size: 30 },
      aggs: { box: { geo_bounds: { field } }, middle: { geo_centroid: { field } } },
    },
  ]
}

function nested(): unknown[] {
  return [
    {
      terms: { field: 'country', size: 5 },
      aggs: {
        activities: {
          terms: { field: 'activity.keyword', size: 3, order: { money: 'desc' } },
          aggs: {
            money: { sum: { field: 'assets' } },
            by_year: { histogram: { field: 'founded_year', interval: 50 } },
          },
        },
      },
    },
    {
      histogram: { field: 'founded_year', interval: 50, min_doc_count: 0 },
      aggs: {
        countries: { terms: { field: 'country', size: 2 } },
        when: { date_range: { field: 'registered_on', ranges: [{ from: '1950' }] } },
        box: { geo_bounds: { field: 'location' } },
        spread: { extended_stats: { field: 'assets' } },
        cells: { geohash_grid: { field: 'location', precision: 2, size: 3 } },
      },
    },
    {
      terms: { field: 'country', order: { _key: 'asc' } },
      aggs: { hits: { top_hits: { size: 2, _source: ['name'], sort: [{ assets: 'desc' }] } } },
    },
    ...[1, 2, 3, 5, 10].flatMap((size) => [
      {
        top_hits: { from: 1, size, _source: false, sort: [{ founded_year: 'asc' }, { id: 'asc' }] },
      },
      {
        terms: { field: 'region', size, order: { _key: 'desc' } },
        aggs: {
          best: {
            top_hits: {
              size,
              sort: [{ employees: 'desc' }, { id: 'asc' }],
              _source: ['name', 'loc*'],
            },
          },
        },
      },
    ]),
    { meta: { note: [1, { two: 'three' }] }, terms: { field: 'country', size: 1 } },
  ]
}
