import { makeMatcher } from './field-rules.js'

/** A field of an index family. */
export interface CatalogField {
  /** Elasticsearch's type, such as `text`; the first, when indices differ. */
  type: string
  /** Whether queries find documents by it. */
  searchable: boolean
  /** Whether sorts and aggregations read its values. */
  aggregatable: boolean
  /** A short value from a document. The operator decides who may see it. */
  example?: unknown
  /** Minimum and maximum of a numeric field or a date (in milliseconds since 1970). */
  span?: readonly [least: number, greatest: number]
}

/** The fields of an index family by their names. */
export type CatalogFields = ReadonlyMap<string, CatalogField>

/** Where the guard learns the fields of indices. */
export interface FieldSource {
  /**
   * The fields of the indices that an index expression may address, or undefined while they are not
   * known.
   */
  fields(index: string): CatalogFields | undefined
  /** How many documents these indices hold, as far as it is known. */
  documents(index: string): number
  /** Words that mean the same field: where an index uses one of a row, the others mean it. */
  synonyms?: readonly (readonly string[])[]
  /** Fields that every index is promised to have: a caller who names one is never at fault. */
  promised?: ReadonlySet<string>
}

/** The field that a sub-field belongs to: objects around a field are no fields. */
export function findParent(name: string, fields: CatalogFields): string | undefined {
  for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
    const start = name.slice(0, dot)
    if (fields.has(start)) return start
  }
  return undefined
}

/**
 * The fields that references name, such as `name` or `name^2`. None for a pattern or a name that is
 * not a document field.
 */
export type References = (reference: string) => CatalogField | undefined

/** Cached spellings per list of fields. */
const mostKept = 1000
const cached = new WeakMap<CatalogFields, References>()

/** `name` of `name^2`. */
export function withoutBoost(reference: string): string {
  const boost = reference.lastIndexOf('^')
  return boost < 0 ? reference : reference.slice(0, boost)
}

/** A field that a pattern means. */
type Match = readonly [name: string, field: CatalogField]

const matched = new WeakMap<CatalogFields, Map<string, readonly Match[]>>()

/** The fields that a pattern means: it is compared with their names once for each text of it. */
export function findMatches(pattern: string, fields: CatalogFields): readonly Match[] {
  const known = matched.get(fields) ?? new Map<string, readonly Match[]>()
  matched.set(fields, known)
  const found = known.get(pattern)
  if (found) return found
  const matches = makeMatcher(pattern)
  const all = [...fields].filter(([name]) => matches(name))
  if (known.size === mostKept) known.clear()
  known.set(pattern, all)
  return all
}

/** Callers repeat the same references: those that name a field are parsed once. */
export function makeReferences(fields: CatalogFields): References {
  const known = cached.get(fields)
  if (known) return known
  const found = new Map<string, CatalogField>()
  const find: References = (reference) => {
    const once = found.get(reference)
    if (once || reference.startsWith('_')) return once
    const field = fields.get(withoutBoost(reference))
    if (field && found.size < mostKept) found.set(reference, field)
    return field
  }
  cached.set(fields, find)
  return find
}
