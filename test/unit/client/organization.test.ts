import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFields, organizationFields } from '../../../loader/record/format.js'

const types = readFileSync(join(__dirname, '../../../client/src/types.ts'), 'utf8')

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

test('the type Organization has every field that the loader writes, and no other', () => {
  const [, block = ''] = /interface Organization \{\n([\s\S]*?)\n\}/.exec(types)!
  const written = [...block.matchAll(/^ {2}(\w+)\??: (.+)$/gm)].map(([, name, type]) => [
    name,
    type,
  ])
  const fields = Object.entries(organizationFields).map(([name, { type }]) => [
    name,
    `${inTypeScript[type]}${listFields.has(name) ? '[]' : ''}`,
  ])
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(fields))
  expect(block).toContain('[field: string]: unknown')
})
