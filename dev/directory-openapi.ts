import { type Field, fieldRows } from '../directory/fields/fields.js'
import { fieldMappings } from '../directory/fields/mapping.js'
import { templateNamed } from '../directory/templates/named.js'
import { templateNames } from '../directory/templates/read.js'
import { parseSections } from './cookbook.js'

/** How the tables of the OpenAPI document write a field, by its type in the index. */
const written: Readonly<Record<string, string>> = {
  integer: 'type: integer, format: int32, ',
  long: 'type: long, ',
  boolean: 'type: boolean, ',
  // `_source` may name one of them
  geo_point: 'optional: [lat, lon], properties: { lat: { type: double }, lon: { type: double } }, ',
}

/**
 * directory/openapi.yml with the current fields, and with the searches of docs/queries.md as
 * examples. @param queries docs/queries.md.
 */
export function withDirectory(text: string, queries: string): string {
  const shown = new Set(templateNames().flatMap((name) => templateNamed(name).fields))
  const ofRecords = fieldRows.filter(([name]) => shown.has(name))
  const others = fieldRows.filter(([name]) => !shown.has(name))
  return [
    ['searches', 10, parseSections(queries).flatMap(writeExample)] as const,
    ['fields of records', 8, ofRecords.flatMap(writeField)] as const,
    ['other fields', 6, others.flatMap(writeField)] as const,
  ].reduce((whole, [name, indent, lines]) => replacePart(whole, name, indent, lines), text)
}

/** The text with other lines between the comments that name a part. */
function replacePart(text: string, name: string, indent: number, lines: readonly string[]) {
  const margin = ' '.repeat(indent)
  const begin = `${margin}# ${name}: written by \`npm run docs\`; a test compares\n`
  const end = `${margin}# end of ${name}\n`
  const [head = '', rest = ''] = text.split(begin)
  const part = lines.map((line) => `${margin}${line}\n`).join('')
  return head + begin + part + rest.slice(rest.indexOf(end))
}

function writeField([name, field]: (typeof fieldRows)[number]): string[] {
  const { about, isList }: Field = field
  const type = isList ? 'type: texts, ' : written[fieldMappings[name].type]
  const schema = type ? `{ ${type}description: ${JSON.stringify(about)} }` : JSON.stringify(about)
  return wrap(`${name}: ${schema}`, 90)
}

function writeExample({ number, title, request }: ReturnType<typeof parseSections>[number]) {
  const name = title.toLowerCase().replace(/[^a-z]+/g, '-')
  const value = wrap(writeFlow(JSON.parse(request)), 84)
  return [
    `${number}-${name}:`,
    `  summary: ${JSON.stringify(title)}`,
    '  value:',
    ...value.map((line) => `    ${line}`),
  ]
}

/** JSON in one line, with spaces as in YAML. */
function writeFlow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeFlow).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, one]) => `"${name}": ${writeFlow(one)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** Lines of at most `width` columns; those after the first are indented. */
function wrap(text: string, width: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.pop()!
    const longer = line === '' ? word : `${line} ${word}`
    lines.push(...(longer.length > width ? [line, `  ${word}`] : [longer]))
  }
  return lines
}
