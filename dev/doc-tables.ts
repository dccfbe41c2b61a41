import { type Field, type FieldName, organizationFields } from '../directory/fields/fields.js'
import { families } from '../directory/loader/record/format.js'
import { loadedFields } from '../directory/plugins/organizations/loaded-fields.js'
import {
  aggregationClasses,
  aggregations,
  makeHitRequest,
  queries,
  queryClasses,
  unitCosts,
} from '../packages/query-guard/src/grammar.js'
import { type DescribedField, descriptionOf } from '../plugins/kit/field-description.js'
import { findCost } from '../plugins/openapi/grammar.js'

type Named = [name: string, costClass: string | undefined]

/** A row for each class, with the names that have it. */
function writeRows(classes: Record<string, { about: string }>, all: readonly Named[]): string[] {
  return Object.entries(classes).flatMap(([costClass, { about }]) => {
    const names = all.filter(([, own]) => own === costClass).map(([name]) => `\`${name}\``)
    return names.length > 0 && about !== '0'
      ? [`| ${costClass} | ${names.sort().join(', ')} | ${about} |`]
      : []
  })
}

/** docs/query-cost.md with the current table of classes. */
export function withCosts(text: string): string {
  const clauses = [...queries].map(([name, rule]): Named => [name, findCost(rule)?.costClass])
  const types = [...aggregations]
    .filter(([, { rule }]) => rule.kind !== 'unsafe')
    .map(([name, { costClass }]): Named => [name, costClass])
  const rows = [
    '| Class | Constructs | Cost |',
    '|---|---|---|',
    ...writeRows(queryClasses, clauses),
    ...writeRows(aggregationClasses, types),
    `| suggestion | \`suggest\` | ${queryClasses.suggestion.about} |`,
    `| hits | of a body, groups, buckets | ${makeHitRequest(10).cost.about} |`,
    `| highlighted | \`highlight\` | ${unitCosts.highlighted} for each text of each hit; in it ` +
      `${unitCosts.highlightedWord} for each word of the query, ${unitCosts.highlightedPattern} for ` +
      'each pattern or fuzzy word, times the fields that it is searched in |',
    `| explained | \`explain\` | as ${unitCosts.explained} highlighted texts of each hit |`,
  ]
  return withPart(text, 'costs', rows.join('\n'))
}

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
    ({ field, holders }) => `| ${writeCells(field).join(' | ')} | ${holders.join(', ')} |`,
  )
  const table = [
    '| Field | Meaning | Type | Good for | Sub-fields | Example | Families |',
    '|---|---|---|---|---|---|---|',
    ...list.sort(),
  ]
  return withPart(text, 'fields', table.join('\n'))
}
function writeCells({ name, type, uses, subFields = {} }: DescribedField): string[] {
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
const described = families.map(({ alias }) => [alias, loadedFields(alias)] as const)

/** A document with a new part between the comments that name it, such as `costs`. */
export function withPart(text: string, name: string, part: string): string {
  const begin = `<!-- ${name}: written by \`npm run docs\`; a test compares -->\n`
  const end = `<!-- /${name} -->`
  const [head = '', rest = ''] = text.split(begin)
  return `${head}${begin}\n${part}\n\n${rest.slice(rest.indexOf(end))}`
}
