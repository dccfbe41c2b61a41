import type { Values } from './fragment.js'
import type { Question } from './question.js'

/** What a caller may have meant where a call finds nothing; comparing names takes time. */
export function hintsOf({ parameters }: Question, values: Values): string[] {
  return [...parameters.values()].flatMap(({ name, meant }) => {
    const value = values.get(name)
    const other = typeof value === 'string' ? meant?.(value) : undefined
    return other === undefined ? [] : [`${name}: did you mean ${other}?`]
  })
}
