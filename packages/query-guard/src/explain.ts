import { type Cost, rounded } from './cost/cost.js'
import { defaultMaxCost, type GuardOptions } from './grammar/settings.js'
import { pathText } from './rule/body-path.js'
import type { FieldSource } from './rule/fields.js'
import { type Limits, makeLimits } from './rule/limits.js'
import type { GuardedSearch } from './validate/guarded-search.js'
import { makeValidator, type Problems } from './validate/request.js'

/** How many of the most expensive parts are listed; an ordinary query has a handful. */
const maxParts = 100

/** What the rules say about a request, and what it costs. */
export interface Explanation {
  problems: Problems
  /** Absent for a text that is not a request. `cap` is the highest cost that passes. */
  cost?: { total: number; cap: number; parts: readonly { path: string; cost: number }[] }
  limits: Limits & { maxCost: number }
  /** Absent for a request that is refused. */
  search?: GuardedSearch
}

/**
 * The function that explains request texts.
 * @throws Error for an operator's mistake.
 */
export function makeExplainer(
  options: GuardOptions,
  fields?: FieldSource,
): (text: string) => Explanation {
  const { maxCost = defaultMaxCost } = options
  const validate = makeValidator(options, fields, true)
  const limits = { ...makeLimits(options.limits), maxCost }
  return function explain(text) {
    const result = validate(text)
    const { cost } = result
    return {
      problems: 'problems' in result ? result.problems : {},
      ...(cost && { cost: { total: rounded(cost.total), cap: maxCost, parts: toParts(cost) } }),
      limits,
      ...('search' in result && { search: result.search }),
    }
  }
}

/** The parts by their paths, the most expensive first. */
function toParts({ parts = [] }: Cost): { path: string; cost: number }[] {
  const costs = new Map<string, number>()
  for (const { path, cost } of parts) {
    const place = pathText(path)
    costs.set(place, (costs.get(place) ?? 0) + cost)
  }
  return [...costs]
    .map(([path, cost]) => ({ path, cost: Math.round(cost * 1000) / 1000 }))
    .sort((one, other) => other.cost - one.cost)
    .slice(0, maxParts)
}
