import { parameterOf } from './declared.js'
import { fill } from './fill.js'
import type { Values } from './fragment.js'
import type { SearchTemplate } from './search-template.js'

const explain = parameterOf('explain', {
  type: 'boolean',
  description: 'Whether the answer has `search`: the same as a body of POST search.',
})

/**
 * With the parameter by which callers get its search, unless its file declares one of that name.
 */
export function explainable(template: SearchTemplate): SearchTemplate {
  const { parameters } = template
  if (parameters.has(explain.name)) return template
  return { ...template, parameters: new Map(parameters).set(explain.name, explain) }
}

/** Whether callers may ask for the search of a template. */
export const isExplainable = ({ parameters }: SearchTemplate) =>
  parameters.get(explain.name) === explain

/** The member of an answer that a caller has asked for by it. */
export function explained(template: SearchTemplate, values: Values): { search?: object } {
  const isAsked = isExplainable(template) && values.get(explain.name) === true
  return isAsked ? { search: fill(template, values) } : {}
}
