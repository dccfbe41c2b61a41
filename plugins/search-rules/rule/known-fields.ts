import type { CatalogField, CatalogFields } from '../../kit/field-catalog.js'
import { matcherOf } from '../../kit/field-rules.js'
import { referencesOf, withoutBoost } from './references.js'

/** What prices may ask of the fields of the addressed indices. */
export interface KnownFields {
  /** What the fields weigh that references and patterns name, or that are searched where none is named. */
  weight(references: unknown): number
  /** How many fields references and patterns name. */
  count(references: readonly unknown[]): number
  /** How many fields of words references and patterns name. */
  texts(references: readonly string[]): number
  /** Whether it is known that the indices have no such field. */
  lacks(field: unknown): boolean
  /** Elasticsearch's type of a field, where it is known. */
  kindOf(field: unknown): string | undefined
  /** Least and greatest value of a field, where they are known. */
  spanOf(field: unknown): CatalogField['span']
}

/**
 * What a word costs in a field beside a text field, where nearly every document may hold it: the values of the others are
 * whole, so that few documents hold the one.
 */
const weightOf = (type: string): number => (type === 'text' ? 1 : type === 'keyword' ? 0.1 : 0.05)

/** What all fields weigh when nobody knows them: the shipped mappings (loader/mapping.ts) have up to 30. */
const unknownWeight = 30

const isOfWords = (type: string): number => (type === 'text' || type === 'keyword' ? 1 : 0)

/** @param known Name → field; undefined when the engine has told nothing. */
export function knownFields(known: CatalogFields | undefined): KnownFields {
  const find = known && referencesOf(known)
  /** Sums what the fields that a reference names count: one, or those of a pattern. */
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
  const fieldOf = (name: unknown): CatalogField | undefined => (typeof name === 'string' ? known?.get(name) : undefined)
  return {
    weight: (references = '*') => (Array.isArray(references) ? sumOf(references, weightOf) : sum(references, weightOf)),
    count: (references) => sumOf(references, () => 1),
    texts: (references) => sumOf(references, isOfWords),
    lacks: (name) => known !== undefined && typeof name === 'string' && !name.startsWith('_') && !known.has(name),
    kindOf: (name) => fieldOf(name)?.type,
    spanOf: (name) => fieldOf(name)?.span,
  }
}
