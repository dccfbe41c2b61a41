import '../directory/plugins/organizations/index.js' // its kinds of parameters
import { readdirSync } from 'node:fs'
import { type Field, fieldRows } from '../directory/fields/fields.js'
import { fieldMappings } from '../directory/fields/mapping.js'
import { templateNamed } from '../plugins/kit/templates/fill/read-template.js'

/** How plugins/openapi/tables write a field, by its type in the index; the others are texts. */
const types: Readonly<Record<string, string>> = {
  integer: 'type: integer, format: int32, ',
  long: 'type: long, ',
  boolean: 'type: boolean, ',
  // `_source` may name one of them
  geo_point: 'optional: [lat, lon], properties: { lat: { type: double }, lon: { type: double } }, ',
}

/** directory/openapi.yml with the current fields: those of search templates, and the others. */
export function withFieldSchemas(text: string): string {
  const files = readdirSync('config/search-templates').filter((name) => name.endsWith('.yml'))
  const shown = new Set(files.flatMap((name) => templateNamed(name.slice(0, -4)).fields))
  const [records, others] = [true, false].map((isShown) =>
    fieldRows.filter(([name]) => shown.has(name) === isShown).map(writeField),
  )
  return replacePart(replacePart(text, 'fields of records', records!), 'other fields', others!)
}

function writeField([name, field]: (typeof fieldRows)[number]): string {
  const { about, isList }: Field = field
  const type = isList ? 'type: texts, ' : types[fieldMappings[name].type]
  const text = JSON.stringify(about)
  return type ? `${name}: { ${type}description: ${text} }` : `${name}: ${text}`
}

/** The text with other lines between the comments that name a part; they keep its margin. */
function replacePart(text: string, name: string, lines: readonly string[]): string {
  const [begin, end] = [`# ${name}: written by \`npm run docs\`; a test compares\n`, `# /${name}\n`]
  const [head = '', rest = ''] = text.split(begin)
  const margin = /[^\n]*$/.exec(head)![0]
  const part = lines.map((line) => `${margin}${line}\n`).join('')
  return `${head}${begin}${part}${margin}${rest.slice(rest.indexOf(end))}`
}
