type Json = Record<string, unknown>

const queries: Json[] = [
  { match_all: {} },
  { term: { country: 'JP' } },
  { range: { founded_year: { gte: 1990, lt: 2010 } } },
]
const keywords = ['country', 'region', 'activity.keyword', 'name.keyword']
const numbers = ['founded_year', 'employees', 'assets', 'nowhere']
const busy = { range: { employees: { gte: 50 } } }
const inside = {
  avg_assets: { avg: { field: 'assets' } },
  years: { stats: { field: 'founded_year' } },
  busy: { filter: busy, aggs: { most: { max: { field: 'employees' } } } },
}

/** Bodies with one aggregation, `result`, each with one of the queries. */
export function aggregationCases(): Json[] {
  const all = [terms, metrics, ranges, histograms, dates, filters, geo, nested]
  return all
    .flatMap((make) => make())
    .map((result, i) => ({ query: queries[i % queries.length], size: 0, aggs: { result } }))
}

function terms(): Json[] {
  return [
    ...[...keywords, ...numbers, 'active', 'registered_on'].flatMap((field) => [
      { terms: { field } },
      { terms: { field, size: 3, show_term_doc_count_error: true } },
      { terms: { field, size: 1000, order: { _key: 'asc' } } },
      { terms: { field, size: 5, min_doc_count: 0, order: [{ _count: 'asc' }, { _key: 'desc' }] } },
      { terms: { field, size: 6 }, aggs: inside },
      { terms: { field, size: 6, order: { 'busy>most': 'desc' } }, aggs: inside },
    ]),
    ...keywords.flatMap((field) => [
      { terms: { field, include: '[A-M].*', size: 50 } },
      { terms: { field, exclude: '.*[aeiou]{2,}.*', size: 50 } },
      { terms: { field, include: ['US', 'JP', 'MA', 'foundation', 'health', 'none'] } },
      { terms: { field, missing: 'n/a', size: 5, order: { _key: 'desc' } } },
    ]),
    { terms: { field: 'founded_year', exclude: [1990, 1991, 2001], size: 20 } },
    { terms: { field: 'registered_on', format: 'yyyy/MM/dd', size: 5 } },
  ]
}

function metrics(): Json[] {
  const types = ['avg', 'sum', 'min', 'max', 'stats', 'extended_stats']
  return [
    ...types.flatMap((type) => [
      ...[...numbers, 'registered_on', 'active'].map((field) => ({ [type]: { field } })),
      { [type]: { field: 'employees', missing: 7 } },
      { [type]: { field: 'assets', format: '#,##0.00' } },
    ]),
    ...[...keywords, ...numbers, 'active', 'location'].flatMap((field) => [
      { value_count: { field } },
      { cardinality: { field } },
    ]),
  ]
}

function ranges(): Json[] {
  const spans = [{ to: 1900 }, { from: 1900, to: 1950 }, { key: 'late', from: 1950 }]
  const days = [{ to: '1950' }, { from: '1950-01-01', to: '2000||/y' }, { from: '2000-06' }]
  const months = [{ from: '1999-03', to: '2010-11' }]
  const dates = { field: 'registered_on', ranges: days }
  return [
    ...numbers.flatMap((field) => [
      { range: { field, ranges: spans } },
      { range: { field, ranges: spans, keyed: true }, aggs: inside },
      { range: { field, missing: 1920, ranges: [{ from: 10.5, to: 1e7 }, { to: 1e8 }] } },
    ]),
    { date_range: dates },
    { date_range: { ...dates, keyed: true, format: 'yyyy-MM', ranges: months } },
    { date_range: { ...dates, time_zone: '+05:30' }, aggs: inside },
  ]
}

function histograms(): Json[] {
  const bounds = { min: 1000, max: 2500 }
  return [
    ...['founded_year', 'employees', 'nowhere'].flatMap((field) => [
      { histogram: { field, interval: 25 } },
      { histogram: { field, interval: 25, min_doc_count: 1 }, aggs: inside },
      { histogram: { field, interval: 100, extended_bounds: bounds, min_doc_count: 0 } },
      { histogram: { field, interval: 100, hard_bounds: { min: 100, max: 1950 } } },
      { histogram: { field, interval: 50, order: { avg_assets: 'desc' } }, aggs: inside },
      { histogram: { field, interval: 500, missing: 42, format: '0.00' } },
    ]),
    { histogram: { field: 'assets', interval: 1e7, min_doc_count: 1 } },
  ]
}

