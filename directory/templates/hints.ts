import type { Values } from './fragment.js'
import { isAlwaysGiven, isOfForm, type Parameter, type TypeName } from './parameter.js'
import type { SearchTemplate } from './search-template.js'

/** What helps a caller where this finds nothing; comparing names takes time. */
export function hintsOf({ parameters }: SearchTemplate, values: Values): string[] {
  const sent = [...parameters.values()].filter(({ name }) => values.has(name))
  const others = new Map(sent.map((one) => [one.name, one.meant?.(values.get(one.name))]))
  const meant = sent.flatMap(({ name, type }) =>
    others.get(name) === undefined
      ? []
      : [`${name}: ${whyOf(type)}did you mean ${others.get(name)}?`],
  )
  const words = sent
    .filter((one) => others.get(one.name) === undefined && isSentence(one, values.get(one.name)))
    .map(({ name }) => `${name}: all words must match: leave one of them out`)
  const names = sent.filter(isFilter).map(({ name }) => name)
  const fewer = `nothing matches ${names.join(', ')} together: leave one of them out`
  return [...meant, ...words, ...(names.length < 2 ? [] : [fewer])]
}

const whyOf = (type: TypeName) => (type === 'place' ? 'latitude comes first: ' : '')

/** Whether a value is several words, each of which must match. */
function isSentence({ type }: Parameter, value: unknown): boolean {
  return type === 'text' && /\S\s+\S/.test(String(value))
}

/** Whether a parameter that is sent makes the hits fewer. */
function isFilter(parameter: Parameter): boolean {
  return !isAlwaysGiven(parameter) && !isOfForm(parameter) && parameter.type !== 'boolean'
}
