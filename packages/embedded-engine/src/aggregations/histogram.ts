import { contentError, illegalArgument } from '../errors.js'
import type { Aggregation, Context } from './aggregation.js'
import type { Bucket } from './buckets.js'
import { javaDouble } from './decimals.js'
import { fieldOf, numeric } from './fields.js'
import { formatOf } from './formats.js'
import { type Bounds, checkBounds, histogramOf } from './histogram-buckets.js'
import { orderOf, readOrder, risingKey } from './order.js'
import { anything, fieldShape, flag, integer, number, readParameters, text } from './params.js'

const shape = {
  ...fieldShape,
  interval: number,
  offset: number,
  min_doc_count: integer(0),
  extended_bounds: anything,
  hard_bounds: anything,
  order: readOrder,
  keyed: flag,
  format: text,
}

/** `histogram`: a bucket for each interval of numbers. */
export function buildHistogram(body: unknown, context: Context): Aggregation<Bucket<number>[]> {
  const params = readParameters('histogram', body, shape)
  const { interval = 0, offset = 0 } = params
  if (params.interval === undefined) throw illegalArgument('interval must be positive, got: 0.0')
  if (interval <= 0) throw contentError('[histogram] failed to parse field [interval]')
  const field = fieldOf('histogram', params, ['double', ...numeric], context)
  const format = formatOf(field, params.format)
  const extended = bounds(params.extended_bounds)
  const hard = bounds(params.hard_bounds)
  checkBounds(extended, hard)
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = hard
  const keyOf = (value: number) => Math.floor((value - offset) / interval) * interval + offset

  return histogramOf(
    {
      field,
      keyOf,
      nextKey: (key) => keyOf(key + interval + interval / 2), // the half keeps it clear of rounding
      // Elasticsearch looks at keys without offset
      isInside: (key) => key - offset >= min && key - offset <= max,
      extended,
      leastCount: params.min_doc_count ?? 0,
      order: orderOf(params.order ?? risingKey, context.children.reduce([])),
      keyed: params.keyed ?? false,
      shown: (key) => ({
        name: (format ?? javaDouble)(key),
        json: { ...(format && { key_as_string: format(key) }), key },
      }),
    },
    context,
  )
}

function bounds(value: unknown): Bounds {
  return value === undefined
    ? {}
    : readParameters('double_bounds', value, { min: number, max: number })
}
