import type { JsonObject } from '../json-value.js'
import type { Rule, Scope } from '../rule.js'
import { dropped, either, flag, integer, number, shaped, text, word } from '../rule.js'

/** The largest 32-bit integer, where Elasticsearch's own type is the only bound. */
export const int32 = 2 ** 31 - 1

/**
 * Parameters that every query clause takes. The engine runs a named clause again for each bucket of top_hits and for each
 * inner_hits (Elasticsearch, MatchedQueriesPhase), and results have no place for the names: they are not sent.
 */
export const common: Record<string, Rule> = { boost: number(0), _name: dropped(text()) }

/** A text that is analyzed: bounded in length and in words. A number or boolean stands for its text. */
export const matchText = either({ string: text('textLength', tokens), number: number(), boolean: flag })

export const operator = word('and', 'or')
export const lenient = flag
export const zeroTerms = word('none', 'all')
export const fuzziness = either({
  string: shaped(/^(auto(:\d{1,3},\d{1,3})?|[0-2](\.0)?)$/i, 'AUTO, AUTO:3,6, 0, 1 or 2'),
  number: number(0, 2),
})
export const minimumShouldMatch = either({
  string: shaped(
    /^ *(?:-?\d{1,9}%?|\d{1,9} *< *-?\d{1,9}%?(?: +\d{1,9} *< *-?\d{1,9}%?)*) *$/,
    'a number, a percentage, or conditions such as 2<75% 9<-3',
  ),
  number: integer(-int32, int32),
})
export const rewrite = shaped(
  /^(constant_score(_blended|_boolean|_filter)?|scoring_boolean|top_terms_(blended_freqs_|boost_)?\d{1,3})$/,
  'a rewrite method with at most 999 terms',
)
/** `30s`, `1500ms`: a time span as Elasticsearch writes it. */
export const timeSpan = shaped(/^\d{1,12}(d|h|m|s|ms|micros|nanos)$/, 'a time span such as 30s')
/** `+02:00`, `Europe/Rome`. */
export const timeZone = shaped(/^[\w+:/-]{1,64}$/, 'a time zone such as +02:00 or Europe/Rome')
export const format = text()
/** A distance: `20km`, or a number of metres. */
export const distance = either({
  string: shaped(/^\d{1,12}(\.\d{1,12})?\s?[a-zA-Z]{0,16}$/, 'a distance such as 20km'),
  number: number(0),
})
export const distanceUnit = text(16)

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}]/u.source
const words = new RegExp(`${ideograph}|(?:(?!${ideograph})[\\p{L}\\p{Nd}])+`, 'gu')

/** The standard analyzer makes one word of each ideograph. */
function tokens(value: string, { limits }: Scope): string | undefined {
  if (value.length <= limits.textTokens) return undefined
  const count = value.match(words)?.length ?? 0
  return count > limits.textTokens ? `at most ${limits.textTokens} words` : undefined
}

/** A wildcard pattern: each `*` and `?` multiplies the terms that are looked at. */
export const wildcardText = text('patternLength', (value, { limits }) =>
  countOf(value, /[*?]/g) > limits.wildcards ? `at most ${limits.wildcards} of * and ?` : undefined,
)

/** A regular expression: repetitions multiply the states that are built before any limit of the engine counts them. */
export const regexpText = text('patternLength', repetitions)

/** The fields that a text is searched in; undefined where the engine takes all: it reads an empty list as none given. */
export function fieldsNamed({ fields, default_field }: JsonObject): unknown {
  return [fields, default_field].find((named) => (Array.isArray(named) ? named.length > 0 : Boolean(named)))
}

/** Under field rules, a clause that would search every field must name its own. */
export const namedFields = {
  at: 'fields',
  of: (value: JsonObject, { fields }: Scope) =>
    fields && fieldsNamed(value) === undefined
      ? 'fields is required, since only some fields may be searched'
      : undefined,
}

/** The text of query_string: its operators, wildcards, regular expressions and field prefixes. */
export const queryStringText = text(
  'queryTextLength',
  (value, scope) => {
    const { limits, fields } = scope
    return (
      simpleText(value, scope) ??
      (countOf(value, /[*?]/g) > limits.wildcards ? `at most ${limits.wildcards} of * and ?` : undefined) ??
      (scope.isOpen('regexp') ? repetitions(value, scope) : regexps(value)) ??
      (fields ? prefixes(value, fields) : undefined)
    )
  },
  plainNamesIn,
)

/** The text of simple_query_string, which knows neither regular expressions nor field prefixes. */
export const simpleQueryText = text('queryTextLength', simpleText)

function simpleText(value: string, { limits }: Scope): string | undefined {
  if (parentheses(value) > limits.queryTextDepth) return `at most ${limits.queryTextDepth} levels of parentheses`
  const operators = countOf(value, /\b(?:AND|OR|NOT)\b|&&|\|\||[!+|-]/g)
  return operators > limits.queryTextOperators ? `at most ${limits.queryTextOperators} operators` : undefined
}

function parentheses(value: string): number {
  let depth = 0
  let deepest = 0
  for (const sign of value) {
    if (sign === '(') deepest = Math.max(deepest, ++depth)
    else if (sign === ')') depth = Math.max(0, depth - 1)
  }
  return deepest
}

function repetitions(value: string, { limits }: Scope): string | undefined {
  let product = 1
  for (const [, least = '1', most = least] of value.matchAll(/\{(\d+)(?:,(\d+))?,?\}/g)) {
    product *= Math.max(1, Number(least), Number(most))
  }
  return product > limits.determinizedStates
    ? `repetitions must not multiply to more than ${limits.determinizedStates}`
    : undefined
}

/** An unescaped slash starts a regular expression, except within quotes; where brackets stand, quotes mean nothing sure. */
function regexps(value: string): string | undefined {
  const bare = value.replace(/\\./gs, '')
  const rest = /[[{]/.test(bare) ? bare : bare.replace(/"[^"]*"/g, '')
  return rest.includes('/') ? 'regular expressions are not switched on here: write \\/ for a slash' : undefined
}

/** Each unescaped colon makes what precedes it the name of a field. What is not plainly an allowed name is refused. */
function prefixes(value: string, fields: NonNullable<Scope['fields']>): string | undefined {
  for (const name of namesIn(value)) {
    if (!plainName.test(name) || name === '_exists_' || !fields.allows(name)) {
      return 'a field that it names is not allowed'
    }
  }
  return undefined
}

const plainName = /^[\p{L}\p{N}_.@-]+$/u

/** The names of fields in a text of query_string; within quotes a colon names none. */
function* plainNamesIn(value: string): Iterable<string> {
  for (const name of namesIn(value.replace(/"[^"]*"/g, '""'))) if (plainName.test(name)) yield name
}

function* namesIn(value: string): Iterable<string> {
  for (let colon = value.indexOf(':'); colon >= 0; colon = value.indexOf(':', colon + 1)) {
    let slash = colon
    while (value[slash - 1] === '\\') slash--
    if ((colon - slash) % 2 === 0) yield nameBefore(value, colon)
  }
}

/** What stands before a position up to a space, bracket, quote or colon, without signs before it. */
function nameBefore(value: string, position: number): string {
  let end = position
  while (end > 0 && /\s/.test(value[end - 1]!)) end--
  let start = end
  while (start > 0 && !/[\s:()[\]{}"]/.test(value[start - 1]!)) start--
  while (start < end && /[+!-]/.test(value[start]!)) start++
  return value.slice(start, end)
}

function countOf(value: string, sign: RegExp): number {
  return value.match(sign)?.length ?? 0
}
