/**
 * For each limit (docs/search-rules.md, Limits): a body at the shipped limit, which passes, and one
 * just over it.
 */
export type LimitCase = [limit: string, at: object, over: object]

const all = { match_all: {} }
const many = <T>(count: number, of: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => of(i))
const nest = (levels: number, wrap: (inner: object) => object, core: object): object =>
  levels === 0 ? core : wrap(nest(levels - 1, wrap, core))
const query = (clause: object) => ({ query: clause })
const body = (keys: object) => ({ query: all, ...keys })
const agg = (type: object) => body({ aggs: { x: type } })
const bools = (levels: number) => query(nest(levels, (inner) => ({ bool: { must: inner } }), all))
const terms = (levels: number) =>
  body({ aggs: nest(levels, (aggs) => ({ x: { filter: all, aggs } }), { x: { filter: all } }) })
const branch = (...sizes: number[]) =>
  body({
    aggs: sizes.reduceRight<object>(
      (aggs, size) => ({ x: { terms: { field: 'a', size }, aggs } }),
      {},
    ),
  })
const text = (length: number) => 'a'.repeat(length)
const queryString = (value: string) =>
  query({ query_string: { query: value, default_field: 'name' } })
const simple = (value: string) => query({ simple_query_string: { query: value, fields: ['name'] } })
const ring = (points: number) =>
  query({
    geo_shape: {
      location: { shape: { type: 'LineString', coordinates: many(points, (i) => [i / 1000, 1]) } },
    },
  })
const wkt = (points: number) =>
  query({
    geo_shape: { location: { shape: `LINESTRING (${many(points, () => '1 2').join(', ')})` } },
  })
const histogram = (keys: object) => agg({ histogram: { field: 'a', interval: 1, ...keys } })
const dates = (keys: object) => agg({ date_histogram: { field: 'a', ...keys } })
const hour = { min: '2020-01-01T00:00:00Z', max: '2020-01-01T01:00:00Z' }
const year = { min: '2020-01-01', max: '2021-01-01' }
const centuries = { min: '1890', max: '2030-05' }
const meta = (value: object) => body({ aggs: { x: { max: { field: 'a' }, meta: value } } })
const lists = (levels: number): unknown => (levels === 0 ? 1 : [lists(levels - 1)])
const highlight = (keys: object) => body({ highlight: { fields: { name: {} }, ...keys } })

/** Names of the caller's choosing, which an answer repeats for each bucket. */
const named: readonly [string, (name: string) => object][] = [
  ['an aggregation', (name) => body({ aggs: { [name]: { max: { field: 'a' } } } })],
  [
    'an aggregation inside',
    (name) =>
      agg({ filter: all, aggs: { x: { filter: all, aggs: { [name]: { max: { field: 'a' } } } } } }),
  ],
  ['a filter', (name) => agg({ filters: { filters: { [name]: all } } })],
  ['a source', (name) => agg({ composite: { sources: [{ [name]: { terms: { field: 'a' } } }] } })],
  ['a path of buckets', (name) => agg({ avg_bucket: { buckets_path: { [name]: 'x' } } })],
]