function dates(): Json[] {
  const year = { field: 'registered_on', calendar_interval: 'year' }
  return [
    ...['1q', 'month', 'week', 'day'].map((calendar_interval) => ({
      date_histogram: { ...year, calendar_interval, time_zone: '-05:30', min_doc_count: 1 },
    })),
    { date_histogram: { field: 'registered_on', fixed_interval: '1000d' } },
    { date_histogram: year, aggs: inside },
    { date_histogram: { ...year, keyed: true, format: 'yyyy' } },
    { date_histogram: { ...year, extended_bounds: { min: '1890', max: '2030-05' } } },
    { date_histogram: { ...year, field: 'nowhere' } },
  ]
}

function filters(): Json[] {
  const named = { young: { range: { founded_year: { gte: 2000 } } }, busy }
  const fields = [...keywords, ...numbers, 'active', 'registered_on', 'location']
  return [
    ...fields.flatMap((field) => [
      { missing: { field } },
      { filter: { exists: { field } }, aggs: inside },
    ]),
    { filters: { filters: named }, aggs: inside },
    { filters: { filters: named, other_bucket: true } },
    { filters: { filters: named, other_bucket_key: 'rest', keyed: false } },
    { filters: { filters: Object.values(named) }, aggs: inside },
    { global: {}, aggs: { count: { value_count: { field: 'region' } }, ...inside } },
  ]
}

/** Of all, in the middle of cells, at the edges of some, and across the 180th meridian. */
const boxes = [
  { top_left: { lat: 90, lon: -180 }, bottom_right: { lat: -90, lon: 180 } },
  { top_left: { lat: 60.1, lon: -10.2 }, bottom_right: { lat: 40.3, lon: 20.4 } },
  { top_left: { lat: 0, lon: -90 }, bottom_right: { lat: -80, lon: 0 } },
  { top_left: { lat: 70, lon: 20 }, bottom_right: { lat: 0, lon: -100 } },
]

function geo(): Json[] {
  const field = 'location'
  const box = { geo_bounds: { field } }
  const middle = { geo_centroid: { field } }
  return [
    ...[1, 2, 4, 6, 8].map((precision) => ({ geohash_grid: { field, precision } })),
    ...[0, 3, 5, 8, 12].map((precision) => ({
      geotile_grid: { field, precision, size: 50 },
      aggs: { middle },
    })),
    ...boxes.flatMap((bounds) =>
      [0, 3, 8].map((precision) => ({ geotile_grid: { field, precision, bounds } })),
    ),
    ...[box, middle, { geo_bounds: { field: 'nowhere' } }, { geohash_grid: { field: 'nowhere' } }],
    { terms: { field: 'country', size: 30 }, aggs: { box, middle } },
  ]
}

function nested(): Json[] {
  const best = { size: 2, _source: ['name', 'loc*'], sort: [{ employees: 'desc' }, { id: 'asc' }] }
  const money = { sum: { field: 'assets' } }
  const by_year = { histogram: { field: 'founded_year', interval: 50 } }
  const activities = { terms: { field: 'activity.keyword', size: 3, order: { money: 'desc' } } }
  return [
    {
      terms: { field: 'country', size: 5 },
      aggs: { activities: { ...activities, aggs: { money, by_year } } },
    },
    {
      histogram: { field: 'founded_year', interval: 50, min_doc_count: 0 },
      aggs: {
        countries: { terms: { field: 'country', size: 2 } },
        cells: { geohash_grid: { field: 'location', precision: 2, size: 3 } },
      },
    },
    { terms: { field: 'region', order: { _key: 'asc' } }, aggs: { best: { top_hits: best } } },
    { top_hits: { ...best, from: 1, size: 5, _source: false } },
    { meta: { note: [1, { two: 'three' }] }, terms: { field: 'country', size: 1 } },
  ]
}
