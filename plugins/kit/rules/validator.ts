import {
  makeValidator as guardOf,
  type SearchRefusal,
} from '../../../packages/query-guard/src/index.js'
import type { SearchRequest } from '../context.js'
import { catalogOf, type SearchRulesParams } from './params.js'
import { makeValueHints } from './value-hints.js'

type Validated = { search: SearchRequest } | SearchRefusal

/**
 * The guard of some rules, over the fields that their engine reports; its searches also say what
 * is known of the data.
 * @throws Error for an operator's mistake.
 */
export function validatorOf(
  rules: SearchRulesParams,
  catalog = catalogOf(rules),
): (text: string) => Validated {
  const validate = guardOf(rules, catalog)
  return function validated(text) {
    const result: Validated = validate(text)
    if ('search' in result) {
      const { search } = result
      search.about = catalog?.data?.(search.index)?.about
      const ofValues = rules.hints !== false ? makeValueHints(search.ownBody ?? search.body) : []
      if (ofValues.length > 0) search.hints = withHints(search.hints, ofValues)
    }
    return result
  }
}

/** As many as the guard has at most (docs/api.md, Search). */
const mostHints = 5

/** With hints on what was searched for, where that is nowhere. */
const withHints =
  (others: SearchRequest['hints'], ofValues: readonly string[]): SearchRequest['hints'] =>
  (foundNothing) =>
    [...(others?.(foundNothing) ?? []), ...(foundNothing ? ofValues : [])].slice(0, mostHints)
