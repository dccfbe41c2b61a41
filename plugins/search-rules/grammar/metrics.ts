import type { JsonObject } from '../json-value.js'
import type { Aggregation, Rule } from '../rule.js'
import { field, flag, integer, listOf, nameMap, number, object, oneOrMore, scalar, text, word } from '../rule.js'
import { documents, page, sort } from './hits.js'
import { format } from './texts.js'
import { metric, single, sizeOr, values } from './values.js'

const digest = { compression: number(1, 'compression'), execution_hint: word('default', 'high_accuracy') }
const percentiles: Record<string, Rule> = {
  keyed: flag,
  tdigest: object(digest),
  hdr: object({ number_of_significant_value_digits: integer(0, 5) }), // [E] its range
}

/** An HDR histogram of n digits holds about 10^n counters, which no breaker of the engine counts. */
function counters({ hdr }: JsonObject): number {
  const digits = typeof hdr === 'object' && hdr !== null ? (hdr as JsonObject).number_of_significant_value_digits : 0
  return 10 ** (Number(digits ?? 3) - 1)
}

/** Aggregations that compute from the values of one bucket. */
export const metrics: Record<string, Aggregation> = {
  min: metric(),
  max: metric(),
  avg: metric(),
  sum: metric(),
  stats: metric(),
  extended_stats: metric({ sigma: number(0) }),
  value_count: metric(),
  cardinality: metric({ precision_threshold: integer(0, 'precisionThreshold'), execution_hint: text(32) }),
  percentiles: { ...metric({ ...percentiles, percents: oneOrMore(number(0, 100), 'ranges') }), buckets: counters },
  percentile_ranks: { ...metric({ ...percentiles, values: oneOrMore(number(), 'ranges') }), buckets: counters },
  boxplot: metric(digest),
  string_stats: metric({ show_distribution: flag }),
  median_absolute_deviation: metric(digest),
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
