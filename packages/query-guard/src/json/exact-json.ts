import { randomUUID } from 'node:crypto'

/** JSON whose integers keep all their digits; JSON.parse rounds those beyond 2^53. */

const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * As JSON.parse, but an integer beyond 2^53 is a bigint.
 * @throws SyntaxError for a text that is not JSON.
 */
export function parseExact(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!/\d{16}/.test(text)) return value
  const mark = randomUUID() // no text from before contains it
  const marked = mapNumbers(text, (digits) => (isLong(digits) ? `"${mark}${digits}"` : digits))
  return JSON.parse(marked, (_, one) =>
    isMarked(one, mark) ? BigInt(one.slice(mark.length)) : one,
  )
}

/** As JSON.stringify, and bigints are written as numbers. */
export function stringifyExact(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return withBigints(value) // several times slower, and rarely needed
  }
}

function withBigints(value: unknown): string {
  const mark = randomUUID()
  const text = JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${mark}${one}` : one))
  return text.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1')
}

/** Whether a number's text is an integer that JSON.parse would round. */
function isLong(digits: string): boolean {
  return /^-?\d{16,}$/.test(digits) && !Number.isSafeInteger(Number(digits))
}

function isMarked(value: unknown, mark: string): value is string {
  return typeof value === 'string' && value.startsWith(mark)
}

/** Replaces the numbers of a JSON text that are outside of strings. */
function mapNumbers(json: string, map: (digits: string) => string): string {
  let mapped = ''
  for (let at = 0; at < json.length; ) {
    const quote = json.indexOf('"', at)
    const end = quote < 0 ? json.length : quote
    mapped += json.slice(at, end).replace(number, map)
    at = quote < 0 ? end : endOfString(json, quote)
    mapped += json.slice(end, at)
  }
  return mapped
}

/** The position behind the string that begins at a quote. */
function endOfString(json: string, quote: number): number {
  let at = quote + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at + 1
}
