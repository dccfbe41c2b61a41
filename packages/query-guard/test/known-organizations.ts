import { fieldMappings } from '../../../directory/fields/mapping.js'
import type { SearchRulesParams } from '../../../plugins/kit/rules/params.js'
import type { CatalogField } from '../src/rule/fields.js'
import { features } from '../src/rule/rule.js'
import { makeValidator, type ValidatedSearch } from '../src/validate/request.js'

export const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']

/** The fields that `npm run load` makes, with the ends that real organizations have. */
const fields = new Map<string, CatalogField>()
const ends: Record<string, readonly [number, number]> = {
  integer: [1800, 2025],
  long: [0, 1e11],
}
for (const [name, { type, fields: others = {} }] of Object.entries(fieldMappings)) {
  const all = [
    [name, type] as const,
    ...Object.entries(others).map(([sub, o]) => [`${name}.${sub}`, o.type] as const),
  ]
  for (const [full, type] of all) {
    const span = ends[type] && { span: ends[type] }
    fields.set(full, { type, searchable: true, aggregatable: type !== 'text', ...span })
  }
}

/** The rules before an index of so many organizations. */
export const rulesAt = (
  documents: number,
  params: Partial<SearchRulesParams> = {},
): ((text: string) => ValidatedSearch) =>
  makeValidator(
    { indexPrefixes, ...params },
    { fields: () => fields, documents: () => documents },
    true,
  )

/** Rules that let all of the grammar pass, at any cost, but for a few fields. */
export const openRules = rulesAt(22_000, {
  maxCost: Number.MAX_SAFE_INTEGER,
  features: [...features],
  analyzers: ['english'],
  fields: { deny: ['secret', 'internal*'] },
})

export const request = (body: object, index: unknown = 'organization-serp*'): string =>
  JSON.stringify({ index, body })

/** What the rules say against a body. */
export const problemsOf = (result: ValidatedSearch): string[] =>
  'problems' in result ? (result.problems.body ?? []) : []