export const limitCases: readonly LimitCase[] = [
  ['size', body({ size: 10_000 }), body({ size: 10_001 })],
  ['size as text', body({ size: '10000' }), body({ size: '10001' })],
  ['from + size', body({ from: 9990 }), body({ from: 9991 })],
  ['from + size, both given', body({ from: 5000, size: 5000 }), body({ from: 5000, size: 5001 })],
  [
    'from + size as texts',
    body({ from: '5000', size: '5000' }),
    body({ from: '5000', size: '5001' }),
  ],
  ['timeout', body({ timeout: '10s' }), body({ timeout: '11s' })],
  ['timeout in minutes', body({ timeout: '10000ms' }), body({ timeout: '1m' })],
  [
    'sort clauses',
    body({ sort: many(16, (i) => `f${i}`) }),
    body({ sort: many(17, (i) => `f${i}`) }),
  ],
  [
    'sort keys in one object',
    body({ sort: Object.fromEntries(many(16, (i) => [`f${i}`, 'asc'])) }),
    body({ sort: Object.fromEntries(many(17, (i) => [`f${i}`, 'asc'])) }),
  ],
  [
    'search_after',
    body({ search_after: many(16, String) }),
    body({ search_after: many(17, String) }),
  ],
  ['_source patterns', body({ _source: many(100, String) }), body({ _source: many(101, String) })],
  [
    '_source includes',
    body({ _source: { includes: many(100, String) } }),
    body({ _source: { includes: many(101, String) } }),
  ],
  ['query nesting', bools(19), bools(20)],
  [
    'clauses',
    query({ bool: { should: many(1023, () => all) } }),
    query({ bool: { should: many(1024, () => all) } }),
  ],
  [
    'clauses of several trees',
    body({
      query: { bool: { should: many(1000, () => all) } },
      post_filter: { bool: { must: many(22, () => all) } },
    }),
    body({
      query: { bool: { should: many(1000, () => all) } },
      post_filter: { bool: { must: many(23, () => all) } },
    }),
  ],
  [
    'terms',
    query({ terms: { a: many(10_000, (i) => i) } }),
    query({ terms: { a: many(10_001, (i) => i) } }),
  ],
  [
    'ids',
    query({ ids: { values: many(10_000, (i) => i) } }),
    query({ ids: { values: many(10_001, (i) => i) } }),
  ],
  ['match text', query({ match: { a: text(4096) } }), query({ match: { a: text(4097) } })],
  [
    'match words',
    query({ match: { a: many(512, () => 'a').join(' ') } }),
    query({ match: { a: many(513, () => 'a').join(' ') } }),
  ],
  [
    'match ideographs behind letters',
    query({ match: { a: 'a赤'.repeat(256) } }),
    query({ match: { a: `${'a赤'.repeat(256)}a` } }),
  ],
  [
    'match ideographs',
    query({ match: { a: '赤'.repeat(512) } }),
    query({ match: { a: '赤'.repeat(513) } }),
  ],
  [
    'multi_match text',
    query({ multi_match: { query: text(4096) } }),
    query({ multi_match: { query: text(4097) } }),
  ],
  ['term value', query({ term: { a: text(4096) } }), query({ term: { a: text(4097) } })],
  [
    'multi_match fields',
    query({ multi_match: { query: 'a', fields: many(64, String) } }),
    query({ multi_match: { query: 'a', fields: many(65, String) } }),
  ],
  [
    'query_string fields',
    query({ query_string: { query: 'a', fields: many(64, String) } }),
    query({ query_string: { query: 'a', fields: many(65, String) } }),
  ],
  ['query_string length', queryString(text(2048)), queryString(text(2049))],
  [
    'query_string parentheses',
    queryString(`${'('.repeat(20)}a${')'.repeat(20)}`),
    queryString(`${'('.repeat(21)}a${')'.repeat(21)}`),
  ],
  [
    'query_string parentheses in quotes',
    queryString(`"${'('.repeat(20)}"`),
    queryString(`"${'('.repeat(21)}"`),
  ],
  [
    'query_string operators',
    queryString(many(257, () => 'a').join(' OR ')),
    queryString(many(258, () => 'a').join(' OR ')),
  ],
  [
    'query_string signs',
    queryString(many(256, () => '+a').join(' ')),
    queryString(many(257, () => '+a').join(' ')),
  ],
  ['query_string wildcards', queryString('a*'.repeat(8)), queryString('a*'.repeat(9))],
  ['simple_query_string length', simple(text(2048)), simple(text(2049))],
  ['simple_query_string parentheses', simple('('.repeat(20)), simple('('.repeat(21))],
  ['simple_query_string operators', simple('a|'.repeat(256)), simple('a|'.repeat(257))],
  ['prefix length', query({ prefix: { a: text(256) } }), query({ prefix: { a: text(257) } })],
  [
    'prefix length in full',
    query({ prefix: { a: { value: text(256) } } }),
    query({ prefix: { a: { value: text(257) } } }),
  ],
  ['wildcard length', query({ wildcard: { a: text(256) } }), query({ wildcard: { a: text(257) } })],
  [
    'wildcard signs',
    query({ wildcard: { a: '*a?b'.repeat(4) } }),
    query({ wildcard: { a: `${'*a?b'.repeat(4)}*` } }),
  ],
  [
    'wildcard signs by its other name',
    query({ wildcard: { a: { wildcard: '*a?b'.repeat(4) } } }),
    query({ wildcard: { a: { wildcard: '?'.repeat(9) } } }),
  ],
  ['fuzzy length', query({ fuzzy: { a: text(256) } }), query({ fuzzy: { a: text(257) } })],
  [
    'match max_expansions',
    query({ match: { a: { query: 'a', max_expansions: 1000 } } }),
    query({ match: { a: { query: 'a', max_expansions: 1001 } } }),
  ],
  [
    'fuzzy max_expansions',
    query({ fuzzy: { a: { value: 'a', max_expansions: '1000' } } }),
    query({ fuzzy: { a: { value: 'a', max_expansions: '1001' } } }),
  ],
  [
    'fuzzy_max_expansions',
    query({ query_string: { query: 'a', fuzzy_max_expansions: 1000 } }),
    query({ query_string: { query: 'a', fuzzy_max_expansions: 1001 } }),
  ],
  [
    'phrase prefix max_expansions',
    query({ match_phrase_prefix: { a: { query: 'a', max_expansions: 1000 } } }),
    query({ match_phrase_prefix: { a: { query: 'a', max_expansions: 2_147_483_647 } } }),
  ],
  [
    'max_determinized_states',
    query({ query_string: { query: 'a', max_determinized_states: 10_000 } }),
    query({ query_string: { query: 'a', max_determinized_states: 10_001 } }),
  ],
  [
    'rewrite terms',
    query({ prefix: { a: { value: 'a', rewrite: 'top_terms_999' } } }),
    query({ prefix: { a: { value: 'a', rewrite: 'top_terms_100000' } } }),
  ],
  ['shape points', ring(1000), ring(1001)],
  ['WKT points', wkt(1000), wkt(1001)],
  [
    'WKT collections',
    wkt(2),
    query({ geo_shape: { location: { shape: 'GEOMETRYCOLLECTION (POINT (1 2))' } } }),
  ],
  [
    'shape collections',
    query({
      geo_shape: {
        location: {
          shape: {
            type: 'GeometryCollection',
            geometries: [{ type: 'Point', coordinates: [1, 2] }],
          },
        },
      },
    }),
    query({
      geo_shape: {
        location: {
          shape: {
            type: 'GeometryCollection',
            geometries: [{ type: 'GeometryCollection', geometries: [] }],
          },
        },
      },
    }),
  ],
  ['aggregation nesting', terms(5), terms(6)],
  [
    'aggregations',
    body({ aggs: Object.fromEntries(many(64, (i) => [`a${i}`, { max: { field: 'a' } }])) }),
    body({ aggs: Object.fromEntries(many(65, (i) => [`a${i}`, { max: { field: 'a' } }])) }),
  ],
  [
    'aggregations of several levels',
    agg({
      filter: all,
      aggs: Object.fromEntries(many(63, (i) => [`a${i}`, { max: { field: 'a' } }])),
    }),
    agg({
      filter: all,
      aggs: Object.fromEntries(many(64, (i) => [`a${i}`, { max: { field: 'a' } }])),
    }),
  ],
  [
    'terms size',
    agg({ terms: { field: 'a', size: 1000 } }),
    agg({ terms: { field: 'a', size: 1001 } }),
  ],
  [
    'terms size as text',
    agg({ terms: { field: 'a', size: '1000' } }),
    agg({ terms: { field: 'a', size: '1001' } }),
  ],
  [
    'terms shard_size',
    agg({ terms: { field: 'a', shard_size: 1000 } }),
    agg({ terms: { field: 'a', shard_size: 1001 } }),
  ],
  [
    'multi_terms size',
    agg({ multi_terms: { terms: [{ field: 'a' }], size: 1000 } }),
    agg({ multi_terms: { terms: [{ field: 'a' }], size: 1001 } }),
  ],
  [
    'significant_terms size',
    agg({ significant_terms: { field: 'a', size: 1000 } }),
    agg({ significant_terms: { field: 'a', size: 1001 } }),
  ],
  [
    'composite size',
    agg({ composite: { size: 1000, sources: [{ a: { terms: { field: 'a' } } }] } }),
    agg({ composite: { size: 1001, sources: [{ a: { terms: { field: 'a' } } }] } }),
  ],
  [
    'composite sources',
    agg({ composite: { sources: many(10, (i) => ({ [i]: { terms: { field: 'a' } } })) } }),
    agg({ composite: { sources: many(11, (i) => ({ [i]: { terms: { field: 'a' } } })) } }),
  ],
  [
    'composite dates',
    agg({
      composite: { sources: [{ a: { date_histogram: { field: 'a', fixed_interval: '1m' } } }] },
    }),
    agg({
      composite: { sources: [{ a: { date_histogram: { field: 'a', fixed_interval: '1s' } } }] },
    }),
  ],
  [
    'grid size',
    agg({ geotile_grid: { field: 'a', size: 1000 } }),
    agg({ geotile_grid: { field: 'a', size: 1001 } }),
  ],
  ['buckets in buckets', branch(1000, 100, 10), branch(1000, 100, 11)],
  [
    'buckets in buckets by default sizes',
    branch(1000, 100),
    agg({ geohash_grid: { field: 'a' }, aggs: { y: { terms: { field: 'b', size: 101 } } } }),
  ],
  [
    'buckets in buckets of hits',
    agg({
      terms: { field: 'a', size: 1000 },
      aggs: { y: { terms: { field: 'b', size: 10 }, aggs: { z: { top_hits: { size: 100 } } } } },
    }),
    agg({
      terms: { field: 'a', size: 1000 },
      aggs: { y: { terms: { field: 'b', size: 11 }, aggs: { z: { top_hits: { size: 100 } } } } },
    }),
  ],
  [
    'histogram bounds',
    histogram({ extended_bounds: { min: 0, max: 10_000 } }),
    histogram({ extended_bounds: { min: 0, max: 10_001 } }),
  ],
  [
    'histogram bounds of texts',
    histogram({ interval: '0.5', extended_bounds: { min: '0', max: '5000' } }),
    histogram({ interval: '0.5', extended_bounds: { min: '0', max: '5001' } }),
  ],
  [
    'histogram hard bounds',
    histogram({ hard_bounds: { min: -5000, max: 5000 } }),
    histogram({ hard_bounds: { min: -1e15, max: 1e15 } }),
  ],
  ['date interval', dates({ fixed_interval: '60s' }), dates({ fixed_interval: '59s' })],
  [
    'date interval in milliseconds',
    dates({ fixed_interval: '60000ms' }),
    dates({ fixed_interval: '1ms' }),
  ],
  [
    'date interval with bounds',
    dates({ fixed_interval: '1s', hard_bounds: hour }),
    dates({ fixed_interval: '1s', hard_bounds: year }),
  ],
  [
    'date interval with bounds unread',
    dates({ fixed_interval: '1m', hard_bounds: { min: 'now-1h', max: 'now' } }),
    dates({ fixed_interval: '1s', hard_bounds: { min: 'now-1h', max: 'now' } }),
  ],
  [
    'date bounds',
    dates({ fixed_interval: '1d', extended_bounds: year }),
    dates({ fixed_interval: '1m', extended_bounds: year }),
  ],
  [
    'date bounds by calendar',
    dates({ calendar_interval: '1y', extended_bounds: centuries }),
    dates({ calendar_interval: '1m', extended_bounds: centuries }),
  ],
  [
    'date bounds by a calendar of hours',
    dates({ calendar_interval: 'hour', hard_bounds: year }),
    dates({ calendar_interval: 'hour', hard_bounds: centuries }),
  ],
  [
    'date bounds in milliseconds',
    dates({ fixed_interval: '1m', extended_bounds: { min: 0, max: 600_000_000 } }),
    dates({ fixed_interval: '1m', extended_bounds: { min: 0, max: 600_060_000 } }),
  ],
  [
    'geohash precision as a distance',
    agg({ geohash_grid: { field: 'a', precision: '40m' } }),
    agg({ geohash_grid: { field: 'a', precision: '5.0' } }),
  ],
  [
    'geohash precision',
    agg({ geohash_grid: { field: 'a', precision: 8 } }),
    agg({ geohash_grid: { field: 'a', precision: 9 } }),
  ],
  [
    'geohash precision as text',
    agg({ geohash_grid: { field: 'a', precision: '8' } }),
    agg({ geohash_grid: { field: 'a', precision: '12' } }),
  ],
  [
    'geohash precision as distance',
    agg({ geohash_grid: { field: 'a', precision: '1km' } }),
    agg({ geohash_grid: { field: 'a', precision: '1mm' } }),
  ],
  [
    'geotile precision',
    agg({ geotile_grid: { field: 'a', precision: 22 } }),
    agg({ geotile_grid: { field: 'a', precision: 23 } }),
  ],
  [
    'geohex precision',
    agg({ geohex_grid: { field: 'a', precision: 9 } }),
    agg({ geohex_grid: { field: 'a', precision: 10 } }),
  ],
  [
    'ranges',
    agg({ range: { field: 'a', ranges: many(100, (to) => ({ to })) } }),
    agg({ range: { field: 'a', ranges: many(101, (to) => ({ to })) } }),
  ],
  [
    'filters by name',
    agg({ filters: { filters: Object.fromEntries(many(100, (i) => [i, all])) } }),
    agg({ filters: { filters: Object.fromEntries(many(101, (i) => [i, all])) } }),
  ],
  [
    'filters by list',
    agg({ filters: { filters: many(100, () => all) } }),
    agg({ filters: { filters: many(101, () => all) } }),
  ],
  [
    'precision_threshold',
    agg({ cardinality: { field: 'a', precision_threshold: 40_000 } }),
    agg({ cardinality: { field: 'a', precision_threshold: 40_001 } }),
  ],
  [
    'compression',
    agg({ percentiles: { field: 'a', tdigest: { compression: 1000 } } }),
    agg({ percentiles: { field: 'a', tdigest: { compression: 1001 } } }),
  ],
  [
    'compression of boxplot',
    agg({ boxplot: { field: 'a', compression: 1000 } }),
    agg({ boxplot: { field: 'a', compression: 1e9 } }),
  ],
  ['top_hits size', agg({ top_hits: { size: 100 } }), agg({ top_hits: { size: 101 } })],
  ['top_hits from + size', agg({ top_hits: { from: 97 } }), agg({ top_hits: { from: 98 } })],
  [
    'inner_hits size',
    query({ nested: { path: 'a', query: all, inner_hits: { size: 100 } } }),
    query({ nested: { path: 'a', query: all, inner_hits: { size: '101' } } }),
  ],
  [
    'inner_hits from + size',
    query({ nested: { path: 'a', query: all, inner_hits: { from: 50, size: 50 } } }),
    query({ nested: { path: 'a', query: all, inner_hits: { from: 50, size: 51 } } }),
  ],
  [
    'collapse inner_hits size',
    body({ collapse: { field: 'a', inner_hits: { name: 'x', size: 100 } } }),
    body({ collapse: { field: 'a', inner_hits: { name: 'x', size: 101 } } }),
  ],
  [
    'highlight fields',
    highlight({ fields: Object.fromEntries(many(32, (i) => [i, {}])) }),
    highlight({ fields: Object.fromEntries(many(33, (i) => [i, {}])) }),
  ],
  [
    'highlight fields by list',
    highlight({ fields: many(32, (i) => ({ [i]: {} })) }),
    highlight({ fields: many(33, (i) => ({ [i]: {} })) }),
  ],
  [
    'number_of_fragments',
    highlight({ number_of_fragments: 100 }),
    highlight({ number_of_fragments: 101 }),
  ],
  [
    'number_of_fragments of a field',
    highlight({ fields: { a: { number_of_fragments: 100 } } }),
    highlight({ fields: { a: { number_of_fragments: 1e9 } } }),
  ],
  ['fragment_size', highlight({ fragment_size: 10_000 }), highlight({ fragment_size: 10_001 })],
  [
    'no_match_size',
    highlight({ fields: { a: { no_match_size: 10_000 } } }),
    highlight({ fields: { a: { no_match_size: 10_001 } } }),
  ],
  [
    'terms include',
    agg({ terms: { field: 'a', include: text(256) } }),
    agg({ terms: { field: 'a', include: text(257) } }),
  ],
  [
    'terms include of repetitions',
    agg({ terms: { field: 'a', include: '(a|b)+' } }),
    agg({ terms: { field: 'a', include: '((a{1000}){1000}){1000}' } }),
  ],
  [
    'top_metrics size',
    agg({ top_metrics: { metrics: { field: 'a' }, size: 10 } }),
    agg({ top_metrics: { metrics: { field: 'a' }, size: 11 } }),
  ],
  [
    'digits of hdr',
    agg({ percentiles: { field: 'a', hdr: { number_of_significant_value_digits: 3 } } }),
    agg({ percentiles: { field: 'a', hdr: { number_of_significant_value_digits: 4 } } }),
  ],
  // what a request holds besides: nine members and four levels
  [
    'members of the text',
    meta(Object.fromEntries(many(19_991, (i) => [i, 1]))),
    meta(Object.fromEntries(many(19_992, (i) => [i, 1]))),
  ],
  ['levels of the text', meta({ a: lists(95) }), meta({ a: lists(96) })],
  ['values of the text', meta({ a: Array(49_988).fill(1) }), meta({ a: Array(49_989).fill(1) })],
  ...named.map(
    ([what, of]): LimitCase => [
      `characters of a name: ${what}`,
      of('n'.repeat(256)),
      of('n'.repeat(257)),
    ],
  ),
]
