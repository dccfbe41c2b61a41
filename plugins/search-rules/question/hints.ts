import type { Values } from './fragment.js'
import { isAlwaysGiven, isOfForm, type Parameter } from './parameter.js'
import type { Question } from './question.js'

/** What helps a caller where this finds nothing; comparing names takes time. */
export function hintsOf({ parameters }: Question, values: Values): string[] {
  const meant = [...parameters.values()].flatMap(({ name, meant }) => {
    const value = values.get(name)
    const other = typeof value === 'string' ? meant?.(value) : undefined
    return other === undefined ? [] : [`${name}: did you mean ${other}?`]
  })
  const words = [...parameters.values()].flatMap(({ name, type }) => {
    const isSentence = type === 'text' && /\S\s+\S/.test(String(values.get(name) ?? '').trim())
    const isTold = meant.some((hint) => hint.startsWith(`${name}: `))
    return isSentence && !isTold ? [`${name}: all words must match: leave one of them out`] : []
  })
  const filters = [...parameters.values()].filter((one) => isFilter(one) && values.has(one.name))
  const names = filters.map(({ name }) => name)
  const fewer = `nothing matches ${names.join(', ')} together: leave one of them out`
  return [...meant, ...words, ...(names.length < 2 ? [] : [fewer])]
}

/** Whether a parameter that is sent makes the hits fewer. */
function isFilter(parameter: Parameter): boolean {
  return !isAlwaysGiven(parameter) && !isOfForm(parameter) && parameter.type !== 'boolean'
}
