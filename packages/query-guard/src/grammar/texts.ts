import {
  dropped,
  either,
  flag,
  integer,
  nullable,
  number,
  shaped,
  text,
  word,
} from '../rule/builders.js'
import type { JsonObject } from '../rule/json-value.js'
import { beyond, closedField, type Problem, type Rule, type Scope } from '../rule/rule.js'

/** The largest 32-bit integer, where Elasticsearch's own type is the only bound. */
export const int32 = 2 ** 31 - 1

/**
 * Parameters that every query clause takes. The engine runs a named clause again for each bucket of
 * top_hits and for each inner_hits (Elasticsearch, MatchedQueriesPhase), and results do not show
 * the names, so they are not sent.
 */
export const common: Record<string, Rule> = { boost: number(0), _name: dropped(text()) }
/** The same for the clauses whose parser in Elasticsearch passes over a null. */
export const nullableCommon: Record<string, Rule> = {
  boost: nullable(number(0)),
  _name: dropped(nullable(text())),
}

/**
 * A text that is analyzed: bounded in length and in words. A number or boolean is read as its text.
 */
export const matchText = either({
  string: text('textLength', tokens),
  number: number(),
  boolean: flag,
})

export const operator = word('and', 'or')
export const lenient = flag
export const zeroTerms = word('none', 'all')
export const fuzziness = either({
  string: shaped(
    /^(auto(:\d{1,3},\d{1,3})?| *\+?[0-2](\.0*)?(e0)? *)$/i,
    'AUTO, AUTO:3,6, 0, 1 or 2',
  ),
  number: number(0, 2),
})
export const minimumShouldMatch = either({
  string: shaped(
    /^ *(?:[+-]?\d{1,9}%?|\d{1,9} *< *-?\d{1,9}%?(?: +\d{1,9} *< *-?\d{1,9}%?)*) *$/,
    'a number, a percentage, or conditions such as 2<75% 9<-3',
  ),
  number: integer(-int32, int32),
})
export const rewrite = shaped(
  /^(constant_score(_blended|_boolean|_filter)?|scoring_boolean|top_terms_(blended_freqs_|boost_)?\d{1,3})$/,
  'a rewrite method with at most 999 terms',
)
/** `+02:00`, `Europe/Rome`. */
export const timeZone = shaped(/^[\w+:/-]{1,64}$/, 'a time zone such as +02:00 or Europe/Rome')
export const format = text()

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}]/u.source
const words = new RegExp(`${ideograph}|(?:(?!${ideograph})[\\p{L}\\p{Nd}])+`, 'gu')

/** The standard analyzer makes one word of each ideograph. */
function tokens(value: string, { limits }: Scope): Problem | undefined {
  if (value.length <= limits.textTokens) return undefined
  const count = value.match(words)?.length ?? 0
  return count > limits.textTokens
    ? beyond('textTokens', `at most ${limits.textTokens} words`)
    : undefined
}

/** A wildcard pattern: each `*` and `?` multiplies the terms that are examined. */
export const wildcardText = text('patternLength', fewWildcards)

/** The wildcards of a text. */
export function fewWildcards(value: string, { limits }: Scope): Problem | undefined {
  return countSigns(value, /[*?]/g) > limits.wildcards
    ? beyond('wildcards', `at most ${limits.wildcards} of * and ?`)
    : undefined
}

/**
 * A regular expression: repetitions multiply the states built before any limit of the engine counts
 * them.
 */
export const regexpText = text('patternLength', repetitions)

/**
 * The fields that a text is searched in; undefined for all: the engine reads an empty list as
 * absent.
 */
function fieldsNamed({ fields, default_field }: JsonObject): unknown {
  return [fields, default_field].find((named) =>
    Array.isArray(named) ? named.length > 0 : Boolean(named),
  )
}

/** Under field rules, a clause that would search every field must name its own. */
export const namedFields = {
  at: 'fields',
  of: (value: JsonObject, { fields }: Scope) =>
    fields && fieldsNamed(value) === undefined
      ? closedField('fields is required, since only some fields may be searched')
      : undefined,
}

/** Repetitions in a regular expression, which multiply its states. */
export function repetitions(value: string, { limits }: Scope): Problem | undefined {
  let product = 1
  for (const [, least = '1', most = least] of value.matchAll(/\{(\d+)(?:,(\d+))?,?\}/g)) {
    product *= Math.max(1, Number(least), Number(most))
  }
  return product > limits.determinizedStates
    ? beyond(
        'determinizedStates',
        `repetitions must not multiply to more than ${limits.determinizedStates}`,
      )
    : undefined
}

/** How often a character occurs in a text. */
export function countSigns(value: string, sign: RegExp): number {
  return value.match(sign)?.length ?? 0
}
