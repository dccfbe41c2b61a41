import { randomUUID } from 'node:crypto'

/**
 * JSON whose numbers keep their digits; JSON.parse rounds integers beyond 2^53, and 1.0 becomes 1.
 */

/** Comes before the digits of a number within a string; no one outside can guess it. */
const mark = randomUUID()

/** A number of a document with its digits as they were written. */
export class Numeral {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }

  toJSON(): string {
    return mark + this.text
  }
}

/**
 * Finds what JavaScript may write otherwise: many digits, an exponent, zeros at the end, -0, very
 * small numbers.
 */
const isRisky = /[\d.]{16}|\d[eE]|\.\d*0(?!\d)|-0(?![\d.])|0\.0{6}/

/**
 * As JSON.parse, but a number that JavaScript would write with other digits is a `Numeral`. @throws
 * SyntaxError
 */
export function parseAsWritten(text: string): unknown {
  if (!isRisky.test(text)) return JSON.parse(text)
  const isChanged = (digits: string) => String(Number(digits)) !== digits
  return parseMarked(text, isChanged, (digits) => new Numeral(digits))
}

/** As JSON.parse, but an integer beyond 2^53 is a bigint. @throws SyntaxError */
export function parseExact(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  return parseMarked(text, isLong, BigInt)
}

/** As JSON.stringify; a `Numeral` is written as it was, a bigint as a number. */
export function stringifyExact(value: unknown): string {
  let text: string
  try {
    text = JSON.stringify(value)
  } catch {
    // a bigint: several times slower, and hardly ever needed
    text = JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${mark}${one}` : one))
  }
  return text.includes(mark) ? text.replaceAll(markedNumber, '$1') : text
}

const markedNumber = new RegExp(`"${mark}([^"]*)"`, 'g')

/** Whether a number's text is an integer that JSON.parse would round. */
function isLong(digits: string): boolean {
  return /^-?\d{16,}$/.test(digits) && !Number.isSafeInteger(Number(digits))
}

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** Parses a text whose numbers are made by `make` where `isKept` says so. */
function parseMarked(
  text: string,
  isKept: (digits: string) => boolean,
  make: (digits: string) => unknown,
): unknown {
  JSON.parse(text) // so that what the pattern finds are strings and numbers
  const marked = text.replace(stringOrNumber, (found) =>
    !found.startsWith('"') && isKept(found) ? `"${mark}${found}"` : found,
  )
  return JSON.parse(marked, (_, value) =>
    typeof value === 'string' && value.startsWith(mark) ? make(value.slice(mark.length)) : value,
  )
}
