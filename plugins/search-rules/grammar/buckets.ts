import type { JsonObject } from '../json-value.js'
import type { Aggregation, Rule } from '../rule.js'
import {
  either,
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
  shaped,
  text,
  unsafe,
  word,
} from '../rule.js'
import { bounds, geoPoint } from './geo.js'
import { calendarIntervals, dateBuckets, dateSpans, geohashText, numberBuckets, numberSpan } from './spans.js'
import { distanceUnit, int32 } from './texts.js'
import { metric, order, orders, single, size, sizeOr, values } from './values.js'

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

const listed =
  (key: string) =>
  (params: JsonObject): number => {
    const list = params[key]
    return typeof list === 'object' && list !== null ? Object.keys(list).length : 1
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
  calendar_interval: word(...Object.keys(calendarIntervals)),
  fixed_interval: shaped(/^\d{1,12}(ms|s|m|h|d)$/, 'a count of ms, s, m, h or d, such as 12h'),
  offset: either({ string: text(32), number: number() }),
  order: orders,
  keyed: flag,
  min_doc_count: count,
  extended_bounds: dateBounds,
  hard_bounds: dateBounds,
}

const buffer = integer(1, 50_000) // [E] the greatest default of initial_buffer

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
    date_histogram: object({ ...dateKeys, ...compositeKeys }, { checks: dateSpans }),
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

/** Aggregations that make buckets. */
export const buckets: Record<string, Aggregation> = {
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
  histogram: { rule: object(histogramKeys, { required: ['interval'], checks: [numberSpan] }), buckets: numberBuckets },
  date_histogram: { rule: object(dateKeys, { checks: dateSpans }), buckets: dateBuckets },
  auto_date_histogram: {
    rule: object({
      ...values,
      buckets: size,
      minimum_interval: word('year', 'month', 'day', 'hour', 'minute', 'second'),
    }),
    buckets: ({ buckets = 10 }) => Number(buckets),
  },
  variable_width_histogram: {
    rule: object({ ...values, buckets: size, shard_size: buffer, initial_buffer: buffer }),
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
