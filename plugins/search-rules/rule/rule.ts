import type { FieldRules } from '../../kit/field-rules.js'
import type { CostContext, CostContextOf } from './cost-context.js'
import type { JsonKind, JsonObject } from './json-value.js'
import type { KnownFields } from './known-fields.js'
import type { LimitName, Limits } from './limits.js'

/** A fixed number, or the name of one of the operator's limits. */
export type Limit = number | LimitName

/** What a check or a price may ask besides the value. */
export interface Scope {
  limits: Limits
  /** Undefined when the operator has set no field rules. */
  fields: FieldRules | undefined
  isOpen(feature: Feature): boolean
  /** The analyzers that the operator lets callers name. */
  readonly analyzers: ReadonlySet<string>
  /** The fields of the addressed indices. */
  readonly known: KnownFields
  /** How often things are done where the value stands. */
  readonly here: Readonly<CostContext>
}

/** Judges what a shape cannot say (a sum, the inside of a text). Returns what is wrong, or undefined. */
export type Check<T> = (value: T, scope: Scope) => string | undefined

/** A check of several keys at once, and the key at which its complaint stands. */
export interface ObjectCheck {
  at: string
  of: Check<JsonObject>
}

/** Harmless or bounded constructs that an operator may switch on. */
export const features = [
  'regexp',
  'span',
  'intervals',
  'more_like_this',
  'terms_set',
  'rank_feature',
  'join',
  'knn',
  'suggest',
  'rescore',
  'fields',
  'docvalue_fields',
  'stored_fields',
  'explain',
  'version',
  'seq_no_primary_term',
  'terminate_after',
  'profile',
] as const
export type Feature = (typeof features)[number]

/** Constructs that leave the index families, run code or carry a second request: open only by the list `unsafe`. */
export const unsafeNames = ['script', 'lookup', 'wrapper', 'pit', 'runtime_mappings', 'retriever'] as const
export type UnsafeName = (typeof unsafeNames)[number]

/**
 * What a construct costs of its own, without what stands inside it, in passes over the addressed documents
 * (docs/query-cost.md). Its value may be malformed: a price that is no number then is none.
 */
export interface Price {
  /** How it is made, for the price list. */
  about: string
  of(value: JsonObject, scope: Scope): number
  /** How many patterns of words it holds: a highlighter runs these over every text that it marks. */
  patterns?(value: JsonObject, scope: Scope): number
}

/** An aggregation type: its parameters, how many buckets they may make, and what it costs. */
export interface Aggregation {
  rule: Rule
  /** Buckets that it answers with at most, by its sizes. */
  buckets: (params: JsonObject, limits: Limits) => number
  /** Buckets that it may hold on the way there; what stands inside is kept for each of them. */
  held: (params: JsonObject, scope: Scope) => number
  /** Those of them that a shard answers with, for which what stands inside is built. */
  built: (params: JsonObject, scope: Scope) => number
  /** In how many of its buckets one document may be; what stands inside is collected so often. */
  overlap: (params: JsonObject) => number
  /**
   * How often what stands inside it is prepared: it may be run as one filter after the other (Elasticsearch,
   * FilterByFilterAggregator), which the outermost one is.
   */
  prepares: (params: JsonObject, scope: Scope) => number
  /** For each time that it collects the documents. */
  collect: Price
  /** What it takes to build it in a bucket around it, for each time that the documents are collected. */
  owner: Price
  /** For each bucket that it holds; for each that it stands in, where it makes none. */
  bucket: Price
}

/** The fields that a text names. */
export type NamesIn = (text: string) => Iterable<string>

/** A value that has no inside. */
export type LeafRule =
  | { kind: 'flag' }
  | { kind: 'number'; integer: boolean; min: Limit; max: Limit }
  | { kind: 'text'; max: Limit; check: Check<string> | undefined; names: NamesIn | undefined }
  | { kind: 'word'; words: ReadonlySet<string> }
  | { kind: 'scalar'; isReturned: boolean }
  | { kind: 'field'; isPath: boolean }
  | { kind: 'analyzer' }

