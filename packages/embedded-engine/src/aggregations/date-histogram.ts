import { contentError, illegalArgument } from '../errors.js'
import type { Aggregation, Context } from './aggregation.js'
import type { Bucket } from './buckets.js'
import { type CalendarUnit, nextStart, startOf } from './calendar.js'
import { parseZone, readDate, type Zone } from './dates.js'
import { fieldOf } from './fields.js'
import { formatOf } from './formats.js'
import { type Bounds, checkBounds, histogramOf } from './histogram-buckets.js'
import { orderOf, readOrder, risingKey } from './order.js'
import { anything, fieldShape, flag, integer, type Params, readParameters, text } from './params.js'

const calendarUnits: Record<string, CalendarUnit> = {
  second: 'second',
  '1s': 'second',
  minute: 'minute',
  '1m': 'minute',
  hour: 'hour',
  '1h': 'hour',
  day: 'day',
  '1d': 'day',
  week: 'week',
  '1w': 'week',
  month: 'month',
  '1M': 'month',
  quarter: 'quarter',
  '1q': 'quarter',
  year: 'year',
  '1y': 'year',
}

const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parameters that say how time is cut into intervals. */
export const intervalShape = {
  calendar_interval: text,
  fixed_interval: text,
  time_zone: text,
  offset: anything,
}

const shape = {
  ...fieldShape,
  ...intervalShape,
  min_doc_count: integer(0),
  extended_bounds: anything,
  hard_bounds: anything,
  order: readOrder,
  keyed: flag,
  format: text,
}

/** Epoch milliseconds to the beginning of their interval, and from there to the next one. */
interface Rounding {
  keyOf(time: number): number
  nextKey(key: number): number
}

/** `date_histogram`: a bucket for each calendar unit or fixed length of time. */
export function buildDateHistogram(body: unknown, context: Context): Aggregation<Bucket<number>[]> {
  const params = readParameters('date_histogram', body, shape)
  const field = fieldOf('date_histogram', params, ['date', 'long', 'double'], context)
  const zone = params.time_zone === undefined ? 0 : parseZone('date_histogram', params.time_zone)
  const format = formatOf({ ...field, kind: field.kind ?? 'date' }, params.format, zone)
  const rounding = roundingOf(params, zone)
  const readBounds = (value: unknown) =>
    bounds(value, params.format ?? field.dateFormat, params.time_zone)
  const extended = readBounds(params.extended_bounds)
  const hard = readBounds(params.hard_bounds)
  checkBounds(extended, hard)
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = hard

  return histogramOf(
    {
      field,
      ...rounding,
      isInside: (key) => key >= min && key < max,
      extended,
      leastCount: params.min_doc_count ?? 0,
      order: orderOf(params.order ?? risingKey, context.children.reduce([])),
      keyed: params.keyed ?? false,
      shown: (key) => ({
        name: (format ?? String)(key),
        json: { ...(format && { key_as_string: format(key) }), key },
      }),
    },
    context,
  )
}

/** @throws EngineError when not just one interval is given, or it is none. */
export function roundingOf(params: Params<typeof intervalShape>, zone: Zone): Rounding {
  const { calendar_interval: calendar, fixed_interval: fixed } = params
  const shift = zone - offsetMs(params.offset)
  if (calendar !== undefined && fixed !== undefined) {
    // the one that is read last
    throw contentError('[date_histogram] failed to parse field [calendar_interval]')
  }
  if (calendar !== undefined) {
    const unit = Object.hasOwn(calendarUnits, calendar) ? calendarUnits[calendar] : undefined
    if (unit === undefined)
      throw contentError('[date_histogram] failed to parse field [calendar_interval]')
    return {
      keyOf: (time) => startOf(unit, Math.floor(time) + shift) - shift,
      nextKey: (key) => nextStart(unit, key + shift) - shift,
    }
  }
  if (fixed === undefined)
    throw illegalArgument('Invalid interval specified, must be non-null and non-empty')
  const length = duration(fixed)
  if (length === undefined || length <= 0) {
    throw contentError('[date_histogram] failed to parse field [fixed_interval]')
  }
  return {
    keyOf: (time) => Math.floor((Math.floor(time) + shift) / length) * length - shift,
    nextKey: (key) => key + length,
  }
}

/** `90m`, `-1d`, `30 D`: milliseconds, or undefined when it is none. */
function duration(text: string): number | undefined {
  const match = /^ *([+-]?\d+) *(ms|s|m|h|d) *$/i.exec(text)
  return match === null || match[2] === 'M'
    ? undefined
    : Number(match[1]) * unitMs[match[2]!.toLowerCase()]!
}

function offsetMs(value: unknown): number {
  if (value === undefined) return 0
  const result = typeof value === 'number' ? value : duration(String(value))
  if (result === undefined) throw contentError('[date_histogram] failed to parse field [offset]')
  return result
}

function bounds(value: unknown, format: string | undefined, zone: string | undefined): Bounds {
  if (value === undefined) return {}
  const { min, max } = readParameters('long_bounds', value, { min: anything, max: anything })
  return {
    ...(min !== undefined && { min: readDate(min, format, zone) }),
    ...(max !== undefined && { max: readDate(max, format, zone) }),
  }
}
