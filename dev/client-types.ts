import { type Field, fieldRows } from '../directory/fields/fields.js'
import { fieldMappings } from '../directory/fields/mapping.js'
import { errorKinds } from '../kit/api/errors.js'

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
export function writeOrganization(): string {
  const required = ['id', 'name']
  const rows = [
    ...fieldRows.filter(([name]) => required.includes(name)),
    ...fieldRows.filter(([name]) => !required.includes(name)),
  ]
  const members = rows.map(([name, field]) => {
    const optional = required.includes(name) ? '' : '?'
    return `  /** ${field.about} */\n  ${name}${optional}: ${toType(name, field)}\n`
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

function toType(name: keyof typeof fieldMappings, { isList }: Field): string {
  return `${inTypeScript[fieldMappings[name].type]}${isList ? '[]' : ''}`
}

/** packages/client/src/error-codes.ts: the codes that the client knows, from the error table. */
export function writeErrorCodes(): string {
  const rows = Object.keys(errorKinds).map((code) => `  '${code}',\n`)
  return `// Written by \`npm run docs\` from kit/api/errors.ts; a test compares.

/** The codes of the API's errors. Later versions of the service may add some. */
export const errorCodes = [
${rows.join('')}] as const

export type KnownErrorCode = (typeof errorCodes)[number]
`
}
