import type { FieldMapping } from '../directory/fields/mapping.js'
import { families } from '../loader/record/format.js'

/** A field as an engine would report it. */
interface ShippedField {
  type: string
  searchable: boolean
  aggregatable: boolean
}

/** The fields that the loader gives to the indices of a prefix. */
export function shippedFields(prefix: string): Map<string, ShippedField> {
  const mappings = families
    .filter(({ alias }) => alias.startsWith(prefix) || prefix.startsWith(alias))
    .flatMap(({ mappings }) => Object.entries(mappings.properties))
  return new Map(mappings.flatMap(([name, mapping]) => fieldsIn(name, mapping)))
}

/** A field and its sub-fields. */
function fieldsIn(name: string, { type, fields = {} }: FieldMapping): [string, ShippedField][] {
  const inside = Object.entries(fields).flatMap(([key, one]) => fieldsIn(`${name}.${key}`, one))
  return [[name, { type, searchable: true, aggregatable: type !== 'text' }], ...inside]
}
