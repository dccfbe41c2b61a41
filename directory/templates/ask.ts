import { validationError } from '../../kit/api/errors.js'
import { limitsOf } from '../../packages/query-guard/src/index.js'
import type { SearchRequest } from '../../plugins/kit/context.js'
import { catalogOf, type SearchRulesParams } from '../../plugins/kit/rules/params.js'
import { validatorOf } from '../../plugins/kit/rules/validator.js'
import { strictRules } from './check-template.js'
import { fill } from './fill.js'
import type { Values } from './fragment.js'
import { hintsOf } from './hints.js'
import type { SearchTemplate } from './search-template.js'

/**
 * The function that makes the search of a call, validated by search rules, with its cost.
 * It throws an ApiError VALIDATION_ERROR for a page that the engine does not reach. A cost that has
 * grown beyond the limit with the register since the start is none: the operator has declared it.
 */
export function askerOf(
  template: SearchTemplate,
  rules: SearchRulesParams,
  catalog = catalogOf(rules),
): (values: Values) => SearchRequest {
  const unlimited = { ...strictRules(rules), maxCost: Number.MAX_SAFE_INTEGER }
  const validate = validatorOf(unlimited, catalog)
  const { window } = limitsOf(rules.limits)
  return function askFor(values) {
    checkWindow(values, window)
    const result = validate(JSON.stringify(fill(template, values)))
    if ('search' in result) {
      const hints = (foundNothing: boolean) => (foundNothing ? hintsOf(template, values) : [])
      return { ...result.search, isDeclared: true, text: countedText(template, values), hints }
    }
    // cannot happen: the start has validated its extremes
    throw new Error(`search template "${template.name}": ${JSON.stringify(result.problems)}`)
  }
}

/**
 * The text of a search, where its first page is asked for. Lists are left out: they suggest, by the
 * letters of a word that is being typed.
 */
function countedText({ answer }: SearchTemplate, values: Values): string | undefined {
  const isFirst = (values.get('page') ?? 1) === 1
  const text = answer.kind === 'page' && isFirst ? values.get('q') : undefined
  return typeof text === 'string' ? text : undefined
}

/** @throws ApiError VALIDATION_ERROR for a page beyond the hits that an engine counts off. */
function checkWindow(values: Values, window: number): void {
  const [page, size] = [values.get('page'), values.get('size')]
  if (typeof page !== 'number' || typeof size !== 'number' || page * size <= window) return
  throw validationError({
    page: [
      `page times size must not exceed ${window}: narrow the search, or read on with ` +
        'search_after of the search',
    ],
  })
}
