import type { LeafRule, Limit, Scope } from '../rule/rule.js'

/** Kinds of rules, as metrics count refusals by them. */
export type RuleKind = 'index' | 'json' | 'form' | 'limit' | 'field' | 'switch' | 'cost'

/** What is wrong with a value, and whether it is its form (`isHard`) or the operator's choice. */
export interface Problem {
  text: string
  isHard: boolean
  /** The kind of rule that it breaks, unless it is one of form or a limit. */
  rule?: RuleKind
}

/** A number as a string: Elasticsearch reads it as Java does, so it is validated as a number. */
const decimal = /^ *[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:e[+-]?\d{1,3})? *$/i

export const inexact =
  'integers beyond 2^53 and numbers out of range lose digits: send it as a string'

/** Validates a value without nested values. */
export function validateLeaf(rule: LeafRule, value: unknown, scope: Scope): Problem | undefined {
  switch (rule.kind) {
    case 'flag':
      return typeof value === 'boolean' || value === 'true' || value === 'false'
        ? undefined
        : malformed('must be true or false')
    case 'number':
      return validateNumber(rule, value, scope)
    case 'text': {
      if (validateScalar(value, scope)?.isHard) return malformed('must be a string')
      const text = String(value)
      const most = limitIn(scope, rule.max)
      return forbidden(
        text.length > most ? `at most ${most} characters` : rule.check?.(text, scope),
      )
    }
    case 'word':
      return validateWord(rule, String(value).toLowerCase(), typeof value === 'string')
    case 'scalar':
      return rule.isReturned ? validateReturned(value) : validateScalar(value, scope)
    case 'field':
      if (typeof value !== 'string') return malformed('must be the name of a field')
      return validateField(value, rule.isPath, scope)
    case 'analyzer':
      return validateAnalyzer(value, scope)
  }
}

function validateWord(
  { words, instead }: Extract<LeafRule, { kind: 'word' }>,
  word: string,
  isText: boolean,
): Problem | undefined {
  if (isText && words.has(word)) return undefined
  const remedy = instead?.get(word)
  const all = `must be one of ${[...words].join(', ')}`
  return malformed(remedy === undefined ? all : `${all}; ${remedy}`)
}

/** Validates a reference to a field, in a key or in a value. */
export function validateField(
  reference: string,
  isPath: boolean,
  { fields }: Scope,
): Problem | undefined {
  if (reference === '' || reference.length > 256) return malformed('must be the name of a field')
  return fields && !fields.allows(reference, isPath)
    ? { text: 'the field is not allowed', isHard: false, rule: 'field' }
    : undefined
}

/**
 * An analyzer decides how many words a text has, and so its cost, so only analyzers listed
 * by the operator pass.
 */
function validateAnalyzer(value: unknown, { analyzers }: Scope): Problem | undefined {
  if (typeof value !== 'string') return malformed('must be the name of an analyzer')
  if (analyzers.has(value)) return undefined
  const text =
    analyzers.size === 0
      ? 'analyzers are not allowed here: remove it, and the text is analyzed like the field'
      : `must be one of ${[...analyzers].join(', ')}`
  return { text, isHard: false, rule: 'switch' }
}

/** Finite, and not an integer beyond 2^53, where neighbours become equal. */
export function isExact(value: number): boolean {
  return (
    Number.isFinite(value) &&
    (Math.abs(value) <= Number.MAX_SAFE_INTEGER || !Number.isInteger(value))
  )
}

/** Whether a number from an answer was sent back that JSON.parse rounds. */
export function isRounded(rule: LeafRule, value: unknown): boolean {
  return rule.kind === 'scalar' && rule.isReturned && typeof value === 'number' && !isExact(value)
}

/** The effective value of a limit. */
export function limitIn({ limits }: Scope, limit: Limit): number {
  return typeof limit === 'number' ? limit : limits[limit]
}

function validateNumber(
  { integer, min, max, remedy }: Extract<LeafRule, { kind: 'number' }>,
  value: unknown,
  scope: Scope,
): Problem | undefined {
  if (typeof value === 'number' && !isExact(value)) return malformed(inexact)
  const parsed = typeof value === 'string' && decimal.test(value) ? Number(value) : value
  const least = limitIn(scope, min)
  const most = limitIn(scope, max)
  const isNumber = typeof parsed === 'number' && (!integer || Number.isInteger(parsed))
  if (isNumber && parsed >= least && parsed <= most) return undefined
  const text = `must be ${integer ? 'an integer' : 'a number'}${range(least, most)}`
  if (!isNumber) return malformed(text)
  return forbidden(parsed > most && remedy !== undefined ? `${text}; ${remedy}` : text)
}

function validateScalar(value: unknown, { limits }: Scope): Problem | undefined {
  if (typeof value === 'string') {
    return forbidden(
      value.length > limits.textLength ? `at most ${limits.textLength} characters` : undefined,
    )
  }
  if (typeof value === 'number') return isExact(value) ? undefined : malformed(inexact)
  return typeof value === 'boolean'
    ? undefined
    : malformed('must be a string, a number or a boolean')
}

/** Maximum bytes of a keyword (Lucene). */
export const longestKeyword = 32_766

/** A value that an answer may have held. Its numbers reach the engine unrounded. */
function validateReturned(value: unknown): Problem | undefined {
  if (typeof value === 'string') {
    return forbidden(
      value.length > longestKeyword ? `at most ${longestKeyword} characters` : undefined,
    )
  }
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : malformed('must be a number in range')
  return typeof value === 'boolean'
    ? undefined
    : malformed('must be a string, a number or a boolean')
}

/** ` between 0 and 10000`, as far as the bounds matter to a caller. */
function range(least: number, most: number): string {
  if (most < 2 ** 31 - 1) return ` between ${least} and ${most}`
  return least > -(2 ** 31) ? ` of at least ${least}` : ''
}

function malformed(text: string): Problem {
  return { text, isHard: true }
}

function forbidden(text: string | undefined): Problem | undefined {
  return text === undefined ? undefined : { text, isHard: false }
}
