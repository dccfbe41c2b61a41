import { type Field, type FieldName, organizationFields } from '../directory/fields/fields.js'
import { families } from '../directory/loader/record/format.js'
import { shippedFields } from '../gateway/lab/shipped-fields.js'
import { type DescribedField, descriptionOf } from '../plugins/kit/field-description.js'
import { withPart } from './with-part.js'

/** docs/fields.md with the current fields. */
export function withFields(text: string): string {
  const { families: all } = descriptionOf(described)
  const rows = new Map<string, { field: DescribedField; holders: string[] }>()
  for (const [family, { fields }] of Object.entries(all)) {
    for (const field of fields) {
      const alike = JSON.stringify(field)
      const row = rows.get(alike) ?? { field, holders: [] }
      rows.set(alike, row)
      row.holders.push(family)
    }
  }
  const list = [...rows.values()].map(
    ({ field, holders }) => `| ${cellsOf(field).join(' | ')} | ${holders.join(', ')} |`,
  )
  const table = [
    '| Field | Meaning | Type | Good for | Sub-fields | Example | Families |',
    '|---|---|---|---|---|---|---|',
    ...list.sort(),
  ]
  return withPart(text, 'fields', table.join('\n'))
}

function cellsOf({ name, type, uses, subFields = {} }: DescribedField): string[] {
  const { about, example }: Field = organizationFields[name as FieldName]
  const subs = Object.entries(subFields).map(
    ([sub, subUses]) => `\`${sub}\`: ${subUses.join(', ')}`,
  )
  return [
    `\`${name}\``,
    about,
    type,
    uses.join(', '),
    subs.join('; '),
    `\`${JSON.stringify(example)}\``,
  ]
}

/** The fields of each family, as a gateway reads them from the engine. */
const described = families.map(({ alias }) => [alias, shippedFields(alias)] as const)
