import { type JsonObject, toText } from '../rule/json-value.js'
import type { Scope } from '../rule/rule.js'
import { unitCosts } from './unit-costs.js'

/** How many documents, fields and values a cost is for. */

/** The size of the addressed indices: 1 for a small one, else how many small ones they are. */
export const getSize = ({ known }: Scope): number =>
  Math.max(1, known.documents / unitCosts.smallIndex)

/** How often a scan of a dictionary is repeated. */
export const countRepeats = ({ here }: Scope): number => (here.buckets > 1 ? unitCosts.repeated : 1)

/** Fields that a text is searched in, by how frequent a word is in them. */
export const wordFields = (references: readonly unknown[], { known }: Scope): number =>
  known.sum(references, (type) =>
    type === 'text' ? 1 : type === undefined ? unitCosts.unknownFields : unitCosts.wholeWord,
  )

/** Fields of words: each has a dictionary, and is highlighted. */
export const textFields = (references: readonly unknown[], { known }: Scope): number =>
  known.sum(references, (type) =>
    type === undefined ? unitCosts.unknownFields : Number(isOfWords(type)),
  )

/** All fields that are named. */
export const allFields = (references: readonly unknown[], { known }: Scope): number =>
  known.sum(references, (type) => (type === undefined ? unitCosts.unknownFields : 1))

/** Fields times the size of the index, which counts in those where a word is frequent. */
export const growing = (fields: number, scope: Scope): number =>
  fields + (getSize(scope) - 1) * Math.min(fields, unitCosts.frequentFields)

const isOfWords = (type: string): boolean => type === 'text' || type === 'keyword'

/** Whether the values of a field are words: those of a field of unknown type may be. */
export function holdsWords(field: unknown, { known }: Scope): boolean {
  const type = known.kindOf(field)
  return type === undefined ? !toText(field).startsWith('_') : isOfWords(type)
}

/** How many items a value holds: members of a list or an object, 1 for any other value present. */
export function countValues(value: unknown): number {
  if (value === undefined) return 0
  if (typeof value !== 'object' || value === null) return 1
  return Array.isArray(value) ? value.length : Object.keys(value).length
}

/** The name of the field that a clause is about. */
export function getField(clause: JsonObject): string | undefined {
  for (const field in clause) if (field !== 'boost' && field !== '_name') return field
  return undefined
}

/**
 * The parameters for one field: `{field: value}` as `{query: value}`, or the object under the
 * field.
 */
export function fieldParameters(clause: JsonObject): JsonObject {
  const field = getField(clause)
  const value = field === undefined ? {} : clause[field]
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : { query: value, value }
}
