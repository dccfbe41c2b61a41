import type { CostContext, CostContextOf } from './cost-context.js'
import type { FieldRules } from './field-rules.js'
import type { CatalogFields } from './fields.js'
import type { JsonKind, JsonObject } from './json-value.js'
import type { KnownFields } from './known-fields.js'
import type { LimitName, Limits } from './limits.js'

/** A fixed number, or the name of one of the operator's limits. */
export type Limit = number | LimitName

/** What a check or a class of cost may use besides the value. */
export interface Scope {
  limits: Limits
  /** Undefined when the operator has set no field rules. */
  fields: FieldRules | undefined
  isOpen(feature: Feature): boolean
  /** The analyzers that the operator allows callers to name. */
  readonly analyzers: ReadonlySet<string>
  /** The fields of the addressed indices. */
  readonly known: KnownFields
  /** Whether the operator confines searches to a part of the documents. */
  readonly isConfined: boolean
  /** How often the construct at this place runs. */
  readonly here: Readonly<CostContext>
}

/** Options that close names of the grammar. */
export type ChoiceName = 'keys' | 'queries' | 'aggregations'

/**
 * What refuses: an option of the guard, such as `limits.size`; `form` and `json` are refusals that
 * no option changes.
 */
export type RuleName =
  | `limits.${LimitName}`
  | ChoiceName
  | 'indexPrefixes'
  | 'features'
  | 'analyzers'
  | 'fields'
  | 'unknownFields'
  | 'unsafe'
  | 'maxCost'
  | 'form'
  | 'json'

/** What is wrong with a value, and the rule that it breaks. */
export interface Problem {
  text: string
  rule: RuleName
}

/** Limits of the whole body. */
export type TotalName = 'clauses' | 'aggs' | 'queryTextTotal' | 'fieldPatterns' | 'hitRequests'

/** A value beyond one of the operator's limits. */
export const beyond = (limit: LimitName, text: string): Problem => ({
  text,
  rule: `limits.${limit}`,
})

/** A field that the operator has closed. */
export const closedField = (text: string): Problem => ({ text, rule: 'fields' })

/**
 * Validates what a shape cannot express (a sum, the inside of a text). Returns the problem, of form
 * if it is a text alone, or undefined.
 */
export type Check<T> = (value: T, scope: Scope) => Problem | string | undefined

/** A check of several keys at once, and the key that its problem is reported at. */
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

/**
 * Constructs that leave the index families, run code or carry a second request: opened only by the
 * list `unsafe`.
 */
export const unsafeNames = [
  'script',
  'lookup',
  'wrapper',
  'pit',
  'runtime_mappings',
  'retriever',
] as const
export type UnsafeName = (typeof unsafeNames)[number]

/**
 * A class of cost (docs/query-cost.md): what a construct itself costs, without nested ones. Its
 * value may be malformed: a cost that is NaN then counts as none.
 */
export interface CostClass {
  /** How it is computed, for the table of classes. */
  about: string
  of(value: JsonObject, scope: Scope): number
  /** What it costs in each text that is highlighted: a highlighter runs the whole query on it. */
  highlighted?(value: JsonObject, scope: Scope): number
}

/** The class of cost of an aggregation. */
export interface AggregationCost {
  about: string
  /** For each time that it collects the documents of a small index. */
  collect(params: JsonObject, scope: Scope): number
  /** For each bucket that it holds; if it makes none, for each bucket around it. */
  bucket(params: JsonObject, scope: Scope): number
  /** For each bucket around it, each time that the documents of a small index are collected. */
  outerBucket(params: JsonObject, scope: Scope): number
}

/** An aggregation type: its parameters, how many buckets they may make, and its cost. */
export interface Aggregation {
  rule: Rule
  /** Maximum buckets returned, by its sizes. */
  buckets: (params: JsonObject, limits: Limits) => number
  /** Maximum buckets held during collection; sub-aggregations are kept for each of them. */
  heldBuckets: (params: JsonObject, scope: Scope) => number
  /** Those of them that a shard returns, for which sub-aggregations are built. */
  builtBuckets: (params: JsonObject, scope: Scope) => number
  /** How many of its buckets one document may be in; sub-aggregations collect it as often. */
  overlap: (params: JsonObject) => number
  /** Queries that all documents of its sub-aggregations match, given those around it. */
  matched: (params: JsonObject, around: readonly unknown[]) => readonly unknown[]
  /** The name of its class of cost, and the class. */
  costClass: string
  cost: AggregationCost
}

/** The fields that a text names. */
export type NamesIn = (text: string) => Iterable<string>

/** A value without nested values. */
export type LeafRule =
  | { kind: 'flag' }
  | { kind: 'number'; integer: boolean; min: Limit; max: Limit; remedy?: string }
  | {
      kind: 'text'
      max: Limit
      check: Check<string> | undefined
      names: NamesIn | undefined
      /** The limit of all such texts together, if they have one. */
      total?: TotalName
    }
  | { kind: 'word'; words: ReadonlySet<string>; instead?: ReadonlyMap<string, string> }
  | { kind: 'scalar'; isReturned: boolean }
  | { kind: 'field'; isPath: boolean }
  | { kind: 'analyzer' }

/** What is allowed at one place. Only the validator interprets it. */
export type Rule =
  | LeafRule
  | ListRule
  | ObjectRule
  | { kind: 'either'; rules: ReadonlyMap<JsonKind, Rule> }
  | { kind: 'lazy'; of: () => Rule }
  | { kind: 'clause'; of: (() => ReadonlyMap<string, Rule>) | undefined }
  | { kind: 'aggs' }
  | { kind: 'json' }
  | { kind: 'closed'; rule: Rule; by: ChoiceName; why: string }
  | { kind: 'dropped'; rule: Rule }
  | { kind: 'nullable'; rule: Rule }
  | { kind: 'feature'; name: Feature; rule: Rule }
  | { kind: 'unsafe'; name: UnsafeName; instead?: string }
  | { kind: 'costed'; costClass: string; cost: CostClass; rule: Rule }

export interface ListRule {
  kind: 'list'
  of: Rule
  min: number
  max: Limit
  /** A single element is allowed without brackets. */
  bare: boolean
}

/** What an object asks of each hit; `size` is their default number. */
export interface HitRequest {
  size: number
  cost: CostClass
  /** How many texts of each hit are highlighted. */
  texts(value: JsonObject, scope: Scope): number
}

/**
 * Writes the names of fields in place of patterns. @param clause The object of the query clause that
 * the value is in.
 */
export type NameWriter = (value: JsonObject, fields: CatalogFields, clause: JsonObject) => void

export interface ObjectRule {
  kind: 'object'
  keys: ReadonlyMap<string, Rule>
  required: readonly string[]
  /** Keys chosen by the caller: fields (validated as references) or names (free text). */
  others: { as: 'field' | 'name'; of: Rule; min: number; max: Limit } | undefined
  checks: readonly ObjectCheck[]
  /**
   * The object asks for documents, so field rules write its `_source`. `size` is their default
   * number.
   */
  hitRequest: HitRequest | undefined
  /** The context of a key's value; if absent, that of the object. */
  inside: CostContextOf | undefined
  /**
   * The key of a query by which the object finds documents on its own: the operator's filter is
   * added there.
   */
  confinedAt: string | undefined
  /** For an object that takes patterns of fields. */
  names: NameWriter | undefined
}
