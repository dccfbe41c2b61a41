/**
 * Where a text stops being JSON, and what is expected there. It reveals nothing of the text itself.
 */
interface JsonFault {
  /** Counts from 1. */
  line: number
  /** Counts from 1, in UTF-16 units as JavaScript does. */
  column: number
  expected: string
}

const space = /[ \t\n\r]*/y
const scalar = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

const expectations = {
  value: 'a value',
  'value or end': 'a value or ]',
  key: 'a key in double quotes',
  'key or end': 'a key in double quotes or }',
  colon: 'a colon',
  'after item': 'a comma or ]',
  'after member': 'a comma or }',
  end: 'the end of the text',
} as const
type State = keyof typeof expectations

/** The state after a sign; `closed` ends the innermost array or object. */
const signs: Partial<Record<State, Record<string, State | 'closed'>>> = {
  'value or end': { ']': 'closed' },
  'key or end': { '}': 'closed' },
  colon: { ':': 'value' },
  'after item': { ',': 'value', ']': 'closed' },
  'after member': { ',': 'key', '}': 'closed' },
}

/** The state after the sign that opens an array or an object. */
const openings: Record<string, State> = { '[': 'value or end', '{': 'key or end' }

/** A part of the text that was read, or where it stops being JSON. */
type Token = { end: number; state: State } | { end: number; expected: string }

/**
 * The first error of a text that `JSON.parse` refuses: its own messages differ by Node version, and
 * quote the text. Not recursive, for any nesting depth.
 * @returns undefined when the text is JSON (RFC 8259).
 */
export function jsonFault(text: string): JsonFault | undefined {
  const open: string[] = []
  let state: State = 'value'
  for (let at = 0; ; ) {
    at = findEnd(space, text, at) ?? at
    if (state === 'end' && at === text.length) return undefined
    const token = nextToken(text, at, state, open)
    if ('expected' in token) return makeFault(text, token.end, token.expected)
    at = token.end
    state = token.state
  }
}

/** @param open The signs of the arrays and objects around the position. */
function nextToken(text: string, at: number, state: State, open: string[]): Token {
  const leadsTo = signs[state]?.[text[at] ?? '']
  if (leadsTo === 'closed') {
    open.pop()
    return { end: at + 1, state: afterValue(open) }
  }
  if (leadsTo !== undefined) return { end: at + 1, state: leadsTo }
  const isKey = state === 'key' || state === 'key or end'
  if (isKey && text[at] === '"') return stringToken(text, at, 'colon')
  const isValue = state === 'value' || state === 'value or end'
  const token = isValue ? valueToken(text, at, open) : undefined
  return token ?? { end: at, expected: expectations[state] }
}

/** Reads a scalar, or the sign that opens an array or an object. */
function valueToken(text: string, at: number, open: string[]): Token | undefined {
  const sign = text[at] ?? ''
  if (sign === '"') return stringToken(text, at, afterValue(open))
  const opened = openings[sign]
  if (opened !== undefined) {
    open.push(sign)
    return { end: at + 1, state: opened }
  }
  const end = findEnd(scalar, text, at)
  return end === undefined ? undefined : { end, state: afterValue(open) }
}

function stringToken(text: string, at: number, state: State): Token {
  const { end, expected } = endOfString(text, at + 1)
  return expected === undefined ? { end, state } : { end, expected }
}

function afterValue(open: readonly string[]): State {
  const inside = open.at(-1)
  return inside === undefined ? 'end' : inside === '[' ? 'after item' : 'after member'
}

/** The end of a pattern that matches at a position. */
function findEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/** The position after the closing quote, or where the string becomes invalid. */
function endOfString(text: string, from: number): { end: number; expected?: string } {
  let at = from
  while (at < text.length) {
    const sign = text[at]!
    if (sign === '"') return { end: at + 1 }
    if (sign < ' ')
      return {
        end: at,
        expected: 'a closing " (line breaks and control characters are written as \\n, \\u0000)',
      }
    if (sign !== '\\') at++
    else {
      const end = findEnd(escaped, text, at)
      if (end === undefined)
        return {
          end: at,
          expected: 'one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u and four hexadecimal digits',
        }
      at = end
    }
  }
  return { end: at, expected: 'a closing "' }
}

function makeFault(text: string, at: number, expected: string): JsonFault {
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', start)) {
    line++
    start = end + 1
  }
  return { line, column: at - start + 1, expected }
}

/** `must be valid JSON: line 3, column 14: a comma or } is expected` */
export function notJson(text: string): string {
  if (text.trim() === '') return 'must be valid JSON: it is empty'
  const fault = jsonFault(text)
  const where = fault
    ? `: line ${fault.line}, column ${fault.column}: ${fault.expected} is expected`
    : ''
  return `must be valid JSON${where}`
}
