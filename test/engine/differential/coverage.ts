/** How many comparisons that found something each clause, sort or aggregation must have had. */
export const fewest = 15

/** Counts, by what a request was made of, the comparisons that were not empty. */
export class Coverage {
  readonly #counts = new Map<string, number>()

  add(used: Iterable<string>): void {
    for (const name of new Set(used)) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  /** `name count` of those with too few, among the named ones. */
  lacking(names: readonly string[]): string[] {
    return names
      .filter((name) => this.#of(name) < fewest)
      .map((name) => `${name} ${this.#of(name)}`)
  }

  /** All the named ones, least compared first. */
  told(names: readonly string[]): string {
    const all = names
      .map((name) => ({ name, count: this.#of(name) }))
      .sort((a, b) => a.count - b.count)
    return all.map(({ name, count }) => `${name} ${count}`).join(', ')
  }

  #of(name: string): number {
    return this.#counts.get(name) ?? 0
  }
}

/**
 * What issue and README promise of searches: clauses, their everyday options, and the parts of a
 * body.
 */
export const promisedOfSearches = [
  ...[
    'match',
    'operator',
    'minimum_should_match',
    'fuzziness',
    'multi_match',
    'best_fields',
    'most_fields',
    'cross_fields',
  ],
  ...[
    'match_phrase',
    'slop',
    'match_phrase_prefix',
    'match_bool_prefix',
    'match_all',
    'match_none',
    'term',
    'terms',
  ],
  ...[
    'range',
    'exists',
    'prefix',
    'wildcard',
    'fuzzy',
    'ids',
    'bool',
    'must',
    'should',
    'filter',
    'must_not',
  ],
  ...['constant_score', 'dis_max', 'boosting', 'query_string', 'simple_query_string'],
  ...[
    'geo_distance',
    'geo_bounding_box',
    'size',
    'from',
    'sort',
    '_score',
    '_geo_distance',
    'missing',
    'mode',
  ],
  ...[
    'search_after',
    '_source',
    'highlight',
    'track_total_hits',
    'min_score',
    'post_filter',
    'collapse',
  ],
  ...['fields', 'docvalue_fields'],
]

/** The same of aggregations; `aggs` are those within another one. */
export const promisedOfAggregations = [
  ...[
    'terms',
    'range',
    'date_range',
    'histogram',
    'date_histogram',
    'avg',
    'sum',
    'min',
    'max',
    'stats',
  ],
  ...[
    'extended_stats',
    'cardinality',
    'value_count',
    'missing',
    'filter',
    'filters',
    'global',
    'geohash_grid',
  ],
  ...['geotile_grid', 'geo_bounds', 'geo_centroid', 'top_hits', 'composite', 'aggs'],
]

/** All keys of a search body, and its short texts, which may name a type or a field to sort by. */
export function* namesIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    yield key
    yield* namesIn(inner)
  }
}

type Aggregations = Record<string, Record<string, unknown>>

/** The types of all aggregations that found something. */
export function* typesIn(aggs: unknown, answer: unknown): Generator<string> {
  for (const [name, { aggs: inner, meta: _, ...typed }] of Object.entries(
    (aggs ?? {}) as Aggregations,
  )) {
    const found = (answer as Aggregations | undefined)?.[name]
    if (found === undefined || isEmpty(found)) continue
    yield* Object.keys(typed)
    if (inner === undefined) continue
    yield 'aggs'
    for (const bucket of Object.values(found.buckets ?? [found])) yield* typesIn(inner, bucket)
  }
}

function isEmpty({
  buckets,
  value,
  count,
  doc_count,
  hits,
  bounds,
  location,
}: Record<string, unknown>): boolean {
  if (buckets !== undefined)
    return Object.values(buckets as Aggregations).every((bucket) => bucket.doc_count === 0)
  const total = (hits as { total?: { value: number } } | undefined)?.total?.value
  return !(value ?? count ?? doc_count ?? total ?? bounds ?? location)
}
