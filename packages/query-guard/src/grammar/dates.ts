const clock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`
const zoned = new RegExp(
  String.raw`^(\d{4}-\d{2}-\d{2})T${clock}(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]${clock})$`,
)

/** Defaults for the parts that a date of Elasticsearch leaves out: the first of each, in UTC. */
const leftOut = ['', 'Z', ':00Z', 'T00:00Z', '-01T00:00Z', '-01-01T00:00Z']

/**
 * Milliseconds since 1970 of a date as Elasticsearch reads it, in UTC unless it names a zone;
 * undefined for any other text, and for a day that does not exist.
 */
export function utcInstantOf(text: string): number | undefined {
  const whole = leftOut.map((rest) => text + rest).find((date) => isDay(zoned.exec(date)?.[1]))
  return whole === undefined ? undefined : Date.parse(whole)
}

/** Whether it is a calendar day: 2026-02-30 is none. */
function isDay(text: string | undefined): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${text}`)
}
