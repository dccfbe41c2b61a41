import { type EngineError, illegalArgument, type Unsupported, unsupported } from '../errors.js'

/**
 * The parts of a date that a text names; months from 1. `zone` is the offset from UTC in minutes.
 */
export interface DateParts {
  year?: number
  month?: number
  day?: number
  hour?: number
  minute?: number
  second?: number
  milli?: number
  zone?: number
  /** The whole date as epoch milliseconds, for formats that count. */
  epoch?: number
}

export interface DateFormat {
  pattern: string
  /** The parts named by a text, or undefined when it is not of this format. */
  parse(text: string): DateParts | undefined
  /** A date (epoch milliseconds, UTC) as text. */
  print(millis: number): string
}

/**
 * What Date can hold, in milliseconds either way, and in whole years (ECMA-262, section 21.4.1.1).
 */
const greatestTime = 8.64e15
const greatestYear = 271_820

/**
 * A year of the formats that are not strict: four to nine digits. As a pattern of a caller's own it
 * is refused.
 */
const anyYear = 'u'.repeat(9)

/**
 * Named formats of Elasticsearch in the letters of java.time patterns; brackets enclose what may be
 * left out.
 */
const named: Readonly<Record<string, string>> = {
  strict_date_optional_time: "uuuu[-MM[-dd['T'[HH[:mm[:ss[.S]]]][X]]]]",
  date_optional_time: `${anyYear}[-M[-d['T'[H[:m[:s[.S]]]][X]]]]`,
  strict_date_time: "uuuu-MM-dd'T'HH:mm:ss.SX",
  date_time: `${anyYear}-M-d'T'H:m:s.SX`,
  strict_date_time_no_millis: "uuuu-MM-dd'T'HH:mm:ssX",
  strict_date_hour_minute_second: "uuuu-MM-dd'T'HH:mm:ss",
  date_hour_minute_second: `${anyYear}-M-d'T'H:m:s`,
  strict_date: 'uuuu-MM-dd',
  date: `${anyYear}[-M[-d]]`,
  strict_year_month_day: 'uuuu-MM-dd',
  year_month_day: `${anyYear}[-M[-d]]`,
  strict_year_month: 'uuuu-MM',
  year_month: `${anyYear}[-M]`,
  strict_year: 'uuuu',
  year: anyYear,
  basic_date: 'yyyyMMdd',
  basic_date_time: "yyyyMMdd'T'HHmmss.SX",
  basic_date_time_no_millis: "yyyyMMdd'T'HHmmssX",
}

/**
 * Formats separated by `||`; a text is of the first that fits. @throws EngineError for a pattern it
 * does not know.
 */
export function dateFormat(pattern: string): DateFormat {
  const formats = pattern.split('||').map(single)
  return {
    pattern,
    parse(text) {
      for (const format of formats) {
        const parts = format.parse(text)
        if (parts !== undefined) return parts
      }
      return undefined
    },
    print: formats[0]!.print,
  }
}

/** What a date field takes unless its mapping says otherwise. */
export const defaultFormat = dateFormat('strict_date_optional_time||epoch_millis')

function single(pattern: string): DateFormat {
  if (pattern === 'epoch_millis') return counting(pattern, 1)
  if (pattern === 'epoch_second') return counting(pattern, 1000)
  return compile(pattern, named[pattern] ?? pattern)
}

function counting(pattern: string, unit: number): DateFormat {
  return {
    pattern,
    parse(text) {
      const epoch = /^-?\d{1,16}(\.\d{1,9})?$/.test(text)
        ? Math.floor(Number(text) * unit)
        : Number.NaN
      return Math.abs(epoch) <= greatestTime ? { epoch } : undefined
    },
    print: (millis) => String(millis / unit),
  }
}

interface Piece {
  regex: string
  field?: keyof DateParts
  print(date: Date): string
}

