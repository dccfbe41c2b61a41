/** One limit: its default, the maximum an operator may set, its unit and what it bounds. */
interface LimitRow {
  default: number
  max: number
  unit: string
  about: string
}

/** Elasticsearch's own limits are named [E: setting]; the others are this project's choice. */
export const limitTable = {
  indexBytes: { default: 255, max: 255, unit: 'bytes', about: 'length of `index` [E: name limit]' },
  indexWildcards: { default: 5, max: 50, unit: 'asterisks', about: '`*` in `index`' },
  jsonDepth: {
    default: 100,
    max: 500,
    unit: 'levels',
    about: 'nesting of the JSON text, checked before it is parsed',
  },
  jsonNodes: {
    default: 50_000,
    max: 500_000,
    unit: 'values',
    about: 'values in the JSON text, checked before it is parsed',
  },
  jsonMembers: {
    default: 20_000,
    max: 500_000,
    unit: 'members',
    about:
      'members of objects in the JSON text, checked before it is parsed: they cost more than values',
  },
  size: { default: 10_000, max: 10_000, unit: 'hits', about: 'size [E: index.max_result_window]' },
  window: {
    default: 10_000,
    max: 10_000,
    unit: 'hits',
    about: 'from + size [E: index.max_result_window]',
  },
  timeoutMs: {
    default: 10_000,
    max: 600_000,
    unit: 'milliseconds',
    about: '`timeout`, also set when the body has none',
  },
  sorts: { default: 16, max: 64, unit: 'keys', about: 'sort clauses and search_after values' },
  sourcePatterns: {
    default: 100,
    max: 1000,
    unit: 'patterns',
    about: 'includes or excludes of `_source`',
  },
  fields: {
    default: 100,
    max: 100,
    unit: 'fields',
    about: 'fields, docvalue_fields, stored_fields [E: index.max_docvalue_fields_search]',
  },
  queryDepth: {
    default: 20,
    max: 30,
    unit: 'levels',
    about: 'queries inside queries [E: indices.query.bool.max_nested_depth]',
  },
  clauses: {
    default: 1024,
    max: 10_000,
    unit: 'clauses',
    about: 'query clauses of the whole body',
  },
  terms: {
    default: 10_000,
    max: 65_536,
    unit: 'values',
    about: 'values of terms and ids [E: index.max_terms_count]',
  },
  textLength: {
    default: 4096,
    max: 32_766,
    unit: 'characters',
    about: 'text to match, or a single value',
  },
  textTokens: { default: 512, max: 1024, unit: 'words', about: 'words of a text to match' },
  textFields: {
    default: 64,
    max: 1024,
    unit: 'fields',
    about: 'fields of multi_match, query_string and their kind',
  },
  queryTextLength: {
    default: 2048,
    max: 32_766,
    unit: 'characters',
    about: 'text of query_string and simple_query_string',
  },
  queryTextTotal: {
    default: 8192,
    max: 131_064,
    unit: 'characters',
    about: 'all such texts of the whole body together',
  },
  queryTextDepth: {
    default: 20,
    max: 100,
    unit: 'levels',
    about: 'parentheses inside parentheses in such a text',
  },
  queryTextOperators: {
    default: 256,
    max: 1024,
    unit: 'operators',
    about: 'AND, OR, NOT, +, -, |, ! in such a text',
  },
  fieldPatterns: {
    default: 128,
    max: 4096,
    unit: 'patterns',
    about:
      'patterns of field names (`na*`) in the whole body; one counts again for each 100 characters ' +
      'of settings under it',
  },
  hitRequests: {
    default: 100,
    max: 1000,
    unit: 'requests',
    about: 'the body, each inner_hits and each top_hits',
  },
  patternLength: {
    default: 256,
    max: 1000,
    unit: 'characters',
    about: 'prefix, wildcard, fuzzy and regexp values [E: index.max_regex_length]',
  },
  wildcards: {
    default: 8,
    max: 64,
    unit: 'characters',
    about: '`*` and `?` in one wildcard or query_string value',
  },
  maxExpansions: {
    default: 1000,
    max: 1024,
    unit: 'terms',
    about: 'max_expansions and fuzzy_max_expansions',
  },
  determinizedStates: {
    default: 10_000,
    max: 10_000,
    unit: 'states',
    about: 'max_determinized_states, and repetitions in a regexp',
  },
  geoPoints: { default: 1000, max: 10_000, unit: 'points', about: 'points of one shape' },
  aggDepth: { default: 6, max: 20, unit: 'levels', about: 'aggregations inside aggregations' },
  aggs: { default: 64, max: 1000, unit: 'aggregations', about: 'aggregations of the whole body' },
  aggSize: {
    default: 1000,
    max: 10_000,
    unit: 'buckets',
    about: 'size and shard_size of terms, grids and composite',
  },
  bucketProduct: {
    default: 1_000_000,
    max: 100_000_000,
    unit: 'buckets',
    about: 'product of the sizes along one branch of aggregations',
  },
  histogramBuckets: {
    default: 10_000,
    max: 65_536,
    unit: 'buckets',
    about: 'bounds divided by interval [E: search.max_buckets]',
  },
  dateIntervalSeconds: {
    default: 60,
    max: 86_400,
    unit: 'seconds',
    about: 'minimum fixed_interval of a date_histogram without hard_bounds',
  },
  geohashPrecision: { default: 8, max: 12, unit: 'characters', about: 'precision of geohash_grid' },
  geotilePrecision: {
    default: 22,
    max: 29,
    unit: 'zoom levels',
    about: 'precision of geotile_grid',
  },
  geohexPrecision: { default: 9, max: 15, unit: 'levels', about: 'precision of geohex_grid' },
  ranges: { default: 100, max: 1000, unit: 'ranges', about: 'ranges of one range aggregation' },
  filters: {
    default: 100,
    max: 1000,
    unit: 'filters',
    about: 'filters of one filters aggregation, functions of function_score',
  },
  compositeSources: {
    default: 10,
    max: 100,
    unit: 'sources',
    about: 'sources of a composite aggregation, terms of multi_terms',
  },
  precisionThreshold: {
    default: 40_000,
    max: 40_000,
    unit: 'values',
    about: 'precision_threshold of cardinality [E: clamped there]',
  },
  hdrDigits: {
    default: 3,
    max: 5,
    unit: 'digits',
    about:
      'number_of_significant_value_digits of hdr: each more takes ten times the heap, which no ' +
      'breaker counts',
  },
  compression: { default: 1000, max: 10_000, unit: 'centroids', about: 'compression of t-digests' },
  innerHits: {
    default: 100,
    max: 100,
    unit: 'hits',
    about: 'from + size of inner_hits and top_hits [E: index.max_inner_result_window]',
  },
  rescoreWindow: {
    default: 1000,
    max: 10_000,
    unit: 'hits',
    about: 'window_size of rescore [E: index.max_rescore_window]',
  },
  highlightFields: { default: 32, max: 100, unit: 'fields', about: 'fields of highlight' },
  fragments: { default: 100, max: 1000, unit: 'fragments', about: 'number_of_fragments' },
  fragmentSize: {
    default: 10_000,
    max: 10_000,
    unit: 'characters',
    about: 'fragment_size, no_match_size and offsets',
  },
} as const satisfies Record<string, LimitRow>

export type LimitName = keyof typeof limitTable
export type Limits = Readonly<Record<LimitName, number>>

/** The defaults, overridden by the operator's own limits. */
export function makeLimits(own: Partial<Limits> = {}): Limits {
  const rows = Object.entries(limitTable).map(([name, row]) => [
    name,
    own[name as LimitName] ?? row.default,
  ])
  return Object.fromEntries(rows) as Limits
}

/** JSON Schema of the parameter `limits`. */
export const limitsSchema = {
  type: 'object',
  description: 'Limits; each has a default and a maximum.',
  refuses: 'VALIDATION_ERROR' as const,
  additionalProperties: false,
  properties: Object.fromEntries(
    Object.entries(limitTable).map(([name, { default: value, max, unit, about }]) => [
      name,
      {
        type: 'integer',
        minimum: 0,
        maximum: max,
        default: value,
        // a longer interval is the one that makes fewer buckets
        more: name === 'dateIntervalSeconds' ? 'refuses' : 'allows',
        description: `${about} (${unit})`,
      },
    ]),
  ),
}
