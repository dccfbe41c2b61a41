import {
  field,
  flag,
  integer,
  nameMap,
  nullable,
  number,
  object,
  oneOrMore,
  scalar,
  text,
  word,
} from '../rule/builders.js'
import type { Aggregation, Rule } from '../rule/rule.js'
import { documents, sort, threeHits } from './hits.js'
import { format } from './texts.js'
import { aggregation, metric, sizeOr, values } from './values.js'

const digest = {
  compression: number(1, 'compression'),
  execution_hint: word('default', 'high_accuracy'),
}
const percentiles: Record<string, Rule> = {
  keyed: flag,
  tdigest: object(digest),
  hdr: object({ number_of_significant_value_digits: integer(0, 'hdrDigits') }),
}

const weighed = object({ ...values, missing: nullable(scalar) })

/** Aggregations that compute from the values of one bucket. */
export const metrics: Record<string, Aggregation> = {
  min: metric('metric'),
  max: metric('metric'),
  avg: metric('metric'),
  sum: metric('metric'),
  stats: metric('metric'),
  extended_stats: metric('metric', { sigma: number(0) }),
  value_count: metric('metric'),
  cardinality: metric('distinct', {
    precision_threshold: integer(0, 'precisionThreshold'),
    execution_hint: text(32),
  }),
  percentiles: metric('digest', {
    ...percentiles,
    percents: oneOrMore(number(0, 100), 'ranges', 1),
  }),
  percentile_ranks: metric('digest', { ...percentiles, values: oneOrMore(number(), 'ranges') }),
  boxplot: metric('digest', digest),
  string_stats: metric('digest', { show_distribution: flag }),
  median_absolute_deviation: metric('digest', digest),
  geo_bounds: metric('metric', { wrap_longitude: flag }),
  geo_centroid: metric('metric'),
  weighted_avg: aggregation(
    'metric',
    object({ value: weighed, weight: weighed, format, value_type: text(32) }),
  ),
  matrix_stats: aggregation(
    'digest',
    object({
      fields: oneOrMore(field, 'textFields', 1),
      missing: nameMap(number(), 'textFields'),
      mode: word('avg', 'min', 'max', 'sum', 'median'),
    }),
  ),
  top_hits: aggregation(
    'hits',
    object(
      { ...documents, from: integer(0, 'innerHits'), size: integer(0, 'innerHits') },
      threeHits,
    ),
    { buckets: sizeOr(3), held: () => 1 },
  ),
  top_metrics: aggregation(
    'hits',
    object({
      metrics: oneOrMore(object({ field, missing: scalar }), 'sorts'),
      sort,
      size: integer(1, 10),
    }), // [E] index.max_top_metrics_size
  ),
}