function compile(name: string, pattern: string): DateFormat {
  const pieces: Piece[] = []
  const tokens = [...pattern.matchAll(/([A-Za-z])\1*|'[^']*'|[^A-Za-z']/g)].map(([token]) => token)
  for (const [i, token] of tokens.entries()) pieces.push(piece(token, name, tokens[i + 1]))
  const regex = new RegExp(`^${pieces.map((part) => part.regex).join('')}$`)
  const fields = pieces.flatMap((part) => (part.field === undefined ? [] : [part.field]))
  return {
    pattern: name,
    parse(text) {
      const match = regex.exec(text)
      if (match === null) return undefined
      const parts: DateParts = {}
      fields.forEach((field, i) => {
        const found = match[i + 1]
        if (found !== undefined) parts[field] = partOf(field, found)
      })
      return isPossible(parts) ? parts : undefined
    },
    print(millis) {
      const date = new Date(millis)
      return pieces.map((part) => part.print(date)).join('')
    },
  }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function piece(token: string, pattern: string, next: string | undefined): Piece {
  const width = token.length
  const digits = width === 1 ? '(\\d{1,2})' : `(\\d{${width}})`
  const number = (field: keyof DateParts, of: (date: Date) => number): Piece => {
    return { regex: digits, field, print: (date) => String(of(date)).padStart(width, '0') }
  }
  switch (token[0]) {
    case 'y':
    case 'u':
      return {
        ...number('year', (date) => date.getUTCFullYear()),
        regex: yearRegex(token, pattern, next),
      }
    case 'M':
      if (width === 3)
        return {
          regex: `(${months.join('|')})`,
          field: 'month',
          print: (date) => months[date.getUTCMonth()]!,
        }
      return number('month', (date) => date.getUTCMonth() + 1)
    case 'd':
      return number('day', (date) => date.getUTCDate())
    case 'H':
      return number('hour', (date) => date.getUTCHours())
    case 'm':
      return number('minute', (date) => date.getUTCMinutes())
    case 's':
      return number('second', (date) => date.getUTCSeconds())
    case 'S':
      return {
        regex: width === 1 ? '(\\d{1,9})' : `(\\d{${width}})`,
        field: 'milli',
        print: (date) => String(date.getUTCMilliseconds()).padStart(3, '0'),
      }
    case 'X':
    case 'Z':
      return { regex: '(Z|[+-]\\d\\d(?::?\\d\\d)?)', field: 'zone', print: () => 'Z' }
    case '[':
      return { regex: '(?:', print: () => '' }
    case ']':
      return { regex: ')?', print: () => '' }
  }
  const literal = token.startsWith("'") ? token.slice(1, -1) : token
  if (/^[A-Za-z]/.test(token)) throw unknownFormat(pattern)
  return { regex: literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), print: () => literal }
}

/**
 * `u` counts years astronomically, `y` within the era. Before a sign, five digits or more are
 * marked by a plus.
 */
function yearRegex(token: string, pattern: string, next: string | undefined): string {
  if (token === anyYear && pattern !== token) return '(-?\\d{4,9})'
  if (token.length !== 4) throw unknownFormat(pattern)
  const long = next !== undefined && /^[^A-Za-z[]/.test(next) ? '|\\+\\d{5,9}' : ''
  return token === 'uuuu' ? `(-?\\d{4}${long})` : `((?!0000)\\d{4}${long})`
}

/**
 * What the names of Elasticsearch's formats are made of; no part is made of others, so that reading
 * is linear.
 */
const otherNames =
  /^(iso8601|rfc3339_lenient|(strict_)?(basic_)?(date|day|fraction|hour|millis|minute|month|nanos|no|optional|ordinal|second|time|t|week|year|_)+)$/

/** The letters of java.time patterns. */
const javaLetters = 'GuyDMLdQqYwWEecFaBhKkHmsSAnNVvzOXxZp'

/**
 * The refusal of a format that cannot be compiled: whether Java could decides whose words it is in.
 */
export function unknownFormat(pattern: string): EngineError | Unsupported {
  const letters = pattern.replace(/'[^']*'/g, '').match(/[A-Za-z]/g) ?? []
  const wrong = letters.find((letter) => !javaLetters.includes(letter))
  if (wrong === undefined || otherNames.test(pattern)) return unsupported('this date format')
  return illegalArgument(`Invalid format: [${pattern}]: Unknown pattern letter: ${wrong}`)
}

function partOf(field: keyof DateParts, text: string): number {
  if (field === 'zone') return zoneMinutes(text)
  if (field === 'milli') return Math.floor(Number(`0.${text}`) * 1000 + 1e-9)
  if (field === 'month' && months.includes(text)) return months.indexOf(text) + 1
  return Number(text)
}

/** Minutes from UTC of `Z`, `+02`, `+0200` or `+02:00`. */
function zoneMinutes(text: string): number {
  if (text === 'Z') return 0
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(3).replace(':', '') || 0)
  return text.startsWith('-') ? -minutes : minutes
}

function isPossible({
  year = 2000,
  month = 1,
  day = 1,
  hour = 0,
  minute = 0,
  second = 0,
}: DateParts): boolean {
  if (Math.abs(year) > greatestYear) return false
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= lastDay(year, month) &&
    hour < 24 &&
    minute < 60 &&
    second < 60
  )
}

/** Days of a month (1 to 12). */
export function lastDay(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
