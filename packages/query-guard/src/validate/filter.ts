import {
  defaultMaxCost,
  type GuardOptions,
  makeSettings,
  type OperatorFilter,
  type SearchRulesSettings,
} from '../grammar/settings.js'
import { query } from '../rule/builders.js'
import type { CatalogFields } from '../rule/fields.js'
import type { JsonObject } from '../rule/json-value.js'
import { type KnownFields, knownFields } from '../rule/known-fields.js'
import { features } from '../rule/rule.js'
import { type FieldWarning, FieldWarnings } from '../suggestions/field-warnings.js'
import { writeNames } from './names.js'
import { Report } from './report.js'
import { validate } from './validate.js'

/** The filter of some rules, if they have one. @throws Error for one that the check refuses. */
export function makeFilter(rules: GuardOptions): OperatorFilter | undefined {
  if (!rules.filter) return undefined
  const [problem] = filterProblems(rules)
  if (problem !== undefined) throw new Error(`search-rules: filter: ${problem}`)
  const filter = structuredClone(rules.filter)
  const settings = filterSettings(rules)
  const costs = new WeakMap<KnownFields, number>()
  const cost = (known: KnownFields) => {
    const total = costs.get(known) ?? validated(filter, settings, known).cost.total
    costs.set(known, total)
    return total
  }
  const named = new WeakMap<CatalogFields, JsonObject>()
  const queryFor = (fields: CatalogFields | undefined) => {
    const known = fields && named.get(fields)
    if (known) return known
    const query = structuredClone(filter)
    // removes what the engine does not get (`_name`)
    const report = validated(query, settings, knownFields(fields))
    if (fields?.size) writeNames(report, fields)
    if (fields) named.set(fields, query)
    return query
  }
  return { queryFor, cost }
}

/**
 * Why the grammar refuses the filter of some rules. Its callers' restrictions do not hold for it.
 */
export function filterProblems(rules: GuardOptions): string[] {
  const { problems, hitRequests } = validated(
    structuredClone(rules.filter),
    filterSettings(rules),
    knownFields(undefined),
  )
  // they would be among the hits of callers
  return hitRequests.length > 0 ? ['a filter must not have inner_hits', ...problems] : problems
}

/** The whole grammar but `knn`, which finds the nearest of all documents. */
function filterSettings({ analyzers = [], maxCost }: GuardOptions): SearchRulesSettings {
  const open = features.filter((name) => name !== 'knn')
  const settings = makeSettings({ indexPrefixes: [], features: open, analyzers })
  return { ...settings, maxCost: maxCost ?? defaultMaxCost, body: query }
}

/** The fields that the filter of some rules names although there are none of these names. */
export function unknownInFilter(rules: GuardOptions, fields: CatalogFields): FieldWarning[] {
  if (!rules.filter) return []
  const warnings = new FieldWarnings(fields, undefined)
  const filter = structuredClone(rules.filter)
  validated(filter, filterSettings(rules), knownFields(fields), warnings)
  return warnings.found.filter(({ kind }) => kind === 'unknown')
}

function validated(
  filter: unknown,
  settings: SearchRulesSettings,
  known: KnownFields,
  warnings?: FieldWarnings,
): Report {
  const report = new Report(false, warnings)
  return validate(settings, filter, known, report)
}

/**
 * Adds the filter to every query by which a validated body finds documents. Scores stay the same.
 * @param report What the validation of the body noted.
 */
export function confine(query: JsonObject, { confinable, hitRequests }: Report): void {
  // highlighters mark the words of a filter, but not those of what is excluded
  const isMarked = hitRequests.some(({ highlight }) => highlight !== undefined)
  const within = isMarked ? { must_not: { bool: { must_not: query } } } : { filter: query }
  for (const { holder, key } of confinable) {
    const own = holder[key]
    holder[key] = { bool: { ...(own !== undefined && { must: own }), ...within } }
  }
}
