import { type JsonObject, toNumber, toText } from '../rule/json-value.js'
import { beyond, type Check, type ObjectCheck, type Problem } from '../rule/rule.js'
import { parseUtcInstant } from './date-ranges.js'
import { parseMetres, parseSeconds } from './measures.js'

/**
 * Buckets that bounds create without documents, one for each interval between them. Without bounds
 * there are as many as the data requires, which the engine limits itself [E: search.max_buckets].
 */
export function numberBuckets({ interval, extended_bounds, hard_bounds }: JsonObject): number {
  return (
    Math.max(computeSpan(extended_bounds, toNumber), computeSpan(hard_bounds, toNumber)) /
    toNumber(interval)
  )
}

/**
 * The same for dates. Bounds in date math or in the caller's format are left to the engine's limit.
 */
export function dateBuckets(params: JsonObject): number {
  const { extended_bounds, hard_bounds } = params
  return (
    Math.max(computeSpan(extended_bounds, epochSeconds), computeSpan(hard_bounds, epochSeconds)) /
    intervalSeconds(params)
  )
}

export const numberSpan: ObjectCheck = {
  at: 'interval',
  of: (params, { limits }) =>
    numberBuckets(params) > limits.histogramBuckets ? tooMany(limits.histogramBuckets) : undefined,
}

export const dateSpans: ObjectCheck[] = ['calendar_interval', 'fixed_interval'].map((at) => ({
  at,
  of(params, { limits }) {
    if (params[at] === undefined) return
    if (dateBuckets(params) > limits.histogramBuckets) return tooMany(limits.histogramBuckets)
    return intervalSeconds(params) < limits.dateIntervalSeconds &&
      computeSpan(params.hard_bounds, epochSeconds) === 0
      ? beyond(
          'dateIntervalSeconds',
          `must be at least ${limits.dateIntervalSeconds} seconds, or come with hard_bounds`,
        )
      : undefined
  },
}))

const day = 86_400

/** Each `calendar_interval` and its minimum seconds, ignoring a day of 23 hours. */
export const calendarIntervals: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day,
  week: 7 * day,
  month: 28 * day,
  quarter: 90 * day,
  year: 365 * day,
  '1s': 1,
  '1m': 60,
  '1h': 3600,
  '1d': day,
  '1w': 7 * day,
  '1M': 28 * day,
  '1q': 90 * day,
  '1y': 365 * day,
}

/**
 * Seconds of a `fixed_interval` such as `90m` or of a `calendar_interval`; the minimum of a
 * calendar if unreadable.
 */
export function intervalSeconds({ fixed_interval, calendar_interval }: JsonObject): number {
  const seconds = parseSeconds(fixed_interval)
  if (!Number.isNaN(seconds)) return seconds
  const name = toText(calendar_interval)
  return Object.hasOwn(calendarIntervals, name) ? calendarIntervals[name]! : 60
}

/** max - min, or 0 when bounds are absent or unreadable. */
function computeSpan(bounds: unknown, read: (value: unknown) => number): number {
  if (typeof bounds !== 'object' || bounds === null) return 0
  const { min, max } = bounds as JsonObject
  const span = read(max) - read(min)
  return Number.isNaN(span) ? 0 : Math.abs(span)
}

/** A number is milliseconds since 1970, a text an ISO 8601 date in UTC. */
function epochSeconds(value: unknown): number {
  return (typeof value === 'number' ? value : (parseUtcInstant(toText(value)) ?? Number.NaN)) / 1000
}

function tooMany(most: number): Problem {
  return beyond('histogramBuckets', `the bounds divided by the interval must not exceed ${most}`)
}

/**
 * Widths in metres of geohash cells of 1 to 12 characters, at the equator (Elasticsearch, geohash
 * grid aggregation).
 */
const cellWidths = [
  5_009_400, 1_252_300, 156_500, 39_100, 4_900, 1_200, 152.9, 38.2, 4.8, 1.2, 0.149, 0.037,
]

/**
 * The precision of a geohash grid as a text: a character count if it is a plain integer, else the
 * distance that a cell should span (Elasticsearch, GeoUtils.parsePrecision).
 */
export const geohashText: Check<string> = (value, { limits }) => {
  const widest = cellWidths[limits.geohashPrecision - 1] ?? 0
  const isCoarse = /^\+?\d{1,9}$/.test(value)
    ? Number(value) <= limits.geohashPrecision
    : parseMetres(value) >= widest
  return isCoarse
    ? undefined
    : beyond(
        'geohashPrecision',
        `must be 1 to ${limits.geohashPrecision}, or a distance of at least ${widest}m`,
      )
}
