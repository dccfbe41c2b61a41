/** Documents of a family from which on the number of values of a field matters. */
const countedFrom = 33_532

import { matcherOf } from './field-rules.js'
import type { CatalogField, CatalogFields } from './fields.js'
import { referencesOf, withoutBoost } from './references.js'

/** What costs may ask about the fields of the addressed indices. */
export interface KnownFields {
  /** Whether the engine has reported any. */
  readonly areKnown: boolean
  /**
   * The weight of the fields that references and patterns name, or of those searched by default.
   */
  weight(references: unknown): number
  /** How many fields references and patterns name. */
  count(references: readonly unknown[]): number
  /** How many text fields references and patterns name. */
  texts(references: readonly string[]): number
  /** Whether the indices are known to have no such field. */
  lacks(field: unknown): boolean
  /** Elasticsearch's type of a field, if known. */
  kindOf(field: unknown): string | undefined
  /** Minimum and maximum of a field, if known. */
  spanOf(field: unknown): CatalogField['span']
  /** How many different values a field has, about: if unknown, any number. */
  distinctOf(field: unknown): number
  /** The same for each document, at most 1. */
  uniqueness(field: unknown): number
  /** The greatest share of the documents that one value of a field may be in. */
  mostCommon(field: unknown): number
  /** How often the part of a cost that grows with the documents is added to it. */
  growth: number
}

/**
 * The cost of a word in a field relative to a text field, where nearly every document may contain
 * it: the values of other fields are whole, so few documents hold the same one.
 */
const weightOf = (type: string): number => (type === 'text' ? 1 : type === 'keyword' ? 0.1 : 0.05)

/**
 * The weight of all fields when they are unknown: the shipped mappings (loader/record/mapping.ts) have
 * up to 30.
 */
const unknownWeight = 30

const isOfWords = (type: string): number => (type === 'text' || type === 'keyword' ? 1 : 0)

/** Further documents that take a pass as long again. */
const asLong = 100_000

/**
 * @param known Name → field; undefined when the engine has reported nothing.
 * @param documents How many documents the indices hold.
 */
export function knownFields(known: CatalogFields | undefined, documents = 0): KnownFields {
  const find = known && referencesOf(known)
  /** Sums the counts of the fields that a reference names: one, or those of a pattern. */
  function sum(reference: unknown, count: (type: string) => number): number {
    if (typeof reference !== 'string') return 1
    if (!known) return reference.includes('*') ? unknownWeight : 1
    const field = find?.(reference)
    if (field) return count(field.type)
    const name = withoutBoost(reference)
    if (!name.includes('*')) return name.startsWith('_') ? 1 : count('')
    const matches = matcherOf(name)
    let total = 0
    for (const [name, { type }] of known) if (matches(name)) total += count(type)
    return total
  }
  function sumOf(references: readonly unknown[], count: (type: string) => number): number {
    let total = 0
    for (const reference of references) total += sum(reference, count)
    return total
  }
  const fieldOf = (name: unknown): CatalogField | undefined =>
    typeof name === 'string' ? known?.get(name) : undefined
  const distinctOf = (name: unknown): number =>
    fieldOf(name)?.values?.distinct ?? Number.POSITIVE_INFINITY
  return {
    areKnown: (known?.size ?? 0) > 0,
    weight: (references = '*') =>
      Array.isArray(references) ? sumOf(references, weightOf) : sum(references, weightOf),
    count: (references) => sumOf(references, () => 1),
    texts: (references) => sumOf(references, isOfWords),
    lacks: (name) =>
      known !== undefined && typeof name === 'string' && !name.startsWith('_') && !known.has(name),
    kindOf: (name) => fieldOf(name)?.type,
    spanOf: (name) => fieldOf(name)?.span,
    distinctOf,
    uniqueness: (name) => Math.min(1, distinctOf(name) / Math.max(1, documents)),
    mostCommon(name) {
      const values = fieldOf(name)?.values
      if (!values) return 1
      const repeated = Math.max(0, values.total - values.distinct)
      return Math.min(1, repeated / Math.max(1, documents))
    },
    growth: Math.max(0, documents - countedFrom) / asLong,
  }
}
