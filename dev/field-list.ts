import { readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { documentFor, families, indexTemplate } from '../loader/record/format.js'
import { type CatalogFields, fieldCatalogOf } from '../plugins/kit/field-catalog.js'
import { type DescribedField, descriptionOf } from '../plugins/kit/field-description.js'
import { Engine } from './engine/engine.js'
import { createEngineServer } from './engine/server.js'
import { sampleOrganizations } from './samples/organizations.js'

const begin = '<!-- fields: written by `npm run docs`; a test compares -->\n'
const end = '<!-- /fields -->'

/**
 * docs/fields.md with the current fields, as the shipped gateway lists them for the sample
 * organizations.
 */
export async function withFields(text: string): Promise<string> {
  const { families: described } = descriptionOf(await learned())
  const rows = new Map<string, { field: DescribedField; holders: string[] }>()
  for (const [family, { fields }] of Object.entries(described)) {
    for (const field of fields) {
      const alike = JSON.stringify({ ...field, example: undefined })
      const row = rows.get(alike) ?? { field, holders: [] }
      rows.set(alike, row)
      row.holders.push(family)
    }
  }
  const list = [...rows.values()].map(
    ({ field, holders }) => `| ${cellsOf(field).join(' | ')} | ${holders.join(', ')} |`,
  )
  const [head = '', rest = ''] = text.split(begin)
  const table = [
    '| Field | Type | Good for | Sub-fields | Example | Families |',
    '|---|---|---|---|---|---|',
    ...list.sort(),
  ]
  return [
    head,
    begin,
    '\n',
    table.join('\n'),
    '\n\n',
    end,
    rest.slice(rest.indexOf(end) + end.length),
  ].join('')
}

function cellsOf({ name, type, uses, subFields = {}, example }: DescribedField): string[] {
  const subs = Object.entries(subFields).map(
    ([sub, subUses]) => `\`${sub}\`: ${subUses.join(', ')}`,
  )
  return [
    `\`${name}\``,
    type,
    uses.join(', '),
    subs.join('; '),
    example === undefined ? '' : `\`${JSON.stringify(example)}\``,
  ]
}

/** The fields of each family, as a gateway learns them from the embedded engine. */
async function learned(): Promise<[string, CatalogFields][]> {
  const engine = new Engine()
  for (const family of families) {
    engine.putTemplate(family.alias, indexTemplate(family))
    engine.createIndex(family.index)
    for (const organization of sampleOrganizations())
      engine.index(family.index, organization.id, JSON.stringify(documentFor(family, organization)))
  }
  const server = createEngineServer(engine)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const nodes = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`]
  const names = families.map(({ alias }) => alias)
  const register = fieldCatalogOf({ nodes }, names)
  for (;;) {
    const told = names.flatMap((name): [string, CatalogFields][] => [
      [name, register.fields(name) ?? new Map()],
    ])
    if (told.every(([, fields]) => fields.size > 0)) {
      server.close().closeAllConnections()
      return told
    }
    await pause(10)
  }
}

if (process.argv[1]?.endsWith('field-list.js')) {
  const file = 'docs/fields.md'
  void withFields(readFileSync(file, 'utf8')).then((text) => writeFileSync(file, text))
}
