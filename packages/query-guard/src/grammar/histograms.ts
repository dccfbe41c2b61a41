import { unitCosts } from '../cost/unit-costs.js'
import { either, flag, integer, nullable, number, object, text, word } from '../rule/builders.js'
import { type JsonObject, toNumber } from '../rule/json-value.js'
import type { Aggregation, Rule, Scope } from '../rule/rule.js'
import { corners } from './geo.js'
import { parseSeconds } from './measures.js'
import {
  calendarIntervals,
  dateBuckets,
  dateSpans,
  geohashText,
  intervalSeconds,
  numberBuckets,
  numberSpan,
} from './spans.js'
import { int32 } from './texts.js'
import { collectedSpan } from './value-ranges.js'
import { aggregation, orders, size, sizeOr, values } from './values.js'

/** Aggregations that make a bucket for each step of a scale, or for each cell of a map. */

const count = integer(0, int32)
const numberBounds = object({ min: nullable(number()), max: nullable(number()) })
const dateBound = either({ string: text(64), number: number() })
const dateBounds = object({ min: nullable(dateBound), max: nullable(dateBound) })

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
export const dateKeys: Record<string, Rule> = {
  ...values,
  calendar_interval: word(...Object.keys(calendarIntervals)),
  fixed_interval: text(256, (value) =>
    Number.isNaN(parseSeconds(value))
      ? 'must be a count of ms, s, m, h or d, such as 12h'
      : undefined,
  ),
  offset: either({ string: text(32), number: number() }),
  order: orders,
  keyed: flag,
  min_doc_count: count,
  extended_bounds: dateBounds,
  hard_bounds: dateBounds,
}

const buffer = integer(1, 50_000) // [E] the greatest default of initial_buffer

/**
 * Steps between the ends of the values, or one for each document; only those with a document are
 * kept.
 */
function heldSteps(params: JsonObject, step: number, scope: Scope): number {
  return Math.min(collectedSpan(params, scope) / step + 2, unitCosts.mostBuckets)
}

const grid = (costClass: 'steps' | 'pairs', precision: Rule): Aggregation =>
  aggregation(
    costClass,
    object({ ...values, precision, bounds: corners, size, shard_size: size }),
    {
      buckets: sizeOr(10_000), // [E] default size of the grids
      held: () => unitCosts.mostBuckets,
      built: sizeOr(10_000),
    },
  )
const geohash = either({ number: integer(1, 'geohashPrecision'), string: text(32, geohashText) })

const countSteps = ({ buckets = 10 }: JsonObject): number => toNumber(buckets)

export const histogramAggregations: Record<string, Aggregation> = {
  histogram: aggregation(
    'steps',
    object(histogramKeys, { required: ['interval'], checks: [numberSpan] }),
    {
      buckets: numberBuckets,
      held: (params, scope) =>
        Math.max(numberBuckets(params) || 0, heldSteps(params, toNumber(params.interval), scope)),
    },
  ),
  date_histogram: aggregation('steps', object(dateKeys, { checks: dateSpans }), {
    buckets: dateBuckets,
    held: (params, scope) =>
      Math.max(dateBuckets(params) || 0, heldSteps(params, intervalSeconds(params) * 1000, scope)),
  }),
  auto_date_histogram: aggregation(
    'steps',
    object({
      ...values,
      buckets: size,
      minimum_interval: word('year', 'month', 'day', 'hour', 'minute', 'second'),
    }),
    {
      buckets: countSteps,
      held: (params) => 10 * countSteps(params),
    },
  ),
  variable_width_histogram: aggregation(
    'steps',
    object({ ...values, buckets: size, shard_size: buffer, initial_buffer: buffer }),
    {
      buckets: countSteps,
      held: ({ shard_size = 500 }) => Math.max(500, toNumber(shard_size)),
    },
  ),
  geohash_grid: grid('steps', geohash),
  geotile_grid: grid('steps', integer(0, 'geotilePrecision')),
  geohex_grid: grid('pairs', integer(0, 'geohexPrecision')),
}