/** What may stand at one place. The walk interprets it; nothing else gives it meaning. */
export type Rule =
  | LeafRule
  | ListRule
  | ObjectRule
  | { kind: 'either'; rules: ReadonlyMap<JsonKind, Rule> }
  | { kind: 'lazy'; of: () => Rule }
  | { kind: 'clause'; of: (() => ReadonlyMap<string, Rule>) | undefined }
  | { kind: 'aggs' }
  | { kind: 'json' }
  | { kind: 'closed'; rule: Rule; why: string }
  | { kind: 'dropped'; rule: Rule }
  | { kind: 'nullable'; rule: Rule }
  | { kind: 'feature'; name: Feature; rule: Rule }
  | { kind: 'unsafe'; name: UnsafeName }
  | { kind: 'priced'; price: Price; rule: Rule }

export interface ListRule {
  kind: 'list'
  of: Rule
  min: number
  max: Limit
  /** A single element may stand without brackets. */
  bare: boolean
}

/** What is highlighted of each hit. */
export interface Marking {
  /** Fields of words that are highlighted. */
  texts: number
  /** Whether words are marked in other fields than their own, too. */
  isAnywhere: boolean
}

/** What an object asks of each hit: `size` of them when it does not say. */
export interface HitRequest {
  size: number
  price: Price
  /** What of each hit is highlighted; undefined when nothing is. */
  marked(value: JsonObject, scope: Scope): Marking | undefined
}

export interface ObjectRule {
  kind: 'object'
  keys: ReadonlyMap<string, Rule>
  required: readonly string[]
  /** Whether anything is asked of the object as a whole: keys that it must have, or checks. */
  isWhole: boolean
  /** Keys of the caller's choosing: fields (judged as references) or names (free text). */
  others: { as: 'field' | 'name'; of: Rule; min: number; max: Limit } | undefined
  checks: readonly ObjectCheck[]
  /** The object asks for documents, so field rules write its `_source`. `size` is how many when it does not say. */
  asksForHits: HitRequest | undefined
  /** Where that stands which is under a key of it; where the object stands when absent. */
  inside: CostContextOf | undefined
}

/** `true`, `false`, and the strings that Elasticsearch reads as such. */
export const flag: Rule = { kind: 'flag' }
/** A string, number or boolean, as a field's value. */
export const scalar: Rule = { kind: 'scalar', isReturned: false }
/** A value of an answer that comes back: a scalar or null. Integers beyond 2^53 reach the engine as they were sent. */
const returnedScalar: Rule = { kind: 'scalar', isReturned: true }
/** A reference to a field, or a pattern of fields, with or without a boost (`name^2`). */
export const field: Rule = { kind: 'field', isPath: false }
/** The path of nested objects: an ancestor of an allowed field will do. */
export const path: Rule = { kind: 'field', isPath: true }
/** The name of an analyzer, one of those that the operator has listed. */
export const analyzer: Rule = { kind: 'analyzer' }
/** A value that is judged, accepted and not sent to the engine. */
export const dropped = (rule: Rule): Rule => ({ kind: 'dropped', rule })
/** A parameter that counts as absent when it is null, where Elasticsearch takes null for it. */
export const nullable = (rule: Rule): Rule => ({ kind: 'nullable', rule })
/** Any query clause. */
export const query: Rule = { kind: 'clause', of: undefined }
/** Name → aggregation. */
export const aggs: Rule = { kind: 'aggs' }
/** Any JSON: what the engine only hands back, and null where Elasticsearch takes one. */
export const json: Rule = { kind: 'json' }

export const integer = (min: Limit, max: Limit): Rule => ({ kind: 'number', integer: true, min, max })

