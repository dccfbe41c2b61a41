import { didYouMean } from '../../kit/config/yaml/diagnostics.js'
import {
  absent,
  type Fragment,
  type Meaning,
  type TemplatePlace,
  type TemplateScope,
  type Values,
} from './fragment.js'
import { isAlwaysGiven } from './parameter.js'
import { placeMistake } from './placeholder-places.js'
import { use } from './relations.js'

const placeholder = /^\$([a-z][a-z0-9_]*)$/

/** A text of a template, which may be a placeholder; reports a wrong one. */
export function compileText(text: string, place: TemplatePlace, scope: TemplateScope): Fragment {
  if (!text.includes('$')) return () => text
  const { path, given, keys } = place
  const meaning = meaningOf(text, place, scope)
  if (!meaning) return () => absent
  if ('constant' in meaning) return () => meaning.constant
  const { parameter } = meaning
  const { name } = parameter
  if (!isAlwaysGiven(parameter) && !given.has(name)) {
    const remedy = `put it under $if: $${name}, or give the parameter a default`
    scope.report(path, 'question-placeholder', `"${name}" may have no value here`, remedy)
  }
  const wrong = placeMistake(parameter.type, keys)
  if (wrong) scope.report(path, 'question-placeholder', ...wrong)
  const choices = scope.choices.get(name)
  if (choices) return (values) => choices.get(values.get(name) as string)!(values)
  return (values) => (values.has(name) ? values.get(name) : absent)
}

/** The parameter or constant of a placeholder; reports one that has none. */
export function meaningOf(
  text: unknown,
  { path, given }: TemplatePlace,
  { names, report, used }: TemplateScope,
): Meaning | undefined {
  const name = typeof text === 'string' ? placeholder.exec(text)?.[1] : undefined
  if (name === undefined) {
    const remedy = 'write $name, the name of a parameter, as the whole value'
    report(path, 'question-placeholder', 'this must be a placeholder', remedy)
    return undefined
  }
  use(used, name, given)
  const meaning = names.get(name)
  if (!meaning)
    report(path, 'question-placeholder', `no parameter "${name}"`, didYouMean(name, names.keys()))
  return meaning
}

/** `$if` and `$unless` of a mapping: when they hold, and what certainly has a value then. */
export function conditionOf(
  mapping: Record<string, unknown>,
  place: TemplatePlace,
  scope: TemplateScope,
) {
  const namesIn = (directive: string) => {
    const listed = Object.hasOwn(mapping, directive) ? [mapping[directive]].flat() : []
    return listed.flatMap((text) => {
      const meaning = meaningOf(text, { ...place, path: [...place.path, directive] }, scope)
      return meaning && 'parameter' in meaning ? [meaning.parameter.name] : []
    })
  }
  const [all, none] = [namesIn('$if'), namesIn('$unless')]
  const isGiven = (values: Values, name: string) => values.has(name) && values.get(name) !== false
  return {
    given: all,
    holds: (values: Values) =>
      all.every((name) => isGiven(values, name)) && !none.some((name) => isGiven(values, name)),
  }
}
