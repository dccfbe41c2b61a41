import { fieldsIn } from '../../directory/fields/mapping.js'
import { families } from '../../directory/loader/record/format.js'

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
  const all = mappings.flatMap(([name, mapping]) => fieldsIn(name, mapping))
  return new Map(
    all.map(([name, { type }]) => [
      name,
      { type, searchable: true, aggregatable: type !== 'text' },
    ]),
  )
}
