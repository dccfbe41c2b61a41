import { toText } from '../rule/json-value.js'
import {
  beyond,
  closedField,
  type LeafRule,
  type Limit,
  type Problem,
  type RuleName,
  type Scope,
} from '../rule/rule.js'
import type { Report } from './report.js'

/** A number as a string: Elasticsearch reads it as Java does, so it is validated as a number. */
const decimal = /^ *[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:e[+-]?\d{1,3})? *$/i

const inexact = 'integers beyond 2^53 and numbers out of range lose digits: send it as a string'

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
      if (!isScalar(value)) return malformed('must be a string')
      const text = String(value)
      const most = getLimit(scope, rule.max)
      return text.length > most
        ? { text: `at most ${most} characters`, rule: getRuleName(rule.max) }
        : toProblem(rule.check?.(text, scope))
    }
    case 'word':
      return validateWord(rule, toText(value).toLowerCase(), typeof value === 'string')
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
    ? closedField('the field is not allowed')
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
  return { text, rule: 'analyzers' }
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
export function getLimit({ limits }: Scope, limit: Limit): number {
  return typeof limit === 'number' ? limit : limits[limit]
}

function validateNumber(
  { integer, min, max, remedy }: Extract<LeafRule, { kind: 'number' }>,
  value: unknown,
  scope: Scope,
): Problem | undefined {
  if (typeof value === 'number' && !isExact(value)) return malformed(inexact)
  const parsed = typeof value === 'string' && decimal.test(value) ? Number(value) : value
  const least = getLimit(scope, min)
  const most = getLimit(scope, max)
  const isNumber = typeof parsed === 'number' && (!integer || Number.isInteger(parsed))
  if (isNumber && parsed >= least && parsed <= most) return undefined
  const text = `must be ${integer ? 'an integer' : 'a number'}${range(least, most)}`
  if (!isNumber) return malformed(text)
  if (parsed < least) return { text, rule: getRuleName(min) }
  return { text: remedy === undefined ? text : `${text}; ${remedy}`, rule: getRuleName(max) }
}

function validateScalar(value: unknown, { limits }: Scope): Problem | undefined {
  if (typeof value === 'string') {
    return value.length > limits.textLength
      ? beyond('textLength', `at most ${limits.textLength} characters`)
      : undefined
  }
  if (typeof value === 'number' && !isExact(value)) return malformed(inexact)
  return isScalar(value) ? undefined : malformed('must be a string, a number or a boolean')
}

/** Whether a value is a string, a number with its exact digits, or a boolean. */
function isScalar(value: unknown): boolean {
  return typeof value === 'number' ? isExact(value) : ['string', 'boolean'].includes(typeof value)
}

/** Maximum bytes of a keyword (Lucene). */
export const longestKeyword = 32_766

/** A value that an answer may have held. Its numbers reach the engine unrounded. */
function validateReturned(value: unknown): Problem | undefined {
  if (typeof value === 'string') {
    return value.length > longestKeyword
      ? malformed(`at most ${longestKeyword} characters`)
      : undefined
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
  return { text, rule: 'form' }
}

/** The problem that a check has found. */
export function toProblem(found: Problem | string | undefined): Problem | undefined {
  return typeof found === 'string' ? malformed(found) : found
}

/** The rule by which a limit holds; no option changes a fixed one. */
export function getRuleName(limit: Limit): RuleName {
  return typeof limit === 'number' ? 'form' : `limits.${limit}`
}

/** Validates a value of any form, whose numbers must be exact. */
export function validateJson(value: unknown, depth: number, report: Report): void {
  if (typeof value === 'number' && !isExact(value)) report.refuse(depth, inexact)
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value)) {
    if (!Array.isArray(value)) report.members++
    report.enter(depth, key)
    validateJson(item, depth + 1, report)
  }
}
