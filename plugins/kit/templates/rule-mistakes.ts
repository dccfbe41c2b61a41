import { isDeepStrictEqual } from 'node:util'
import type { Diagnostic } from '../../../kit/config/yaml/diagnostics.js'
import { isMapping } from '../../../kit/config/yaml/mapping.js'
import { paramsOf } from '../../../routes/pipelines.js'
import type { DeclaredRoute } from '../../../routes/routes.js'
import { plansIn, rulesFor } from '../rules/by-plan.js'
import type { SearchRulesParams } from '../rules/params.js'
import { checkTemplate, type Refusal } from './check-template.js'
import type { SearchTemplate } from './search-template.js'

/**
 * Errors in the file of a template that its rules for any plan refuse; otherwise, where it finds or
 * shows what the searches of the same indices close, errors for a filter and warnings for fields.
 */
export function ruleMistakes(
  template: SearchTemplate,
  rules: SearchRulesParams,
  routes: readonly DeclaredRoute[],
): Diagnostic[] {
  const refused = [undefined, ...plansIn(rules)].flatMap((plan) =>
    checkTemplate(template, rulesFor(rules, plan)).refusals.map((one) => refusedBy(one, plan)),
  )
  if (refused.length > 0) return refused
  const searches = freeSearchesOf(routes)
  return [undefined, ...plansIn(rules, ...searches)].flatMap((plan) => {
    const own = rulesFor(rules, plan)
    const ofSearches = searches
      .map((search) => rulesFor(search, plan))
      .filter((search) => shareIndices(own, search))
    return [
      ...(ofSearches.some((search) => isWider(own, search)) ? [unconfined(plan)] : []),
      ...ofSearches.filter(closesFields).flatMap(({ fields }) => {
        // the price is that of its own rules
        const closing = { ...own, fields, maxCost: Number.MAX_SAFE_INTEGER }
        return checkTemplate(template, closing).refusals.map(closedBy)
      }),
    ]
  })
}

/** A message that names more parameters is hard to read. */
const mostNamed = 4

function refusedBy({ path, problem, given }: Refusal, plan: string | undefined): Diagnostic {
  const values = given.length > mostNamed ? 'its parameters' : given.join(', ') || 'no parameter'
  const remedy = /query cost \d/.test(problem)
    ? 'lower maxLength, maxWords or the fields of its texts, or raise maxCost, which need not be ' +
      'that of the free search: docs/query-cost.md'
    : 'change the template, or the rules of its step: docs/search-rules.md'
  const message = `the search rules${ofPlan(plan)} refuse it with ${values}: ${problem}`
  return { path, rule: 'template-refused', message, remedy }
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

function closedBy({ path, problem }: Refusal): Diagnostic {
  return {
    path,
    rule: 'template-field',
    severity: 'warning',
    message: `the rules of the free search close a field that the template uses: ${problem}`,
    remedy: 'deny it in the rules of the template too, or remove it from the file',
  }
}

type ClosingRules = SearchRulesParams & { fields: NonNullable<SearchRulesParams['fields']> }

/** Whether the template may find what the filter of the search hides, and does not say so. */
function isWider(own: SearchRulesParams, { filter }: SearchRulesParams): boolean {
  if (!filter || findsAll(filter) || (own.filter && findsAll(own.filter))) return false
  return !isDeepStrictEqual(own.filter, filter)
}

const findsAll = (filter: object) => Object.hasOwn(filter, 'match_all')

const shareIndices = (one: SearchRulesParams, other: SearchRulesParams) =>
  one.indexPrefixes.some((a) => other.indexPrefixes.some((b) => a.startsWith(b) || b.startsWith(a)))

const closesFields = (rules: SearchRulesParams): rules is ClosingRules => rules.fields !== undefined

/** The rules of all steps that take searches from callers; malformed ones are left out. */
function freeSearchesOf(routes: readonly DeclaredRoute[]): SearchRulesParams[] {
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
