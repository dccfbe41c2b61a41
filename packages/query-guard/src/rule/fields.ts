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
export function parentOf(name: string, fields: CatalogFields): string | undefined {
  for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
    const start = name.slice(0, dot)
    if (fields.has(start)) return start
  }
  return undefined
}
