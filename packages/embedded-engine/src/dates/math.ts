import { illegalArgument, parseError } from '../errors.js'
import { type DateFormat, type DateParts, lastDay } from './format.js'

export interface DateOptions {
  format: DateFormat
  /**
   * Missing parts and rounding (`/d`) go to the last millisecond instead of the first (bounds `gt`
   * and `lte`).
   */
  roundUp: boolean
  /** Offset like `+02:00` or a region like `Europe/Athens`, for texts that name no zone. */
  zone?: string | undefined
  /** Epoch milliseconds that `now` stands for. */
  now: number
}

/**
 * A date with Elasticsearch's date math: `now-1y/y`, `2020-01-01||+1M/d`, or a date of the format.
 * @throws EngineError
 */
export function parseDate(text: string, options: DateOptions): number {
  const { format, roundUp, zone, now } = options
  if (text.startsWith('now')) return calculate(now, text.slice(3), options)
  const at = text.indexOf('||')
  const parts = format.parse(at < 0 ? text : text.slice(0, at))
  if (parts === undefined) {
    const reason = `failed to parse date field [${text}] with format [${format.pattern}]`
    // as Elasticsearch has it, with the reason of its cause
    throw parseError(`${reason}: [${reason}]`)
  }
  return calculate(
    instant(parts, roundUp && at < 0, zone),
    at < 0 ? '' : text.slice(at + 2),
    options,
  )
}

/**
 * Epoch milliseconds of the parts; missing ones are the first of January, and the start (or end) of
 * the day.
 */
export function instant(parts: DateParts, roundUp: boolean, zone?: string): number {
  if (parts.epoch !== undefined) return parts.epoch
  const { year = 1970, month = 1, day = 1 } = parts
  const [hour, minute, second, milli] = roundUp ? [23, 59, 59, 999] : [0, 0, 0, 0]
  const days = daysFromEpoch(year, month, day)
  const seconds =
    ((parts.hour ?? hour) * 60 + (parts.minute ?? minute)) * 60 + (parts.second ?? second)
  const local = days * unitMillis.d! + seconds * 1000 + (parts.milli ?? milli)
  return parts.zone === undefined ? fromLocal(local, zone) : local - parts.zone * 60_000
}

/** Days since 1970-01-01 (Date.UTC takes the years 0 to 99 for others). */
function daysFromEpoch(year: number, month: number, day: number): number {
  const shift = year < 100 ? 400 : 0 // the calendar repeats every 400 years, of 146,097 days
  return Date.UTC(year + shift, month - 1, day) / unitMillis.d! - (shift / 400) * 146_097
}

function calculate(start: number, math: string, { roundUp, zone }: DateOptions): number {
  if (math === '') return start
  checkMath(math)
  let local = toLocal(start, zone)
  for (const [step] of math.matchAll(/[+\-/]\d*[yMwdhHms]/g)) {
    const unit = step.at(-1)!
    if (step.startsWith('/')) {
      local = floor(local, unit)
      if (roundUp) local = add(local, 1, unit) - 1
    } else {
      const count = Number(step.slice(1, -1) || 1)
      local = add(local, step.startsWith('-') ? -count : count, unit)
    }
  }
  return fromLocal(local, zone)
}

/** @throws EngineError for the first step that is none. */
function checkMath(math: string): void {
  for (let rest = math; rest !== ''; ) {
    const [step, operator = '', count = '', unit = ''] = /^(.)(\d*)(.?)/s.exec(rest)!
    if (!/[+\-/]/.test(operator)) throw parseError(`operator not supported for date math [${math}]`)
    if (unit === '') throw parseError(`truncated date math [${math}]`)
    if (operator === '/' && Number(count || 1) !== 1)
      throw parseError(`rounding \`/\` can only be used on single unit types [${math}]`)
    if (!/[yMwdhHms]/.test(unit))
      throw parseError(`unit [${unit}] not supported for date math [${math}]`)
    rest = rest.slice(step.length)
  }
}

const unitMillis: Readonly<Record<string, number>> = {
  w: 604_800_000,
  d: 86_400_000,
  h: 3_600_000,
  H: 3_600_000,
  m: 60_000,
  s: 1000,
}

function add(local: number, count: number, unit: string): number {
  if (unit !== 'y' && unit !== 'M') return local + count * unitMillis[unit]!
  const date = new Date(local)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count * (unit === 'y' ? 12 : 1))
  date.setUTCDate(Math.min(day, lastDay(date.getUTCFullYear(), date.getUTCMonth() + 1)))
  return date.getTime()
}

function floor(local: number, unit: string): number {
  const date = new Date(local)
  if (unit === 'y') return Date.UTC(date.getUTCFullYear(), 0)
  if (unit === 'M') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
  // 1970-01-05 was the first Monday of the epoch
  const monday = unit === 'w' ? 4 * unitMillis.d! : 0
  const size = unitMillis[unit]!
  return Math.floor((local - monday) / size) * size + monday
}

function toLocal(utc: number, zone: string | undefined): number {
  return utc + offset(utc, zone)
}

function fromLocal(local: number, zone: string | undefined): number {
  return local - offset(local - offset(local, zone), zone)
}

/** Whether there is such a zone. */
export function isZone(zone: string): boolean {
  try {
    return zoneFormat(zone) !== undefined
  } catch {
    return false
  }
}

/**
 * Milliseconds that a zone is ahead of UTC at a moment. @throws EngineError for a zone that does
 * not exist.
 */
function offset(utc: number, zone: string | undefined): number {
  if (zone === undefined || zone === 'Z' || zone === 'UTC' || zone === 'GMT') return 0
  const fixed = /^([+-])(\d\d):?(\d\d)$/.exec(zone)
  if (fixed !== null && Number(fixed[2]) > 18) {
    const hours = Number(`${fixed[1]}${fixed[2]}`)
    const reason = `Zone offset hours not in valid range: value ${hours} is not in the range -18 to 18`
    throw illegalArgument(`java.time.DateTimeException: ${reason}`)
  }
  if (fixed !== null)
    return (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3])) * 60_000
  const text = zoneFormat(zone).format(utc)
  const [month, day, year, hour, minute, second] = text.match(/\d+/g)!.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(utc / 1000) * 1000
}

function zoneFormat(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    throw illegalArgument(`java.time.zone.ZoneRulesException: Unknown time-zone ID: ${zone}`)
  }
}
