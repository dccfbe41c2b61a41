import { parameterOf } from './declared.js'
import { fill } from './fill.js'
import type { Values } from './fragment.js'
import type { Question } from './question.js'

const explain = parameterOf('explain', {
  type: 'boolean',
  description: 'Whether the answer has `search`: the same as a body of POST search.',
})

/**
 * With the parameter by which callers get its search, unless its file declares one of that name.
 */
export function explainable(question: Question): Question {
  const { parameters } = question
  if (parameters.has(explain.name)) return question
  return { ...question, parameters: new Map(parameters).set(explain.name, explain) }
}

/** Whether callers may ask for the search of a question. */
export const isExplainable = ({ parameters }: Question) => parameters.get(explain.name) === explain

/** The member of an answer that a caller has asked for by it. */
export function explained(question: Question, values: Values): { search?: object } {
  const isAsked = isExplainable(question) && values.get(explain.name) === true
  return isAsked ? { search: fill(question, values) } : {}
}
