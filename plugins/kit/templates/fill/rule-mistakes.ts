import { isDeepStrictEqual } from 'node:util'
import type { Diagnostic } from '../../../../kit/config/yaml/diagnostics.js'
import { isMapping } from '../../../../kit/config/yaml/mapping.js'
import { paramsOf } from '../../../../routes/pipelines.js'
import type { DeclaredRoute } from '../../../../routes/routes.js'
import { plansIn, rulesFor } from '../../rules/by-plan.js'
import type { SearchRulesParams } from '../../rules/params.js'
import type { SearchTemplate } from './search-template.js'

/**
 * Errors in the file of a template whose index its rules for any plan close, or which finds what the
 * filter of a free search of the same indices hides. What its calls may not do, each call tells.
 */
export function ruleMistakes(
  { index }: SearchTemplate,
  rules: SearchRulesParams,
  routes: readonly DeclaredRoute[],
): Diagnostic[] {
  const searches = findFreeSearches(routes)
  return [undefined, ...plansIn(rules, ...searches)].flatMap((plan) => {
    const own = rulesFor(rules, plan)
    if (!own.indexPrefixes.some((prefix) => index.startsWith(prefix)))
      return [closedIndex(own.indexPrefixes, plan)]
    const isUnconfined = searches
      .map((search) => rulesFor(search, plan))
      .some((search) => shareIndices(own, search) && isWider(own, search))
    return isUnconfined ? [unconfined(plan)] : []
  })
}

function closedIndex(prefixes: readonly string[], plan: string | undefined): Diagnostic {
  return {
    path: ['index'],
    rule: 'template-refused',
    message: `the search rules${ofPlan(plan)} refuse its index`,
    remedy: `it must begin with ${prefixes.join(', ')}: change it, or the rules of its step`,
  }
}

const ofPlan = (plan: string | undefined) => (plan === undefined ? '' : ` of the plan "${plan}"`)

function unconfined(plan: string | undefined): Diagnostic {
  return {
    path: ['index'],
    rule: 'template-unconfined',
    message: `a filter confines the free search${ofPlan(plan)}, but the template does not have it`,
    remedy:
      'write the same filter in the rules of the template too; filter: { match_all: {} } lets it ' +
      'find all documents',
  }
}

/** Whether the template may find what the filter of the search hides, and does not say so. */
function isWider(own: SearchRulesParams, { filter }: SearchRulesParams): boolean {
  if (!filter || findsAll(filter) || (own.filter && findsAll(own.filter))) return false
  return !isDeepStrictEqual(own.filter, filter)
}

const findsAll = (filter: object) => Object.hasOwn(filter, 'match_all')

const shareIndices = (one: SearchRulesParams, other: SearchRulesParams) =>
  one.indexPrefixes.some((a) => other.indexPrefixes.some((b) => a.startsWith(b) || b.startsWith(a)))

/** The rules of all steps that take searches from callers; malformed ones are left out. */
function findFreeSearches(routes: readonly DeclaredRoute[]): SearchRulesParams[] {
  const all = routes.flatMap(({ pipeline }) => {
    if (!pipeline) return []
    const ofTools = paramsOf(pipeline, 'mcp')
      .filter(({ freeSearch }) => freeSearch)
      .map(({ searchRules }) => searchRules)
    return [...paramsOf(pipeline, 'search-rules'), ...ofTools]
  })
  return all.filter(isUsable)
}

const isUsable = (rules: unknown): rules is SearchRulesParams =>
  isMapping(rules) &&
  Array.isArray(rules.indexPrefixes) &&
  rules.indexPrefixes.every((prefix) => typeof prefix === 'string')
