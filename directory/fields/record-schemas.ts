import { type Field, type FieldName, fieldRows } from './fields.js'
import { fieldMappings } from './mapping.js'

/** A JSON Schema (draft 2020-12). */
type Schema = Readonly<Record<string, unknown>>

const double = { type: 'number', format: 'double' }

/** A value as JSON, by its type in the index. */
const valueSchemas: Readonly<Record<(typeof fieldMappings)[FieldName]['type'], Schema>> = {
  text: { type: 'string' },
  keyword: { type: 'string' },
  integer: { type: 'integer', format: 'int32' },
  long: { type: 'integer', format: 'int64' },
  double,
  date: { type: 'string' },
  boolean: { type: 'boolean' },
  // `_source` may name one of them
  geo_point: {
    ...{ type: 'object', properties: { lat: double, lon: double }, additionalProperties: false },
  },
}

/**
 * Schemas of organizations for the OpenAPI document: as a search finds them, and as search
 * templates answer with them. @param fields Names of the fields that such an answer may have.
 */
export function recordSchemas(fields: readonly string[]): Record<string, Schema> {
  const all = fieldRows.map(([name, { about, isList }]: readonly [FieldName, Field]) => {
    const value = valueSchemas[fieldMappings[name].type]
    const schema = isList ? { type: 'array', items: value } : value
    return [name, { ...schema, description: about }] as const
  })
  const shown = all.filter(([name]) => fields.includes(name))
  return {
    Organization: { properties: Object.fromEntries(all) },
    OrganizationRecord: { properties: Object.fromEntries(shown) },
  }
}