/** A finite number, also as a decimal string. The default bounds are those of a float. */
export const number = (min: Limit = -3.4e38, max: Limit = 3.4e38): Rule => ({
  kind: 'number',
  integer: false,
  min,
  max,
})

/** A string. A number or boolean stands for its text, as Elasticsearch reads it. */
export const text = (max: Limit = 256, check?: Check<string>, names?: NamesIn): Rule => ({
  kind: 'text',
  max,
  check,
  names,
})

/** A text of a fixed form; `form` is told to the caller. */
export const shaped = (pattern: RegExp, form: string): Rule =>
  text(256, (value) => (pattern.test(value) ? undefined : `must be ${form}`))

/** One of some words, in any case. */
export const word = (...words: string[]): Rule => ({ kind: 'word', words: new Set(words) })

/** A list of fields. Elasticsearch reads an empty one as all fields, so it is refused. */
export const fieldList = (max: Limit): Rule => listOf(field, max, 1)

export const listOf = (of: Rule, max: Limit, min = 0): Rule => ({ kind: 'list', of, min, max, bare: false })

/** A list, or a single element without brackets. */
export const oneOrMore = (of: Rule, max: Limit, min = 0): Rule => ({ kind: 'list', of, min, max, bare: true })

interface ObjectOptions {
  required?: readonly string[]
  checks?: readonly ObjectCheck[]
  asksForHits?: ObjectRule['asksForHits']
  inside?: CostContextOf
}

export const object = (keys: Record<string, Rule>, options: ObjectOptions = {}): ObjectRule =>
  free(undefined, keys, options)

/** `{field: …}` with exactly one field, beside the known keys. */
export const oneField = (of: Rule, keys: Record<string, Rule> = {}, options: ObjectOptions = {}): ObjectRule =>
  free({ as: 'field', of, min: 1, max: 1 }, keys, options)

/** `{field: …, …}`. */
export const fieldMap = (of: Rule, max: Limit, keys: Record<string, Rule> = {}): ObjectRule =>
  free({ as: 'field', of, min: 0, max }, keys)

/** `{name: …, …}` with names of the caller's choosing. */
export const nameMap = (of: Rule, max: Limit, keys: Record<string, Rule> = {}): ObjectRule =>
  free({ as: 'name', of, min: 0, max }, keys)

/** Exactly one of the named clauses; counts as a query clause. */
export const clauseOf = (of: () => ReadonlyMap<string, Rule>): Rule => ({ kind: 'clause', of })

/** A rule that stands within itself. */
export const lazy = (of: () => Rule): Rule => ({ kind: 'lazy', of })

/** A text where other kinds of values may stand too. */
export const textOr = (rule: Rule, others: Partial<Record<JsonKind, Rule>>): Rule =>
  either({ string: rule, number: rule, boolean: rule, ...others })

/** Different rules by the kind of JSON value. */
export const either = (rules: Partial<Record<JsonKind, Rule>>): Rule => ({
  kind: 'either',
  rules: new Map(Object.entries(rules) as [JsonKind, Rule][]),
})

/** A value of an answer that comes back, such as a sort value in `search_after`. */
export const returned = either({ string: returnedScalar, number: returnedScalar, boolean: returnedScalar, null: json })

/** Passes when the operator has switched the feature on. */
export const optional = (name: Feature, rule: Rule): Rule => ({ kind: 'feature', name, rule })

/** Passes, unjudged, only when the operator has listed it as unsafe. */
export const unsafe = (name: UnsafeName): Rule => ({ kind: 'unsafe', name })

function free(others: ObjectRule['others'], keys: Record<string, Rule>, options: ObjectOptions = {}): ObjectRule {
  const { required = [], checks = [], asksForHits, inside } = options
  const isWhole = required.length > 0 || checks.length > 0
  return { kind: 'object', keys: new Map(Object.entries(keys)), required, isWhole, others, checks, asksForHits, inside }
}
