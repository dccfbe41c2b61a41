import { type JsonObject, toText } from '../rule/json-value.js'
import {
  beyond,
  type Check,
  closedField,
  type NamesIn,
  type ObjectCheck,
  type Problem,
  type Rule,
  type Scope,
} from '../rule/rule.js'
import { type QueryToken, tokenize } from './query-tokens.js'
import { countSigns, fewWildcards, repetitions } from './texts.js'

/**
 * The texts of query_string and simple_query_string: their operators, regular expressions and
 * fields.
 */

/** The text of simple_query_string, which has neither regular expressions nor field prefixes. */
export const simpleQueryText = queryText(simpleText)

/** The text of query_string. `queryTextCheck` validates what depends on the parameter `escape`. */
export const queryStringText = queryText(
  (value, scope) => simpleText(value, scope) ?? fewWildcards(value, scope),
  listPlainNames,
)

function queryText(check: Check<string>, names?: NamesIn): Rule {
  return { kind: 'text', max: 'queryTextLength', check, names, total: 'queryTextTotal' }
}

/**
 * Regular expressions and fields in the text of query_string; with `escape` it is all plain text.
 */
export const queryTextCheck: ObjectCheck = {
  at: 'query',
  of({ query, escape: isPlain }: JsonObject, scope) {
    if (typeof query !== 'string' || toText(isPlain) === 'true') return undefined
    if (query.length > scope.limits.queryTextLength) return undefined // refused for it already
    const tokens = readTokens(query)
    return (
      (scope.isOpen('regexp') ? repetitions(query, scope) : regexps(query, tokens)) ??
      fieldPatterns(tokens) ??
      (scope.fields ? prefixes(tokens, scope.fields) : undefined)
    )
  },
}

/** The last text and its tokens: its fields are listed before its form is checked. */
let last: { text: string; tokens: readonly QueryToken[] | undefined } | undefined

function readTokens(text: string): readonly QueryToken[] | undefined {
  if (last?.text !== text) last = { text, tokens: tokenize(text) }
  return last.tokens
}

function simpleText(value: string, { limits }: Scope): Problem | undefined {
  if (parentheses(value) > limits.queryTextDepth)
    return beyond('queryTextDepth', `at most ${limits.queryTextDepth} levels of parentheses`)
  const operators = countSigns(value, /\b(?:AND|OR|NOT)\b|&&|\|\||[!+|-]/g)
  return operators > limits.queryTextOperators
    ? beyond('queryTextOperators', `at most ${limits.queryTextOperators} operators`)
    : undefined
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

/** A slash begins a regular expression, except within a phrase or a range, or escaped. */
function regexps(value: string, tokens: readonly QueryToken[] | undefined): Problem | undefined {
  const isPlain = tokens ? tokens.every(({ kind }) => kind !== 'regexp') : !value.includes('/')
  return isPlain
    ? undefined
    : {
        text:
          'regular expressions are not switched on here: write \\/ for a slash, or put the text ' +
          'in quotes',
        rule: 'features',
      }
}

/** Of patterns of fields only `*:*` passes, which is every document. */
function fieldPatterns(tokens: readonly QueryToken[] = []): string | undefined {
  const isPlain = tokens.every(({ kind }, i) => {
    if (kind !== 'colon') return true
    const [name, value] = [tokens[i - 1], tokens[i + 1]].map((token) => unescaped(token?.text))
    if (name === '_exists_') return !/[*(]/.test(value!) // a group may hold one
    return !name!.includes('*') || (name === '*' && value === '*')
  })
  return isPlain ? undefined : 'takes the names of fields, no patterns: list these in fields'
}

/** A text as Lucene reads it. */
const unescaped = (text = '') =>
  text.replace(/\\(?:u([0-9a-f]{4})|([\s\S]))/gi, (_, code, sign) =>
    code === undefined ? sign : String.fromCharCode(Number.parseInt(code, 16)),
  )

/**
 * A field must be named plainly and be allowed. Unreadable text is refused: it might name any
 * field.
 */
function prefixes(
  tokens: readonly QueryToken[] | undefined,
  fields: NonNullable<Scope['fields']>,
): Problem | string | undefined {
  if (tokens === undefined) return 'is no query: put text in quotes, or escape its signs by \\'
  for (const name of listNames(tokens)) {
    if (!plainName.test(name) || name === '_exists_' || !fields.allows(name)) {
      return closedField('a field that it names is not allowed')
    }
  }
  return undefined
}

const plainName = /^[\p{L}\p{N}_.@-]+$/u

/** The field names in a query_string text that contain no operators. */
function* listPlainNames(value: string): Iterable<string> {
  for (const name of listNames(readTokens(value) ?? [])) if (plainName.test(name)) yield name
}

/** The part before a colon is the name of a field. */
function* listNames(tokens: readonly QueryToken[]): Iterable<string> {
  for (const [i, { kind }] of tokens.entries())
    if (kind === 'colon') yield tokens[i - 1]?.text ?? ''
}
