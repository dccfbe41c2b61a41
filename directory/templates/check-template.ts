import type { Path } from '../../kit/config/yaml/diagnostics.js'
import { stepsIn, validatorOf } from '../../packages/query-guard/src/index.js'
import { oncePer } from '../../plugins/kit/once-per.js'
import { plansIn, rulesFor } from '../../plugins/kit/rules/by-plan.js'
import type { SearchRulesParams } from '../../plugins/kit/rules/params.js'
import { similarSearch } from './chain.js'
import { type FilledSearch, fill } from './fill.js'
import { conditionsOf, countingSearch } from './follow-up.js'
import type { Values } from './fragment.js'
import { isAlwaysGiven, type Parameter } from './parameter.js'
import { reachOf, within } from './reach.js'
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
    let cost = 0
    const refusals = new Map<string, Refusal>()
    for (const values of extremeCalls(template, rules)) {
      const results = searchesOf(template, values).map((one) => validate(JSON.stringify(one)))
      const costs = results.map((one) => ('search' in one ? one.search.cost.total : 0))
      cost = Math.max(cost, ...costs)
      // what follows has the same clauses, at places that are not in the file
      const result = results.find((one) => 'problems' in one)
      if (!result || 'search' in result) continue
      const given = [...values.keys()]
      for (const [part, problems] of Object.entries(result.problems))
        for (const problem of problems) {
          const path = part === 'index' ? ['index'] : pathIn(problem)
          // positions in lists depend on what the call leaves out
          const key = problem.replace(/\[\d+\]|\d+(\.\d+)?/g, '')
          if (!refusals.has(key)) refusals.set(key, { path, problem, given })
        }
    }
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

/** The calls of a template between which all others are that its rules let callers make. */
export function extremeCalls(template: SearchTemplate, rules: SearchRulesParams): Values[] {
  const reach = reachOf(rules)
  const { parameters } = within(template, reach)
  return samplesOf([...parameters.values()]).map((call) => onLastPage(call, reach.window))
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

/** Calls between which all others are. */
function samplesOf(parameters: readonly Parameter[]): Values[] {
  const optional = parameters.filter((parameter) => !isAlwaysGiven(parameter))
  const most = Math.max(1, ...parameters.map(({ extremes }) => extremes.length))
  const pairs = optional.flatMap((one, i) => optional.slice(i).map((other) => [one, other]))
  const without = optional.map((one) => optional.filter((other) => other !== one))
  return [
    ...Array.from({ length: most }, (_, i) => sample(parameters, optional, i)),
    ...parameters.flatMap(({ name, extremes }) =>
      extremes.map((value) => new Map(sample(parameters, optional, 0)).set(name, value)),
    ),
    // first those with most: what is found in them has its place in the lists of the file
    ...[...without, [], ...pairs].map((present) => sample(parameters, present, 0)),
  ]
}

/** A call for the last page that can be reached, which costs the most. */
function onLastPage(values: Values, window: number): Values {
  const [page, size] = [values.get('page'), values.get('size')]
  if (typeof page !== 'number' || typeof size !== 'number') return values
  return new Map(values).set('page', Math.max(1, Math.floor(window / size)))
}

/** A call with the parameters that are always given and some others, each with its i-th extreme. */
function sample(
  parameters: readonly Parameter[],
  present: readonly Parameter[],
  i: number,
): Map<string, unknown> {
  const given = parameters.filter((one) => isAlwaysGiven(one) || present.includes(one))
  return new Map(given.map(({ name, extremes }) => [name, extremes[i] ?? extremes.at(-1)]))
}
