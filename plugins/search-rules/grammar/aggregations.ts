import type { JsonObject, Rule } from '../rule.js'
import {
  either,
  field,
  flag,
  integer,
  json,
  listOf,
  nameMap,
  number,
  object,
  oneOrMore,
  path,
  query,
  scalar,
  text,
  unsafe,
  word,
} from '../rule.js'
import type { Aggregation } from '../walk.js'
import { dateSpan, geohashText, numberSpan } from './buckets.js'
import { bounds, geoPoint } from './geo.js'
import { documents, page, sort } from './hits.js'
import { distanceUnit, format, int32, timeSpan, timeZone } from './texts.js'

/** Where values come from. Every aggregation on values can carry a script instead of a field. */
const values: Record<string, Rule> = {
  field,
  missing: scalar,
  format,
  value_type: text(32),
  time_zone: timeZone,
  script: unsafe('script'),
}

const order = word('asc', 'desc')
const orders = oneOrMore(nameMap(order, 'sorts'), 'sorts')
const size = integer(1, 'aggSize')
const count = integer(0, int32)

/** Without operators that build large automata: repetition counts, complement, intersection, intervals. */
const termsPattern = text('patternLength', (value) =>
  /[{}~&<>@#]/.test(value) ? 'may hold none of { } ~ & < > @ #' : undefined,
)
const termsFilter = either({
  string: termsPattern,
  array: listOf(scalar, 'terms'),
  object: object({ partition: count, num_partitions: integer(1, int32) }),
})

const termBuckets: Record<string, Rule> = {
  size,
  shard_size: size,
  min_doc_count: count,
  shard_min_doc_count: count,
  show_term_doc_count_error: flag,
  order: orders,
  collect_mode: word('breadth_first', 'depth_first'),
  execution_hint: text(32),
}
const termsKeys = { ...values, ...termBuckets, include: termsFilter, exclude: termsFilter }

const one = (): number => 1

/** A number as the caller wrote it, or what Elasticsearch takes when it is absent. */
const sizeOr =
  (fallback: number) =>
  (params: JsonObject): number =>
    Number(params.size ?? fallback)

const listed =
  (key: string) =>
  (params: JsonObject): number => {
    const list = params[key]
    return typeof list === 'object' && list !== null ? Object.keys(list).length : 1
  }

/** An aggregation on values with these further parameters. */
const metric = (keys: Record<string, Rule> = {}): Aggregation => ({
  rule: object({ ...values, ...keys }),
  buckets: one,
})
const single = (rule: Rule): Aggregation => ({ rule, buckets: one })

const tdigest = object({ compression: number(1, 'compression'), execution_hint: word('default', 'high_accuracy') })
const percentiles: Record<string, Rule> = {
  keyed: flag,
  tdigest,
  hdr: object({ number_of_significant_value_digits: integer(0, 5) }), // [E] its range
}

const metrics: Record<string, Aggregation> = {
  min: metric(),
  max: metric(),
  avg: metric(),
  sum: metric(),
  stats: metric(),
  extended_stats: metric({ sigma: number(0) }),
  value_count: metric(),
  cardinality: metric({ precision_threshold: integer(0, 'precisionThreshold'), execution_hint: text(32) }),
  percentiles: metric({ ...percentiles, percents: oneOrMore(number(0, 100), 'ranges') }),
  percentile_ranks: metric({ ...percentiles, values: oneOrMore(number(), 'ranges') }),
  boxplot: metric({ compression: number(1, 'compression'), execution_hint: word('default', 'high_accuracy') }),
  string_stats: metric({ show_distribution: flag }),
  median_absolute_deviation: metric({
    compression: number(1, 'compression'),
    execution_hint: word('default', 'high_accuracy'),
  }),
  geo_bounds: metric({ wrap_longitude: flag }),
  geo_centroid: metric(),
  weighted_avg: single(object({ value: object(values), weight: object(values), format, value_type: text(32) })),
  matrix_stats: single(
    object({
      fields: listOf(field, 'textFields'),
      missing: nameMap(number(), 'textFields'),
      mode: word('avg', 'min', 'max', 'sum', 'median'),
    }),
  ),
  top_hits: {
    rule: object(
      { ...documents, from: integer(0, 'innerHits'), size: integer(0, 'innerHits') },
      { checks: [page('innerHits', 3)], returnsHits: true },
    ),
    buckets: sizeOr(3),
  },
  top_metrics: single(
    object({ metrics: oneOrMore(object({ field, missing: scalar }), 'sorts'), sort, size: integer(1, 10) }), // [E] index.max_top_metrics_size
  ),
}

const keyedRange = {
  key: text(),
  from: either({ number: number(), string: text(64) }),
  to: either({ number: number(), string: text(64) }),
}
const rangesOf = (keys: Record<string, Rule>): Record<string, Rule> => ({
  ranges: listOf(object(keys), 'ranges', 1),
  keyed: flag,
})
const numberBounds = object({ min: number(), max: number() })
const dateBound = either({ string: text(64), number: number() })
const dateBounds = object({ min: dateBound, max: dateBound })

const histogramKeys: Record<string, Rule> = {
  ...values,
  interval: number(0),
  offset: number(),
  order: orders,
  keyed: flag,
  min_doc_count: count,
  extended_bounds: numberBounds,
  hard_bounds: numberBounds,
}
const dateKeys: Record<string, Rule> = {
  ...values,
  calendar_interval: word(
    'minute',
    'hour',
    'day',
    'week',
    'month',
    'quarter',
    'year',
    '1m',
    '1h',
    '1d',
    '1w',
    '1q',
    '1y',
  ),
  fixed_interval: timeSpan,
  offset: either({ string: text(32), number: number() }),
  order: orders,
  keyed: flag,
  min_doc_count: count,
  extended_bounds: dateBounds,
  hard_bounds: dateBounds,
}

const grid = (precision: Rule): Aggregation => ({
  rule: object({ ...values, precision, bounds, size, shard_size: size }),
  buckets: sizeOr(10_000), // [E] default size of the grids
})
const geohash = either({ number: integer(1, 'geohashPrecision'), string: text(32, geohashText) })

const compositeKeys: Record<string, Rule> = {
  missing_bucket: flag,
  missing_order: word('first', 'last', 'default'),
  order,
}
const compositeSource = nameMap(
  object({
    terms: object({ ...values, ...compositeKeys }),
    histogram: object({ ...values, ...compositeKeys, interval: number(0) }, { required: ['interval'] }),
    date_histogram: object({ ...dateKeys, ...compositeKeys }, { checks: [dateSpan] }),
    geotile_grid: object({ ...values, ...compositeKeys, precision: integer(0, 'geotilePrecision'), bounds }),
  }),
  1,
)

const significance: Record<string, Rule> = {
  ...termsKeys,
  background_filter: query,
  jlh: object({}),
  mutual_information: object({ include_negatives: flag, background_is_superset: flag }),
  chi_square: object({ include_negatives: flag, background_is_superset: flag }),
  gnd: object({ background_is_superset: flag }),
  percentage: object({}),
  script_heuristic: unsafe('script'),
}

const buckets: Record<string, Aggregation> = {
  terms: { rule: object(termsKeys), buckets: sizeOr(10) },
  rare_terms: {
    rule: object({
      ...values,
      max_doc_count: integer(1, 100),
      precision: number(0.00001, 1),
      include: termsFilter,
      exclude: termsFilter,
    }),
    buckets: (_, limits) => limits.aggSize,
  },
  multi_terms: {
    rule: object({ ...termBuckets, terms: listOf(object(values), 'compositeSources') }),
    buckets: sizeOr(10),
  },
  significant_terms: { rule: object(significance), buckets: sizeOr(10) },
  composite: {
    rule: object(
      {
        sources: oneOrMore(compositeSource, 'compositeSources'),
        size,
        after: nameMap(either({ string: scalar, number: scalar, boolean: scalar, null: json }), 'compositeSources'),
      },
      { required: ['sources'] },
    ),
    buckets: sizeOr(10),
  },
  range: { rule: object({ ...values, ...rangesOf(keyedRange) }), buckets: listed('ranges') },
  date_range: { rule: object({ ...values, ...rangesOf(keyedRange) }), buckets: listed('ranges') },
  ip_range: {
    rule: object({ ...values, ...rangesOf({ key: text(), mask: text(64), from: text(64), to: text(64) }) }),
    buckets: listed('ranges'),
  },
  geo_distance: {
    rule: object({
      ...values,
      ...rangesOf(keyedRange),
      origin: geoPoint,
      unit: distanceUnit,
      distance_type: word('arc', 'plane'),
    }),
    buckets: listed('ranges'),
  },
  histogram: { rule: object(histogramKeys, { required: ['interval'], checks: [numberSpan] }), buckets: one },
  date_histogram: { rule: object(dateKeys, { checks: [dateSpan] }), buckets: one },
  auto_date_histogram: {
    rule: object({
      ...values,
      buckets: size,
      minimum_interval: word('year', 'month', 'day', 'hour', 'minute', 'second'),
    }),
    buckets: ({ buckets = 10 }) => Number(buckets),
  },
  variable_width_histogram: {
    rule: object({ ...values, buckets: size, shard_size: count, initial_buffer: count }),
    buckets: ({ buckets = 10 }) => Number(buckets),
  },
  geohash_grid: grid(geohash),
  geotile_grid: grid(integer(0, 'geotilePrecision')),
  geohex_grid: grid(integer(0, 'geohexPrecision')),
  filter: single(query),
  filters: {
    rule: object({
      filters: either({ object: nameMap(query, 'filters'), array: listOf(query, 'filters') }),
      other_bucket: flag,
      other_bucket_key: text(),
      keyed: flag,
    }),
    buckets: listed('filters'),
  },
  missing: metric(),
  global: single(object({})),
  nested: single(object({ path }, { required: ['path'] })),
  reverse_nested: single(object({ path })),
  sampler: single(object({ shard_size: size })),
}

const bucketsPath = either({ string: text(), array: listOf(text(), 'sorts'), object: nameMap(text(), 'sorts') })
const gapPolicy = word('skip', 'insert_zeros', 'keep_values')
const pipeline = (keys: Record<string, Rule> = {}): Aggregation =>
  single(object({ buckets_path: bucketsPath, gap_policy: gapPolicy, format, ...keys }))

const pipelines: Record<string, Aggregation> = {
  avg_bucket: pipeline(),
  max_bucket: pipeline(),
  min_bucket: pipeline(),
  sum_bucket: pipeline(),
  stats_bucket: pipeline(),
  extended_stats_bucket: pipeline({ sigma: number(0) }),
  percentiles_bucket: pipeline({ percents: listOf(number(0, 100), 'ranges'), keyed: flag }),
  cumulative_sum: pipeline(),
  derivative: pipeline({ unit: timeSpan }),
  serial_diff: pipeline({ lag: integer(1, int32) }),
  bucket_sort: single(
    object({ sort: bucketSort(), from: integer(0, 'window'), size: integer(1, 'window'), gap_policy: gapPolicy }),
  ),
}

/** Its keys are paths of aggregations, not fields. */
function bucketSort(): Rule {
  const keys = nameMap(either({ string: order, object: object({ order }) }), 'sorts')
  return either({ string: text(), object: keys, array: listOf(either({ string: text(), object: keys }), 'sorts') })
}

/** Named so that the refusal is final: they open by the list `unsafe` alone. What is not named at all is refused too. */
const unsafeAggregations: Record<string, Aggregation> = {
  scripted_metric: single(unsafe('script')),
  bucket_script: single(unsafe('script')),
  bucket_selector: single(unsafe('script')),
  moving_fn: single(unsafe('script')),
}

/** Every type of aggregation that may pass, each in one place. */
export const aggregations: ReadonlyMap<string, Aggregation> = new Map(
  Object.entries({ ...metrics, ...buckets, ...pipelines, ...unsafeAggregations }),
)
