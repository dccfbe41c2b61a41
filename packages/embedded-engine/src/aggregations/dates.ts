import { defaultFormat, dateFormat as parserOf, unknownFormat } from '../dates/format.js'
import { isZone, parseDate } from '../dates/math.js'
import { contentError, unsupported } from '../errors.js'
import { dayAt, dayMs } from './calendar.js'

/** A time zone: its distance from UTC in milliseconds, east positive. */
export type Zone = number

/** Named formats, as patterns of java.time; Elasticsearch's default for dates is the first. */
const namedFormats: Record<string, string> = {
  strict_date_optional_time: "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
  date_optional_time: "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
  strict_date_time: "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
  date_time: "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
  strict_date: 'yyyy-MM-dd',
  date: 'yyyy-MM-dd',
  basic_date: 'yyyyMMdd',
  strict_year_month: 'yyyy-MM',
  year_month: 'yyyy-MM',
  strict_year: 'yyyy',
  year: 'yyyy',
}

const two = (value: number) => String(value).padStart(2, '0')
const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** The local parts of a moment. */
interface Parts {
  year: number
  month: number
  day: number
  /** Milliseconds of the day. */
  rest: number
  zone: Zone
}

const letters: Record<string, (parts: Parts) => string> = {
  yyyy: ({ year }) => longYear(year),
  uuuu: ({ year }) => longYear(year),
  yy: ({ year }) => two(((year % 100) + 100) % 100),
  MMM: ({ month }) => monthNames[month - 1]!,
  MM: ({ month }) => two(month),
  M: ({ month }) => String(month),
  dd: ({ day }) => two(day),
  d: ({ day }) => String(day),
  HH: ({ rest }) => two(Math.floor(rest / 3_600_000)),
  H: ({ rest }) => String(Math.floor(rest / 3_600_000)),
  mm: ({ rest }) => two(Math.floor(rest / 60_000) % 60),
  ss: ({ rest }) => two(Math.floor(rest / 1000) % 60),
  SSS: ({ rest }) => String(rest % 1000).padStart(3, '0'),
  XXX: ({ zone }) => (zone === 0 ? 'Z' : zoneText(zone, ':')),
  xxx: ({ zone }) => zoneText(zone, ':'),
  Z: ({ zone }) => zoneText(zone, ''),
}

/**
 * Compiles a date format; of several (`a||b`) the first is printed.
 * @throws EngineError for a pattern that it does not know.
 */
export function dateFormat(
  format = 'strict_date_optional_time',
  zone: Zone = 0,
): (time: number) => string {
  const name = format.split('||')[0]!
  if (name === 'epoch_millis') return (time) => String(Math.trunc(time))
  if (name === 'epoch_second') return (time) => String(Math.trunc(time) / 1000)
  const printers = tokens(namedFormats[name] ?? name).map(({ letter, literal }) => {
    if (letter === undefined) return () => literal
    const printer = letters[letter]
    if (printer === undefined) throw unknownFormat(name)
    return printer
  })
  return (time) => {
    const parts = partsOf(time, zone)
    return printers.map((print) => print(parts)).join('')
  }
}

function partsOf(time: number, zone: Zone): Parts {
  const local = (Math.trunc(time) || 0) + zone // Java makes 0 of a number that is none
  const days = Math.floor(local / dayMs)
  return { ...dayAt(days), rest: local - days * dayMs, zone }
}

function tokens(pattern: string): { letter?: string; literal: string }[] {
  const found = pattern.matchAll(/'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']/g)
  return Array.from(found, ([whole, quoted, letter]) => {
    if (letter !== undefined) return { letter: whole, literal: '' }
    return { literal: quoted === undefined ? whole : quoted.replaceAll("''", "'") || "'" }
  })
}

function longYear(year: number): string {
  if (year > 9999) return `+${year}`
  return `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(4, '0')}`
}

function zoneText(zone: Zone, separator: string): string {
  const minutes = Math.abs(zone) / 60_000
  return `${zone < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${separator}${two(minutes % 60)}`
}

/** @throws EngineError for a zone with a name: only UTC and offsets are known. */
export function parseZone(aggregation: string, text: string): Zone {
  if (/^(UTC|GMT|Z)$/.test(text)) return 0
  const match = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(text)
  if (match === null)
    throw isZone(text)
      ? unsupported('names of time zones in aggregations')
      : contentError(`[${aggregation}] failed to parse field [time_zone]`)
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0)
  return (match[1] === '-' ? -minutes : minutes) * 60_000
}

/**
 * A date as a request gives it: text of the format, with date math (`now-1y/y`), or epoch
 * milliseconds.
 * @returns epoch milliseconds.
 * @throws EngineError when it is none.
 */
export function readDate(value: unknown, format?: string, zone?: string): number {
  if (typeof value === 'number') return value
  const parser = format === undefined ? defaultFormat : parserOf(format)
  return parseDate(String(value), { format: parser, roundUp: false, zone, now: Date.now() })
}
