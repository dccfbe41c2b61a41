/**
 * Where a text stops being JSON, and what is expected there. It reveals nothing of the text itself.
 */
export interface JsonFault {
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

/**
 * The first error of a text that `JSON.parse` refuses: its own messages differ by Node version, and
 * quote the text. Not recursive, for any nesting depth.
 * @returns undefined when the text is JSON (RFC 8259).
 */
export function jsonFault(text: string): JsonFault | undefined {
  const open: ('array' | 'object')[] = []
  let state: State = 'value'
  let at = 0

  const afterValue = (): State => {
    const inside = open.at(-1)
    return inside === undefined ? 'end' : inside === 'array' ? 'after item' : 'after member'
  }
  for (;;) {
    at = endOf(space, text, at) ?? at
    const sign = text[at]
    if (sign === undefined && state === 'end') return undefined
    const isValue: boolean = state === 'value' || state === 'value or end'
    const isKey: boolean = state === 'key' || state === 'key or end'
    if ((isValue || isKey) && sign === '"') {
      const { end, expected } = endOfString(text, at + 1)
      if (expected !== undefined) return faultAt(text, end, expected)
      at = end
      state = isKey ? 'colon' : afterValue()
    } else if (isValue && (sign === '{' || sign === '[')) {
      open.push(sign === '{' ? 'object' : 'array')
      state = sign === '{' ? 'key or end' : 'value or end'
      at++
    } else if (
      sign === '}' ? state === 'key or end' || state === 'after member' : isArrayEnd(sign, state)
    ) {
      open.pop()
      state = afterValue()
      at++
    } else if (sign === ',' && state.startsWith('after')) {
      state = state === 'after item' ? 'value' : 'key'
      at++
    } else if (sign === ':' && state === 'colon') {
      state = 'value'
      at++
    } else {
      const end = isValue ? endOf(scalar, text, at) : undefined
      if (end === undefined) return faultAt(text, at, expectations[state])
      at = end
      state = afterValue()
    }
  }
}

const isArrayEnd = (sign: string | undefined, state: State): boolean =>
  sign === ']' && (state === 'value or end' || state === 'after item')

/** The end of a pattern that matches at a position. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
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
      const end = endOf(escaped, text, at)
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

function faultAt(text: string, at: number, expected: string): JsonFault {
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
