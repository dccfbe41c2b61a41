/** When a date of Elasticsearch may be, in milliseconds since 1970: what it leaves out is unknown. */

type Instants = readonly [earliest: number, latest: number]

const day = 86_400_000
/** The shortest and the longest span of each unit of date math. */
const units: Readonly<Record<string, Instants>> = {
  y: [365 * day, 366 * day],
  M: [28 * day, 31 * day],
  w: [7 * day, 7 * day],
  d: [day, day],
  ...{ h: [day / 24, day / 24], H: [day / 24, day / 24] },
  m: [60_000, 60_000],
  s: [1000, 1000],
}

const math = /^(now|[^|]*?(?:\|\||$))((?:[+-]\d{1,9}[yMwdhHms]|\/[yMwdhHms])*)$/
const step = /([+-]\d*|\/)([yMwdhHms])/g

/**
 * The first and the last instant that a text may mean, such as `2020`, `now-10y/y` or
 * `2020-01-01||+1M`. Undefined for anything else: what other digits mean depends on the mapping.
 */
export function parseInstants(text: string, now = Date.now()): Instants | undefined {
  const [, anchor = '', steps = ''] = math.exec(text) ?? []
  let instants = anchor === 'now' ? ([now, now] as const) : writtenInstants(anchor)
  for (const [, sign = '', unit = ''] of steps.matchAll(step)) {
    if (instants === undefined) return undefined
    const [shortest, longest] = units[unit]!
    const [earliest, latest] = instants
    if (sign === '/') instants = [earliest - longest, latest + longest]
    else {
      const spans = [Number(sign) * shortest, Number(sign) * longest]
      instants = [earliest + Math.min(...spans), latest + Math.max(...spans)]
    }
  }
  return instants
}

/** Spans of what a date leaves out, by the length of what it has: `2020`, `2020-01`, … */
const omittedSpans: Readonly<Record<number, number>> = { 4: 366 * day, 7: 31 * day, 10: day }

function writtenInstants(anchor: string): Instants | undefined {
  const text = anchor.replace('||', '')
  const instant = parseUtcInstant(text)
  if (instant === undefined) return undefined
  return [instant, instant + (omittedSpans[text.length] ?? day / 24)]
}

const clock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`
const zoned = new RegExp(
  String.raw`^(\d{4}-\d{2}-\d{2})T${clock}(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]${clock})$`,
)

/** Defaults for the parts that a date of Elasticsearch leaves out: the first of each, in UTC. */
const omittedParts = ['', 'Z', ':00Z', 'T00:00Z', '-01T00:00Z', '-01-01T00:00Z']

/**
 * Milliseconds since 1970 of a date as Elasticsearch reads it, in UTC unless it names a zone;
 * undefined for any other text, and for a day that does not exist.
 */
export function parseUtcInstant(text: string): number | undefined {
  const whole = omittedParts.map((rest) => text + rest).find((date) => isDay(zoned.exec(date)?.[1]))
  return whole === undefined ? undefined : Date.parse(whole)
}

/** Whether it is a calendar day: 2026-02-30 is none. */
function isDay(text: string | undefined): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${text}`)
}
