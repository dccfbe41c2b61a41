/** Milliseconds of a day. */
export const dayMs = 86_400_000

/**
 * A day of the proleptic Gregorian calendar; any year that a double can count, where `Date` ends at
 * 275,760.
 */
export interface Day {
  year: number
  /** 1 to 12. */
  month: number
  /** 1 to 31. */
  day: number
}

/**
 * The day that is this many days after 1970-01-01 (Howard Hinnant, "chrono-compatible low-level
 * date algorithms").
 */
export function dayAt(days: number): Day {
  const shifted = days + 719_468 // from 0000-03-01, so that a leap day is the last of its year
  const era = Math.floor(shifted / 146_097)
  const ofEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) /
      365,
  )
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * ofYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
  }
}

/**
 * Days from 1970-01-01 to that day; a month beyond 1 to 12 counts on into the next or the last
 * year.
 */
export function daysUntil({ year, month, day }: Day): number {
  const months = year * 12 + month - 1
  const [realYear, realMonth] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1]
  const shifted = realMonth <= 2 ? realYear - 1 : realYear
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const ofYear = Math.floor((153 * (realMonth + (realMonth > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const ofEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + ofYear
  return era * 146_097 + ofEra - 719_468
}

/** Calendar units of date_histogram. */
export type CalendarUnit =
  | 'second'
  | 'minute'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'
  | 'quarter'
  | 'year'

const fixedUnits: Partial<Record<CalendarUnit, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: dayMs,
}
const monthsOf: Partial<Record<CalendarUnit, number>> = { month: 1, quarter: 3, year: 12 }

/**
 * The beginning of the unit in which a moment falls, both in local milliseconds. Weeks begin on
 * Monday.
 */
export function startOf(unit: CalendarUnit, time: number): number {
  const fixed = fixedUnits[unit]
  if (fixed !== undefined) return Math.floor(time / fixed) * fixed
  const days = Math.floor(time / dayMs)
  // 1970-01-01 was a Thursday
  if (unit === 'week') return (days - ((((days + 3) % 7) + 7) % 7)) * dayMs
  const { year, month } = dayAt(days)
  const span = monthsOf[unit]!
  return daysUntil({ year, month: Math.floor((month - 1) / span) * span + 1, day: 1 }) * dayMs
}

/** The beginning of the next unit, from the beginning of one, both in local milliseconds. */
export function nextStart(unit: CalendarUnit, start: number): number {
  const fixed = unit === 'week' ? 7 * dayMs : fixedUnits[unit]
  if (fixed !== undefined) return start + fixed
  const { year, month } = dayAt(Math.floor(start / dayMs))
  return daysUntil({ year, month: month + monthsOf[unit]!, day: 1 }) * dayMs
}
