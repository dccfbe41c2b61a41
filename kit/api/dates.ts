/**
 * Dates and times that callers write: validated as written, never moved to another day or read in
 * the time zone of this machine.
 */

/** Whether a text is a calendar day, `YYYY-MM-DD`: 2026-02-30 is none. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Whether an ISO 8601 date, month or time is after today, wherever on Earth it is written. */
export const isFuture = (date: string, now = Date.now()): boolean =>
  date > new Date(now + 86_400_000).toISOString()

const clock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`
const zoned = new RegExp(
  String.raw`^(\d{4}-\d{2}-\d{2})T${clock}(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]${clock})$`,
)

/**
 * Milliseconds since 1970 of a time with its zone, such as `2030-01-31T12:00:00Z` or
 * `…T12:00:00+02:00` (RFC 3339; seconds may be left out). Undefined for anything else: a day that
 * does not exist, a day alone, a time without a zone.
 */
export function parseInstant(text: string): number | undefined {
  const day = zoned.exec(text)?.[1]
  return day !== undefined && isDay(day) ? Date.parse(text) : undefined
}
