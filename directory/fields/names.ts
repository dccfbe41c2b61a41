import { fieldRows } from './fields.js'
import { fieldMappings } from './mapping.js'

/** Words that mean the same field: where an index uses one of a row, the others mean it. */
export const fieldWords: readonly (readonly string[])[] = fieldRows.flatMap(([name, { words }]) =>
  words ? [[name, ...words]] : [],
)

/** Fields that documents are promised to have, with the form of their whole values. */
export const promisedFields: ReadonlySet<string> = new Set(
  fieldRows.flatMap(([name, { isPromised }]) => {
    if (!isPromised) return []
    return fieldMappings[name].fields?.keyword ? [name, `${name}.keyword`] : [name]
  }),
)
