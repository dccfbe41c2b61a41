import type { SearchRulesParams } from '../rules/params.js'
import type { Values } from './fragment.js'
import { isAlwaysGiven, isOfForm, type Parameter } from './parameter.js'
import { reachOf, within } from './reach.js'
import type { SearchTemplate } from './search-template.js'

/**
 * The calls of a template between which all others are that its rules let callers make. First those
 * with most: what is found in them has its place in the lists of the file.
 */
export function extremeCalls(template: SearchTemplate, rules: SearchRulesParams): Values[] {
  const { parameters, optional, window } = calledBy(template, rules)
  const most = Math.max(1, ...parameters.map(({ extremes }) => extremes.length))
  const filters = optional.filter((one) => !isOfForm(one))
  const without = filters.map((one) => filters.filter((other) => other !== one))
  const pairs = optional.flatMap((one, i) => optional.slice(i).map((other) => [one, other]))
  const calls = [
    ...Array.from({ length: most }, (_, i) => sample(parameters, optional, i)),
    ...[...without, [], ...pairs].map((present) => sample(parameters, present)),
  ]
  return calls.map((values) => onLastPage(values, window))
}

/**
 * The call that costs most. No part of a body depends on the absence of a parameter, so that the
 * costs of their values add up: each has the value that costs most alone, the first where some cost
 * the same.
 */
export function costliestCall(
  template: SearchTemplate,
  rules: SearchRulesParams,
  costOf: (values: Values) => number,
): Values {
  const { parameters, optional, window } = calledBy(template, rules)
  const costliest = (one: Parameter): unknown => {
    const costs = one.extremes.map((value) => {
      const needed = one.needs?.(value) ?? []
      const present = optional.filter(({ name }) => name === one.name || needed.includes(name))
      return costOf(onLastPage(sample(parameters, present).set(one.name, value), window))
    })
    return one.extremes[costs.indexOf(Math.max(...costs))]
  }
  return onLastPage(new Map(parameters.map((one) => [one.name, costliest(one)])), window)
}

function calledBy(template: SearchTemplate, rules: SearchRulesParams) {
  const reach = reachOf(rules)
  const parameters = [...within(template, reach).parameters.values()]
  const optional = parameters.filter((parameter) => !isAlwaysGiven(parameter))
  return { parameters, optional, window: reach.window }
}

/**
 * A call with the parameters that are always given and some others, each with its i-th extreme, or
 * its last.
 */
function sample(
  parameters: readonly Parameter[],
  present: readonly Parameter[],
  i = 0,
): Map<string, unknown> {
  const given = parameters.filter((one) => isAlwaysGiven(one) || present.includes(one))
  return new Map(given.map(({ name, extremes }) => [name, extremes[i] ?? extremes.at(-1)]))
}

/** A call for the last page that can be reached, which costs the most. */
function onLastPage(values: Values, window: number): Values {
  const [page, size] = [values.get('page'), values.get('size')]
  if (typeof page !== 'number' || typeof size !== 'number') return values
  return new Map(values).set('page', Math.max(1, Math.floor(window / size)))
}
