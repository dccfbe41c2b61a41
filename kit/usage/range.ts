import { instantOf, isDay } from '../api/dates.js'
import { dayMs, hourAt, hourMs, keptDays } from './usage.js'

/** Whole hours, as rows name them. */
export interface HourRange {
  /** The first one. */
  from: string
  /** The first one after them. */
  to: string
}

/** What is wrong with a range, by the name of the parameter. */
export type RangeMistakes = Partial<Record<'from' | 'to', string>>

/** As a caller wrote it: days in UTC, both included, or times with their zones. */
export interface WrittenRange {
  from?: string | undefined
  to?: string | undefined
}

/**
 * The hours of a range; by default up to the end of today, and all that are kept.
 * @param now Milliseconds since 1970.
 */
export function hourRange(
  { from, to }: WrittenRange,
  now: number,
): { range: HourRange } | { mistakes: RangeMistakes } {
  const end = to === undefined ? startOfDay(now) + dayMs : endOf(to)
  const begin = from === undefined ? end - keptDays * dayMs : beginOf(from)
  const mistakes = {
    ...(Number.isNaN(begin) && from !== undefined && { from: `from ${noTime}` }),
    ...(Number.isNaN(end) && { to: `to ${noTime}` }),
    ...(begin >= end && { from: 'from must be before to' }),
    ...(end - begin > keptDays * dayMs && {
      from: `from may be ${keptDays} days before the end of to: ${hourAt(end - keptDays * dayMs)}`,
    }),
  }
  if (Object.keys(mistakes).length > 0) return { mistakes }
  return { range: { from: hourAt(begin), to: hourAt(end) } }
}

const noTime = 'must be a day, such as 2026-01-31, or a time with its zone'

function beginOf(text: string): number {
  const time = timeOf(text)
  return time - (time % hourMs)
}

function endOf(text: string): number {
  return isDay(text) ? timeOf(text) + dayMs : Math.ceil(timeOf(text) / hourMs) * hourMs
}

function timeOf(text: string): number {
  return isDay(text) ? Date.parse(text) : (instantOf(text) ?? Number.NaN)
}

function startOfDay(ms: number): number {
  return ms - (ms % dayMs)
}
