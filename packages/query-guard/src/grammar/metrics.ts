import { countIn, perMebibyte } from '../cost/costs.js'
import {
  field,
  flag,
  integer,
  nameMap,
  number,
  object,
  oneOrMore,
  scalar,
  text,
  word,
} from '../rule/builders.js'
import type { JsonObject } from '../rule/json-value.js'
import { isObject } from '../rule/json-value.js'
import type { Aggregation, CostFormula, Rule } from '../rule/rule.js'
import { hitRequestOf } from './hit-costs.js'
import { documents, page, sort } from './hits.js'
import { format } from './texts.js'
import { aggregation, type CostSpec, metric, single, sizeOr, values } from './values.js'

const digest = {
  compression: number(1, 'compression'),
  execution_hint: word('default', 'high_accuracy'),
}
const percentiles: Record<string, Rule> = {
  keyed: flag,
  tdigest: object(digest),
  hdr: object({ number_of_significant_value_digits: integer(0, 'hdrDigits') }),
}

/** By t-digest; with `high_accuracy` its sorted tree of centroids is searched for each value. */
const digestPasses = ({ execution_hint, compression = 100 }: JsonObject): number =>
  execution_hint === 'high_accuracy' ? 25 + Number(compression) : 12

/** The share of a digest's cost that grows: see `CostFormula`. */
const digestGrows = 1.3
const percentilesCollect: CostSpec = [
  '12; with high_accuracy 25 and as much as the compression',
  ({ tdigest }) => digestPasses(isObject(tdigest) ? tdigest : {}),
  digestGrows,
]

/** A computed and returned value of a bucket: 30 bytes of JSON, and a search in the digest. */
const perAnswered = 0.0005
/** The default percentiles of an aggregation (Elasticsearch, PercentilesAggregationBuilder). */
const defaultPercents = [1, 5, 25, 50, 75, 95, 99]

/**
 * An HDR histogram keeps 2 * 10^digits counters of 8 bytes for each power of two between its
 * values, twice that while it grows, and no circuit breaker of the engine counts them
 * (HdrHistogram, AbstractHistogram).
 */
const percentilesBucket: [string, CostFormula['of']] = [
  `0.01, and ${perAnswered} for each value; with hdr ${perMebibyte} for each MiB: ` +
    '2^⌈log2(2·10^digits)⌉ · 512 bytes',
  ({ hdr, percents, values = percents }) => {
    const answered = 0.01 + perAnswered * countIn(values ?? defaultPercents)
    if (hdr === undefined) return answered
    const digits = isObject(hdr) ? Number(hdr.number_of_significant_value_digits ?? 3) : 3
    return answered + (perMebibyte * 512 * 2 ** Math.ceil(Math.log2(2 * 10 ** digits))) / 2 ** 20
  },
]

/**
 * HyperLogLog++ takes 2^precision bytes per bucket (Elasticsearch,
 * HyperLogLogPlusPlus.precisionFromThreshold).
 */
const distinctBucket: [string, CostFormula['of']] = [
  `0.04, and ${perMebibyte} for each MiB: 2^precision bytes, 16 KiB without precision_threshold`,
  ({ precision_threshold = 3000 }) => {
    const precision = Math.ceil(Math.log2((4 * Number(precision_threshold)) / 0.75 + 1))
    return 0.04 + (perMebibyte * 2 ** Math.min(18, Math.max(4, precision))) / 2 ** 20
  },
]

/** A queue of hits for each bucket, compared by each sort key. */
const topHits = ({ size = 3, from = 0, sort }: JsonObject): number =>
  0.01 * (Number(size) + Number(from)) * (1 + countIn(sort))

/** Aggregations that compute from the values of one bucket. */
export const metrics: Record<string, Aggregation> = {
  min: metric(1),
  max: metric(1),
  avg: metric(1),
  sum: metric(1),
  stats: metric(2),
  extended_stats: metric(2, { sigma: number(0) }),
  value_count: metric(1),
  cardinality: metric(
    ['5', () => 5, [0.3, 2]],
    { precision_threshold: integer(0, 'precisionThreshold'), execution_hint: text(32) },
    distinctBucket,
  ),
  percentiles: metric(
    percentilesCollect,
    { ...percentiles, percents: oneOrMore(number(0, 100), 'ranges', 1) },
    percentilesBucket,
  ),
  percentile_ranks: metric(
    percentilesCollect,
    { ...percentiles, values: oneOrMore(number(), 'ranges') },
    percentilesBucket,
  ),
  boxplot: metric(
    ['12; with high_accuracy 25 and as much as the compression', digestPasses, digestGrows],
    digest,
    0.005,
  ),
  string_stats: metric(10, { show_distribution: flag }),
  median_absolute_deviation: metric(
    [
      '30; with high_accuracy 43 and as much as the compression',
      (params) => 18 + digestPasses(params),
      digestGrows,
    ],
    digest,
    0.01,
  ),
  geo_bounds: metric(2, { wrap_longitude: flag }),
  geo_centroid: metric(2),
  weighted_avg: single(
    3,
    object({ value: object(values), weight: object(values), format, value_type: text(32) }),
  ),
  matrix_stats: single(
    [
      '2 for each field, and the square of their number by 20',
      ({ fields }) => 2 * countIn(fields) + countIn(fields) ** 2 / 20,
    ],
    object({
      fields: oneOrMore(field, 'textFields', 1),
      missing: nameMap(number(), 'textFields'),
      mode: word('avg', 'min', 'max', 'sum', 'median'),
    }),
  ),
  top_hits: aggregation(
    object(
      { ...documents, from: integer(0, 'innerHits'), size: integer(0, 'innerHits') },
      { checks: [page('innerHits', 3)], hitRequest: hitRequestOf(3) },
    ),
    {
      collect: ['3, and 1 for each sort key', ({ sort }) => 3 + countIn(sort)],
      bucket: ['0.01 for each hit and sort key', topHits],
      owner: 0.1,
      buckets: sizeOr(3),
      held: () => 1,
    },
  ),
  top_metrics: single(
    ['2, and 1 for each sort key', ({ sort }) => 2 + countIn(sort)],
    object({
      metrics: oneOrMore(object({ field, missing: scalar }), 'sorts'),
      sort,
      size: integer(1, 10),
    }), // [E] index.max_top_metrics_size
  ),
}
