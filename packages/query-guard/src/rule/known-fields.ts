import {
  type CatalogField,
  type CatalogFields,
  findMatches,
  makeReferences,
  withoutBoost,
} from './fields.js'

/** What costs may ask about the addressed indices. */
export interface KnownFields {
  /** Whether the engine has reported any. */
  readonly areKnown: boolean
  /** How many documents the indices hold; 0 if unknown. */
  readonly documents: number
  /**
   * Sums a number over the fields that references and patterns name.
   * @param of The number of a field by its type; of a pattern, when the fields are unknown, it gets
   * undefined.
   */
  sum(references: readonly unknown[], of: (type: string | undefined) => number): number
  /** Whether the indices are known to have no such field. */
  lacks(field: unknown): boolean
  /** Elasticsearch's type of a field, if known. */
  kindOf(field: unknown): string | undefined
  /** Minimum and maximum of a field, if known. */
  spanOf(field: unknown): CatalogField['span']
}

/**
 * @param known Name → field; undefined when the engine has reported nothing.
 * @param documents How many documents the indices hold.
 */
export function knownFields(known: CatalogFields | undefined, documents = 0): KnownFields {
  const find = known && makeReferences(known)
  function numberOf(reference: unknown, of: (type: string | undefined) => number): number {
    if (typeof reference !== 'string') return 1
    if (!known) return reference.includes('*') ? of(undefined) : 1
    const field = find?.(reference)
    if (field) return of(field.type)
    const name = withoutBoost(reference)
    if (!name.includes('*')) return name.startsWith('_') ? 1 : of('')
    return findMatches(name, known).reduce((total, [, { type }]) => total + of(type), 0)
  }
  const fieldOf = (name: unknown): CatalogField | undefined =>
    typeof name === 'string' ? known?.get(name) : undefined
  return {
    areKnown: (known?.size ?? 0) > 0,
    documents,
    sum: (references, of) =>
      references.reduce<number>((total, reference) => total + numberOf(reference, of), 0),
    lacks: (name) =>
      known !== undefined && typeof name === 'string' && !name.startsWith('_') && !known.has(name),
    kindOf: (name) => fieldOf(name)?.type,
    spanOf: (name) => fieldOf(name)?.span,
  }
}
