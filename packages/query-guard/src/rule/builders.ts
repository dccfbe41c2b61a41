import type { CostContextOf } from './cost-context.js'
import type { JsonKind } from './json-value.js'
import type {
  Check,
  Feature,
  Limit,
  NamesIn,
  ObjectCheck,
  ObjectRule,
  Rule,
  UnsafeName,
} from './rule.js'

/** `true`, `false`, and the strings that Elasticsearch reads as such. */
export const flag: Rule = { kind: 'flag' }
/** A string, number or boolean, as a field's value. */
export const scalar: Rule = { kind: 'scalar', isReturned: false }
/**
 * A value from an answer that is sent back: a scalar or null. Integers beyond 2^53 reach the engine
 * unrounded.
 */
const returnedScalar: Rule = { kind: 'scalar', isReturned: true }
/** A reference to a field, or a pattern of fields, with or without a boost (`name^2`). */
export const field: Rule = { kind: 'field', isPath: false }
/** The path of nested objects: an ancestor of an allowed field is enough. */
export const path: Rule = { kind: 'field', isPath: true }
/** The name of an analyzer, one of those that the operator has listed. */
export const analyzer: Rule = { kind: 'analyzer' }
/** A value that is validated, accepted and not sent to the engine. */
export const dropped = (rule: Rule): Rule => ({ kind: 'dropped', rule })
/** A parameter that counts as absent when it is null, where Elasticsearch takes null for it. */
export const nullable = (rule: Rule): Rule => ({ kind: 'nullable', rule })
/** Any query clause. */
export const query: Rule = { kind: 'clause', of: undefined }
/** Name → aggregation. */
export const aggs: Rule = { kind: 'aggs' }
/** Any JSON: what the engine only returns, and null where Elasticsearch takes one. */
export const json: Rule = { kind: 'json' }

export const integer = (min: Limit, max: Limit): Rule => ({
  kind: 'number',
  integer: true,
  min,
  max,
})

/** A finite number, also as a decimal string. The default bounds are those of a float. */
export const number = (min: Limit = -3.4e38, max: Limit = 3.4e38): Rule => ({
  kind: 'number',
  integer: false,
  min,
  max,
})

/** A string. A number or boolean is read as its text, as Elasticsearch does. */
export const text = (max: Limit = 256, check?: Check<string>, names?: NamesIn): Rule => ({
  kind: 'text',
  max,
  check,
  names,
})

/** A text of a fixed form; `form` is shown to the caller. */
export const shaped = (pattern: RegExp, form: string): Rule =>
  text(256, (value) => (pattern.test(value) ? undefined : `must be ${form}`))

/** One of the given words, in any case. */
export const word = (...words: string[]): Rule => ({ kind: 'word', words: new Set(words) })

/** The same. @param instead What to do instead of using other words. */
export const wordOr = (words: string[], instead: Readonly<Record<string, string>>): Rule => ({
  kind: 'word',
  words: new Set(words),
  instead: new Map(Object.entries(instead)),
})

/** A list of fields. Elasticsearch reads an empty one as all fields, so it is refused. */
export const fieldList = (max: Limit): Rule => listOf(field, max, 1)

export const listOf = (of: Rule, max: Limit, min = 0): Rule => ({
  kind: 'list',
  of,
  min,
  max,
  bare: false,
})

/** A list, or a single element without brackets. */
export const oneOrMore = (of: Rule, max: Limit, min = 0): Rule => ({
  kind: 'list',
  of,
  min,
  max,
  bare: true,
})

interface ObjectOptions {
  required?: readonly string[]
  checks?: readonly ObjectCheck[]
  hitRequest?: ObjectRule['hitRequest']
  inside?: CostContextOf
  confinedAt?: string
  names?: ObjectRule['names']
}

export const object = (keys: Record<string, Rule>, options: ObjectOptions = {}): ObjectRule =>
  free(undefined, keys, options)

/** `{field: …}` with exactly one field, next to the known keys. */
export const oneField = (
  of: Rule,
  keys: Record<string, Rule> = {},
  options: ObjectOptions = {},
): ObjectRule => free({ as: 'field', of, min: 1, max: 1 }, keys, options)

/** `{field: …, …}`. */
export const fieldMap = (of: Rule, max: Limit, keys: Record<string, Rule> = {}): ObjectRule =>
  free({ as: 'field', of, min: 0, max }, keys)

/** `{name: …, …}` with names chosen by the caller. */
export const nameMap = (of: Rule, max: Limit, keys: Record<string, Rule> = {}): ObjectRule =>
  free({ as: 'name', of, min: 0, max }, keys)

/** Exactly one of the named clauses; counts as a query clause. */
export const clauseOf = (of: () => ReadonlyMap<string, Rule>): Rule => ({ kind: 'clause', of })

/** A rule that contains itself. */
export const lazy = (of: () => Rule): Rule => ({ kind: 'lazy', of })

/** A text where values of other kinds are allowed too. */
export const textOr = (rule: Rule, others: Partial<Record<JsonKind, Rule>>): Rule =>
  either({ string: rule, number: rule, boolean: rule, ...others })

/** Different rules by the kind of JSON value. */
export const either = (rules: Partial<Record<JsonKind, Rule>>): Rule => ({
  kind: 'either',
  rules: new Map(Object.entries(rules) as [JsonKind, Rule][]),
})

/** A value from an answer that is sent back, such as a sort value in `search_after`. */
export const returned = either({
  string: returnedScalar,
  number: returnedScalar,
  boolean: returnedScalar,
  null: json,
})

/** Passes when the operator has switched the feature on. */
export const optional = (name: Feature, rule: Rule): Rule => ({ kind: 'feature', name, rule })

/**
 * Passes, unchecked, only when the operator has listed it as unsafe.
 * @param instead The refusal, where something else does the same.
 */
export const unsafe = (name: UnsafeName, instead?: string): Rule =>
  instead === undefined ? { kind: 'unsafe', name } : { kind: 'unsafe', name, instead }

function free(
  others: ObjectRule['others'],
  keys: Record<string, Rule>,
  options: ObjectOptions = {},
): ObjectRule {
  const { required = [], checks = [], hitRequest, inside, confinedAt, names } = options
  return {
    kind: 'object',
    keys: new Map(Object.entries(keys)),
    required,
    others,
    checks,
    hitRequest: hitRequest,
    inside,
    confinedAt,
    names,
  }
}
