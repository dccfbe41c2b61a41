import type { JsonObject, ObjectCheck } from '../rule.js'

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
