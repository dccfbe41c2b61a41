import type { Path } from '../../../kit/config/yaml/diagnostics.js'
import { stepsIn, validatorOf } from '../../../packages/query-guard/src/index.js'
import { oncePer } from '../once-per.js'
import { plansIn, rulesFor } from '../rules/by-plan.js'
import type { SearchRulesParams } from '../rules/params.js'
import { similarSearch } from './chain.js'
import { costliestCall, extremeCalls } from './extreme-calls.js'
import { type FilledSearch, fill } from './fill.js'
import { conditionsOf, countingSearch } from './follow-up.js'
import type { Values } from './fragment.js'
import type { SearchTemplate } from './search-template.js'
import { typedIn } from './understanding.js'

/** What the search rules make of a template. */
export interface TemplateCheck {
  /** Maximum cost of a call. */
  cost: number
  refusals: readonly Refusal[]
}

/** Why the rules refuse a template for some values of its parameters. */
export interface Refusal {
  /** In the file of the template. */
  path: Path
  problem: string
  /** The parameters that have values then. */
  given: readonly string[]
}

/**
 * The rules that hold for templates: what the file declares is the operator's own, so no field is
 * unknown.
 */
export function strictRules(rules: SearchRulesParams): SearchRulesParams {
  return { ...rules, hints: false, unknownFields: 'hint' }
}

/**
 * Validates a template by the search rules with the extremes of its parameters, together, one by
 * one, two by two and without any; once, as a start needs it several times. Its cost is that for a
 * small register, without the engine's fields.
 */
export const checkTemplate = oncePer(
  (template: SearchTemplate, rules: SearchRulesParams): TemplateCheck => {
    const validate = validatorOf(strictRules(rules))
    const refusals = new Map<string, Refusal>()
    const costOf = (values: Values): number => {
      const results = searchesOf(template, values).map((one) => validate(JSON.stringify(one)))
      // what follows has the same clauses, at places that are not in the file
      const refused = results.find((one) => 'problems' in one)
      for (const [part, texts] of Object.entries(refused?.problems ?? {}))
        for (const problem of texts) {
          const path = part === 'index' ? ['index'] : pathIn(problem)
          // positions in lists depend on what the call leaves out
          const key = problem.replace(/\[\d+\]|\d+(\.\d+)?/g, '')
          if (!refusals.has(key)) refusals.set(key, { path, problem, given: [...values.keys()] })
        }
      return Math.max(...results.map((one) => ('search' in one ? one.search.cost.total : 0)))
    }
    const costs = extremeCalls(template, rules).map(costOf)
    const cost = Math.max(...costs, costOf(costliestCall(template, rules, costOf)))
    return { cost, refusals: [...refusals.values()] }
  },
)

/** The search of a call, and those that may follow it. */
function searchesOf(template: SearchTemplate, values: Values): FilledSearch[] {
  const conditions = conditionsOf(template, values)
  return [
    fill(template, values),
    ...(conditions.length > 1 ? [countingSearch(template.index, conditions)] : []),
    ...(typedIn(template, values)?.typed.doubtful ? [similarSearch(template, values)] : []),
  ]
}

/** Maximum cost of a call, over all plans. */
export function highestCost(template: SearchTemplate, rules: SearchRulesParams): number {
  const all = [undefined, ...plansIn(rules)].map((plan) => rulesFor(rules, plan))
  return Math.max(...all.map((one) => checkTemplate(template, one).cost))
}

/** The place in the file that a problem of the search names, as far as it is one. */
export function pathIn(problem: string): Path {
  const named = / part is (\S+) with /.exec(problem)?.[1] ?? /^(\S+): /.exec(problem)?.[1] ?? ''
  const steps = stepsIn(named)
  if (steps[0] === 'aggs') return ['facets', ...steps.slice(1)]
  if (steps[0] === '_source') return ['fields', ...steps.slice(1)]
  const first = steps[0] === 'body' ? [] : steps
  return ['body', ...first]
}
