import type { Check, JsonObject, ObjectCheck } from '../rule.js'

/**
 * Bounds divided by interval. An interval without bounds makes as many buckets as the data asks for, which the engine
 * itself counts [E: search.max_buckets]; bounds make buckets out of nothing.
 */
export const numberSpan: ObjectCheck = {
  at: 'interval',
  of({ interval, extended_bounds, hard_bounds }, { limits }) {
    const most = Math.max(...[extended_bounds, hard_bounds].map((bounds) => spanOf(bounds, Number) / Number(interval)))
    return most > limits.histogramBuckets ? tooMany(limits.histogramBuckets) : undefined
  },
}

/** The same for dates. Bounds in date math or in a format of the caller's are left to the engine's own count. */
export const dateSpan: ObjectCheck = {
  at: 'fixed_interval',
  of({ fixed_interval, calendar_interval, extended_bounds, hard_bounds }, { limits }) {
    const seconds = intervalSeconds(fixed_interval ?? calendar_interval)
    const bounded = spanOf(hard_bounds, epochSeconds) / seconds
    if (Math.max(bounded, spanOf(extended_bounds, epochSeconds) / seconds) > limits.histogramBuckets) {
      return tooMany(limits.histogramBuckets)
    }
    return seconds < limits.dateIntervalSeconds && !(bounded > 0)
      ? `must be at least ${limits.dateIntervalSeconds} seconds, or come with hard_bounds`
      : undefined
  },
}

const unitSeconds: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 }

/** Seconds of `90m`; words and single letters of the calendar are at least a minute. */
function intervalSeconds(interval: unknown): number {
  const [, count, unit = ''] = /^(\d{1,12})(ms|s|m|h|d)$/.exec(String(interval)) ?? []
  return count === undefined ? 60 : Number(count) * unitSeconds[unit]!
}

/** max - min, or 0 when there are no bounds or they cannot be read. */
function spanOf(bounds: unknown, read: (value: unknown) => number): number {
  if (typeof bounds !== 'object' || bounds === null) return 0
  const { min, max } = bounds as JsonObject
  const span = read(max) - read(min)
  return Number.isNaN(span) ? 0 : span
}

/** A number is milliseconds since 1970, a text an ISO 8601 date. */
function epochSeconds(value: unknown): number {
  return (typeof value === 'number' ? value : Date.parse(String(value))) / 1000
}

function tooMany(most: number): string {
  return `the bounds divided by the interval must not exceed ${most}`
}

/** Widths in metres of geohash cells of 1 to 12 characters, at the equator (Elasticsearch, geohash grid aggregation). */
const cellWidths = [5_009_400, 1_252_300, 156_500, 39_100, 4_900, 1_200, 152.9, 38.2, 4.8, 1.2, 0.149, 0.037]
const metres: Record<string, number> = {
  m: 1,
  km: 1000,
  mi: 1609.344,
  nmi: 1852,
  yd: 0.9144,
  ft: 0.3048,
  in: 0.0254,
  cm: 0.01,
  mm: 0.001,
}

/** The precision of a geohash grid as a text: a count of characters, or the distance that a cell should span. */
export const geohashText: Check<string> = (value, { limits }) => {
  const [, number = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,9})?)([a-z]{0,3})$/.exec(value) ?? []
  const widest = cellWidths[limits.geohashPrecision - 1] ?? 0
  const isCoarse =
    unit === '' ? Number(number) <= limits.geohashPrecision : Number(number) * (metres[unit] ?? 0) >= widest
  return number !== '' && isCoarse
    ? undefined
    : `must be 1 to ${limits.geohashPrecision}, or a distance of at least ${widest}m`
}
