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
const shaped = (shape: unknown) => query({ geo_shape: { location: { shape } } })
const wkt = (points: number) => shaped(`LINESTRING (${many(points, () => '1 2').join(', ')})`)
const histogram = (keys: object) => agg({ histogram: { field: 'a', interval: 1, ...keys } })
const dates = (keys: object) => agg({ date_histogram: { field: 'a', ...keys } })
const hour = { min: '2020-01-01T00:00:00Z', max: '2020-01-01T01:00:00Z' }
const year = { min: '2020-01-01', max: '2021-01-01' }
const centuries = { min: '1890', max: '2030-05' }
const meta = (value: object) => body({ aggs: { x: { max: { field: 'a' }, meta: value } } })
const lists = (levels: number): unknown => (levels === 0 ? 1 : [lists(levels - 1)])
const highlight = (keys: object) => body({ highlight: { fields: { name: {} }, ...keys } })

/** Names of the caller's choosing, which an answer repeats for each bucket. */
const names: readonly [string, (name: string) => object][] = [
  ['an aggregation', (name) => body({ aggs: { [name]: { max: { field: 'a' } } } })],
  ['a filter', (name) => agg({ filters: { filters: { [name]: all } } })],
  ['a path of buckets', (name) => agg({ avg_bucket: { buckets_path: { [name]: 'x' } } })],
]

/** A limit of a number: what is at it, and one more, or `over`. */
const count = (name: string, at: number, of: (n: number) => object, over = at + 1): LimitCase => [
  name,
  of(at),
  of(over),
]
const either = <T>(name: string, of: (value: T) => object, at: T, over: T): LimitCase => [
  name,
  of(at),
  of(over),
]
const named = (amount: number, one: unknown, prefix = 'a') =>
  Object.fromEntries(many(amount, (i) => [`${prefix}${i}`, one]))
const should = (n: number) => ({ bool: { should: many(n, () => all) } })
const inner = (inner_hits: object) => query({ nested: { path: 'a', query: all, inner_hits } })
const ofField = (type: string, keys: object) => agg({ [type]: { field: 'a', ...keys } })
const collection = (one: object) => shaped({ type: 'GeometryCollection', geometries: [one] })
const maxes = (n: number) => named(n, { max: { field: 'a' } })
const hits = (size: number) => ({
  terms: { field: 'a', size: 1000 },
  aggs: { y: { terms: { field: 'b', size }, aggs: { z: { top_hits: { size: 100 } } } } },
})

