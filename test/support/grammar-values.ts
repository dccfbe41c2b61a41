/** What the samples of the grammar (grammar-samples.ts) are filled with. */

export const all = { match_all: {} }
/** One point in each of its forms. */
export const places = [{ lat: 45.5, lon: 9.2 }, [9.2, 45.5], '45.5,9.2', 'u0nd']
/** Aggregations that each may be the source of a composite one, alone. */
export const sources = ['terms', 'histogram', 'date_histogram', 'geotile_grid']

/** Values by the key that they are at, where one made from the rule alone would mean nothing. */
export const meant: Readonly<Record<string, readonly unknown[]>> = {
  after: [{ inner: 'x' }],
  boost: [2],
  boundary_scanner_locale: ['en-US'],
  buckets_path: ['inner'],
  calendar_interval: ['year', '1y', 'quarter', '1q', 'month', '1M', 'week', '1w'],
  coordinates: [[9.2, 45.5]],
  distance: ['20km', 20_000],
  execution_hint: ['map'],
  fixed_interval: ['30d'],
  flags: ['ALL', 'AND|OR', -1],
  fuzziness: ['AUTO', 1],
  fuzzy_rewrite: ['top_terms_blended_freqs_50', 'constant_score_boolean'],
  geohash: ['u0'],
  geohex: ['811fbffffffffff'],
  geotile: ['2/2/1'],
  minimum_should_match: ['75%', 1],
  post_tags: [['</b>'], '</b>'],
  precision: [3, '500km'],
  query_vector: [[1, 2, 3]],
  rewrite: ['constant_score', 'scoring_boolean', 'top_terms_10'],
  time_zone: ['+02:00', 'Europe/Rome'],
  timeout: ['5s'],
  unit: ['km'],
  unmapped_type: ['long', 'ip'],
  value_type: ['double'],
  wkt: ['BBOX (6.0, 19.0, 47.0, 36.0)'],
}

/** What the rules let pass unjudged, so that the grammar says nothing of it. */
export const unjudged: Readonly<Record<string, unknown>> = {
  script: { source: '1' },
  lookup: { index: 'other', id: '1', path: 'name' },
  wrapper: { query: Buffer.from('{"match_all":{}}').toString('base64') },
  pit: { id: 'x' },
  runtime_mappings: { made: { type: 'keyword' } },
  retriever: { standard: { query: all } },
}

/** The field of the sample organizations that a construct is tried on; all others take a text. */
export const fields: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    founded_year: 'range histogram variable_width_histogram',
    registered_on: 'date_range date_histogram auto_date_histogram distance_feature',
    location:
      '_geo_distance geo_distance geo_bounding_box geo_grid geo_shape geo_bounds geo_centroid ' +
      'geohash_grid geotile_grid geohex_grid',
    region:
      'terms rare_terms multi_terms significant_terms missing collapse sort docvalue_fields ' +
      'string_stats',
    assets:
      'avg sum min max stats extended_stats value_count cardinality percentiles ' +
      'percentile_ranks boxplot',
  }).flatMap(([field, names]) => names.split(' ').map((name) => [name, field])),
)

/** What an object needs to mean something, next to what the grammar requires. */
export const needed = (
  'value field calendar_interval filters ranges values query terms sources top_left ' +
  'bottom_right post_tags'
).split(' ')

/** What a key of the body needs next to it. */
export const beside: Readonly<Record<string, object>> = {
  search_after: { sort: ['region'] },
  sort: { size: 1 },
}
