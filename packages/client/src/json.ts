/**
 * Like JSON.parse, but an integer beyond 2^53 becomes a string of its digits: a number would be
 * rounded. The service accepts that string in `search_after`, in `after` and in queries.
 * @throws SyntaxError for a text that is not JSON.
 */
export function parseExact(json: string): unknown {
  const value: unknown = JSON.parse(json)
  return /\d{16}/.test(json) ? JSON.parse(mapNumbers(json, withDigits)) : value
}

const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

function withDigits(digits: string): string {
  const isRounded = /^-?\d{16,}$/.test(digits) && !Number.isSafeInteger(Number(digits))
  return isRounded ? `"${digits}"` : digits
}

/** Replaces the numbers of a JSON text outside of strings. */
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

/** The position after the string that begins at a quote. */
function endOfString(json: string, quote: number): number {
  let at = quote + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at + 1
}
