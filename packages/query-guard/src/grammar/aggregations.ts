import {
  either,
  flag,
  integer,
  listOf,
  nameMap,
  number,
  object,
  text,
  unsafe,
  word,
} from '../rule/builders.js'
import type { Aggregation, Rule } from '../rule/rule.js'
import { buckets } from './buckets.js'
import { parseSeconds } from './measures.js'
import { metrics } from './metrics.js'
import { calendarIntervals } from './spans.js'
import { format, int32 } from './texts.js'
import { aggregation, order } from './values.js'

const bucketsPath = either({
  string: text(),
  array: listOf(text(), 'sorts'),
  object: nameMap(text(), 'sorts'),
})
const gapPolicy = word('skip', 'insert_zeros', 'keep_values')
const pipeline = (keys: Record<string, Rule> = {}): Aggregation =>
  aggregation('none', object({ buckets_path: bucketsPath, gap_policy: gapPolicy, format, ...keys }))

/** A calendar interval, or a count of a fixed unit. */
const isSpan = (value: string): boolean =>
  Object.hasOwn(calendarIntervals, value) || !Number.isNaN(parseSeconds(value))

/** Aggregations over the results of others. */
const pipelines: Record<string, Aggregation> = {
  avg_bucket: pipeline(),
  max_bucket: pipeline(),
  min_bucket: pipeline(),
  sum_bucket: pipeline(),
  stats_bucket: pipeline(),
  extended_stats_bucket: pipeline({ sigma: number(0) }),
  percentiles_bucket: pipeline({ percents: listOf(number(0, 100), 'ranges'), keyed: flag }),
  cumulative_sum: pipeline(),
  derivative: pipeline({
    unit: text(32, (value) => (isSpan(value) ? undefined : 'must be a span such as 1d or month')),
  }),
  serial_diff: pipeline({ lag: integer(1, int32) }),
  bucket_sort: aggregation(
    'none',
    object({
      sort: bucketSort(),
      from: integer(0, 'window'),
      size: integer(1, 'window'),
      gap_policy: gapPolicy,
    }),
  ),
}

/** Its keys are paths of aggregations, not fields. */
function bucketSort(): Rule {
  const keys = nameMap(either({ string: order, object: object({ order }) }), 'sorts')
  return either({
    string: text(),
    object: keys,
    array: listOf(either({ string: text(), object: keys }), 'sorts'),
  })
}

/** Listed so that only `unsafe` opens them. Anything not listed at all is refused too. */
const unsafeAggregations: Record<string, Aggregation> = {
  scripted_metric: aggregation('none', unsafe('script')),
  bucket_script: aggregation('none', unsafe('script')),
  bucket_selector: aggregation('none', unsafe('script')),
  moving_fn: aggregation('none', unsafe('script')),
}

/** Every aggregation type that may pass, each defined once. */
export const aggregations: ReadonlyMap<string, Aggregation> = new Map(
  Object.entries({ ...metrics, ...buckets, ...pipelines, ...unsafeAggregations }),
)