export const limitCases: readonly LimitCase[] = [
  count('size', 10_000, (size) => body({ size })),
  count('from + size', 9990, (from) => body({ from })),
  either('timeout', (timeout) => body({ timeout }), '10s', '11s'),
  count('sort clauses', 16, (n) => body({ sort: many(n, (i) => `f${i}`) })),
  count('search_after', 16, (n) => body({ search_after: many(n, String) })),
  count('_source patterns', 100, (n) => body({ _source: many(n, String) })),
  count('query nesting', 19, bools),
  count('clauses', 1023, (n) => query(should(n))),
  count('terms', 10_000, (n) => query({ terms: { a: many(n, (i) => i) } })),
  count('ids', 10_000, (n) => query({ ids: { values: many(n, (i) => i) } })),
  count('match text', 4096, (n) => query({ match: { a: text(n) } })),
  count('match words', 512, (n) => query({ match: { a: many(n, () => 'a').join(' ') } })),
  count('term value', 4096, (n) => query({ term: { a: text(n) } })),
  ...['multi_match', 'query_string'].map((clause) =>
    count(`${clause} fields`, 64, (n) =>
      query({ [clause]: { query: 'a', fields: many(n, String) } }),
    ),
  ),
  count('query_string length', 2048, (n) => queryString(text(n))),
  count('query_string parentheses', 20, (n) => queryString(`${'('.repeat(n)}a${')'.repeat(n)}`)),
  count('query_string operators', 257, (n) => queryString(many(n, () => 'a').join(' OR '))),
  count('query_string signs', 256, (n) => queryString(many(n, () => '+a').join(' '))),
  count('query_string wildcards', 8, (n) => queryString('a*'.repeat(n))),
  count('simple_query_string length', 2048, (n) => simple(text(n))),
  count('simple_query_string operators', 256, (n) => simple('a|'.repeat(n))),
  count('characters of query texts in all', 192, (n) => ({
    query: {
      bool: {
        must: [simple(text(n)), ...many(4, () => queryString(text(2000)))].map(
          ({ query }) => query,
        ),
      },
    },
  })),
  count('patterns of fields in all', 28, (n) =>
    body({
      _source: many(100, (i) => `a${i}*`),
      post_filter: { multi_match: { query: 'a', fields: many(n, (i) => `b${i}*`) } },
    }),
  ),
  count('settings under a pattern of fields', 128, (n) =>
    highlight({
      fields: { 'a*': { highlight_query: { ids: { values: many(n, () => text(96)) } } } },
    }),
  ),
  count('requests for hits in all', 99, (n) =>
    query({ bool: { must: many(n, () => inner({ size: 1 }).query) } }),
  ),
  ...['prefix', 'wildcard', 'fuzzy'].map((clause) =>
    count(`${clause} length`, 256, (n) => query({ [clause]: { a: text(n) } })),
  ),
  count('match max_expansions', 1000, (n) =>
    query({ match: { a: { query: 'a', max_expansions: n } } }),
  ),
  count('fuzzy_max_expansions', 1000, (n) =>
    query({ query_string: { query: 'a', fuzzy_max_expansions: n } }),
  ),
  count('max_determinized_states', 10_000, (n) =>
    query({ query_string: { query: 'a', max_determinized_states: n } }),
  ),
  either(
    'rewrite terms',
    (rewrite) => query({ prefix: { a: { value: 'a', rewrite } } }),
    'top_terms_999',
    'top_terms_100000',
  ),
  count('shape points', 1000, (n) =>
    shaped({ type: 'LineString', coordinates: many(n, (i) => [i / 1000, 1]) }),
  ),
  count('WKT points', 1000, wkt),
  ['WKT collections', wkt(2), shaped('GEOMETRYCOLLECTION (POINT (1 2))')],
  either<object>(
    'shape collections',
    collection,
    { type: 'Point', coordinates: [1, 2] },
    { type: 'GeometryCollection', geometries: [] },
  ),
  count('aggregation nesting', 5, terms),
  count('aggregations', 64, (n) => body({ aggs: maxes(n) })),
  count('aggregations of several levels', 63, (n) => agg({ filter: all, aggs: maxes(n) })),
  count('terms size', 1000, (size) => ofField('terms', { size })),
  count('terms shard_size', 1000, (n) => ofField('terms', { shard_size: n })),
  count('multi_terms size', 1000, (size) =>
    agg({ multi_terms: { terms: [{ field: 'a' }], size } }),
  ),
  count('significant_terms size', 1000, (size) => ofField('significant_terms', { size })),
  count('composite size', 1000, (size) =>
    agg({ composite: { size, sources: [{ a: { terms: { field: 'a' } } }] } }),
  ),
  count('composite sources', 10, (n) =>
    agg({ composite: { sources: many(n, (i) => ({ [i]: { terms: { field: 'a' } } })) } }),
  ),
  either(
    'composite dates',
    (fixed_interval) =>
      agg({ composite: { sources: [{ a: { date_histogram: { field: 'a', fixed_interval } } }] } }),
    '1m',
    '1s',
  ),
  count('grid size', 1000, (size) => ofField('geotile_grid', { size })),
  count('buckets in buckets', 10, (n) => branch(1000, 100, n)),
  [
    'buckets in buckets by default sizes',
    branch(1000, 100),
    agg({ geohash_grid: { field: 'a' }, aggs: { y: { terms: { field: 'b', size: 101 } } } }),
  ],
  count('buckets in buckets of hits', 10, (n) => agg(hits(n))),
  count('histogram bounds', 10_000, (max) => histogram({ extended_bounds: { min: 0, max } })),
  count('histogram bounds of texts', 5000, (n) =>
    histogram({ interval: '0.5', extended_bounds: { min: '0', max: `${n}` } }),
  ),
  count(
    'histogram hard bounds',
    5000,
    (n) => histogram({ hard_bounds: { min: -n, max: n } }),
    1e15,
  ),
  ...Object.entries({
    'date interval': ['60s', '59s'],
    'date interval in milliseconds': ['60000ms', '1ms'],
  }).map(([name, [at, over]]) =>
    either(name, (fixed_interval) => dates({ fixed_interval }), at, over),
  ),
  either(
    'date interval with bounds',
    (hard_bounds) => dates({ fixed_interval: '1s', hard_bounds }),
    hour,
    year,
  ),
  either(
    'date bounds',
    (fixed_interval) => dates({ fixed_interval, extended_bounds: year }),
    '1d',
    '1m',
  ),
  either(
    'date bounds by calendar',
    (calendar_interval) => dates({ calendar_interval, extended_bounds: centuries }),
    '1y',
    '1m',
  ),
  ...(
    [
      ['geohash precision', 'geohash_grid', 8, 9],
      ['geohash precision as distance', 'geohash_grid', '1km', '1mm'],
      ['geotile precision', 'geotile_grid', 22, 23],
      ['geohex precision', 'geohex_grid', 9, 10],
    ] as const
  ).map(([name, type, at, over]) =>
    either<unknown>(name, (precision) => ofField(type, { precision }), at, over),
  ),
  count('ranges', 100, (n) => ofField('range', { ranges: many(n, (to) => ({ to })) })),
  count('filters by name', 100, (n) => agg({ filters: { filters: named(n, all, '') } })),
  count('precision_threshold', 40_000, (n) => ofField('cardinality', { precision_threshold: n })),
  count('compression', 1000, (compression) => ofField('percentiles', { tdigest: { compression } })),
  count('top_hits size', 100, (size) => agg({ top_hits: { size } })),
  count('top_hits from + size', 97, (from) => agg({ top_hits: { from } })),
  either<unknown>('inner_hits size', (size) => inner({ size }), 100, '101'),
  count('highlight fields', 32, (n) => highlight({ fields: named(n, {}, '') })),
  count('number_of_fragments', 100, (n) => highlight({ number_of_fragments: n })),
  count('fragment_size', 10_000, (n) => highlight({ fragment_size: n })),
  count('terms include', 256, (n) => ofField('terms', { include: text(n) })),
  either(
    'terms include of repetitions',
    (include) => ofField('terms', { include }),
    '(a|b)+',
    '((a{1000}){1000}){1000}',
  ),
  count('top_metrics size', 10, (size) => agg({ top_metrics: { metrics: { field: 'a' }, size } })),
  count('digits of hdr', 3, (n) =>
    ofField('percentiles', { hdr: { number_of_significant_value_digits: n } }),
  ),
  // what a request holds besides: nine members and four levels
  count('members of the text', 19_991, (n) => meta(named(n, 1, ''))),
  count('levels of the text', 95, (n) => meta({ a: lists(n) })),
  count('values of the text', 49_988, (n) => meta({ a: Array(n).fill(1) })),
  ...names.map(([what, of]) =>
    count(`characters of a name: ${what}`, 256, (n) => of('n'.repeat(n))),
  ),
]
