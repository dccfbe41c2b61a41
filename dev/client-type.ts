import { type Field, fieldRows } from '../directory/fields/fields.js'
import { fieldMappings } from '../directory/fields/mapping.js'

/** How JSON holds a field, by its type in the index. */
const inTypeScript: Readonly<Record<string, string>> = {
  text: 'string',
  keyword: 'string',
  date: 'string',
  integer: 'number',
  long: 'number',
  boolean: 'boolean',
  geo_point: 'Location',
}

/** packages/client/src/organization.ts: the client's type, from the table of fields. */
export function clientType(): string {
  const required = ['id', 'name']
  const rows = [
    ...fieldRows.filter(([name]) => required.includes(name)),
    ...fieldRows.filter(([name]) => !required.includes(name)),
  ]
  const members = rows.map(([name, field]) => {
    const optional = required.includes(name) ? '' : '?'
    return `  /** ${field.about} */\n  ${name}${optional}: ${typeOf(name, field)}\n`
  })
  return `// Written by \`npm run docs\` from directory/fields/fields.ts; a test compares.

/** A place on Earth, in degrees. */
export interface Location {
  lat: number
  lon: number
}

/**
 * The fields that the loader writes, next to any other loaded ones. No index family has all of
 * them.
 */
export interface Organization {
${members.join('')}  [field: string]: unknown
}
`
}

function typeOf(name: keyof typeof fieldMappings, { isList }: Field): string {
  return `${inTypeScript[fieldMappings[name].type]}${isList ? '[]' : ''}`
}
