import { fieldsIn } from '../../fields/mapping.js'
import { families } from '../../loader/record/format.js'

/** A field as an engine would report it. */
interface LoadedField {
  type: string
  searchable: boolean
  aggregatable: boolean
}

/** The fields that the loader gives to the indices of a prefix. */
export function loadedFields(prefix: string): Map<string, LoadedField> {
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
