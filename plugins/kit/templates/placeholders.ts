import { didYouMean } from '../../../kit/config/yaml/diagnostics.js'
import {
  absent,
  type Fragment,
  type TemplatePlace,
  type TemplateScope,
  type Values,
} from './fragment.js'
import { isAlwaysGiven, type Parameter } from './parameter.js'
import { placeMistake } from './placeholder-places.js'
import { use } from './relations.js'

const placeholder = /^\$([a-z][a-z0-9_]*)$/

/** A text of a template, which may be a placeholder; reports a wrong one. */
export function compileText(text: string, place: TemplatePlace, scope: TemplateScope): Fragment {
  if (!text.includes('$')) return () => text
  const { path, given, perhaps, keys } = place
  const parameter = parameterOf(text, place, scope)
  if (!parameter) return () => absent
  const { name } = parameter
  const isQuery = parameter.type === 'search' || parameter.type === 'values'
  const mayLack = isQuery || perhaps.has(name)
  if (!isAlwaysGiven(parameter) && !given.has(name) && !mayLack) {
    const remedy = `put it under $if: $${name}, or give the parameter a default`
    scope.report(path, 'template-placeholder', `"${name}" may have no value here`, remedy)
  }
  const wrong = placeMistake(parameter.type, keys)
  if (wrong) scope.report(path, 'template-placeholder', ...wrong)
  const choices = scope.choices.get(name)
  if (choices) return (values) => choices.get(values.get(name) as string)!(values)
  const { placeholder: stands = (value: unknown) => value } = parameter
  return (values) => (values.has(name) ? stands(values.get(name)) : absent)
}

/** The parameter of a placeholder; reports one that has none. */
function parameterOf(
  text: unknown,
  { path, given }: TemplatePlace,
  { parameters, report, used }: TemplateScope,
): Parameter | undefined {
  const name = typeof text === 'string' ? placeholder.exec(text)?.[1] : undefined
  if (name === undefined) {
    const remedy = 'write $name, the name of a parameter, as the whole value'
    report(path, 'template-placeholder', 'this must be a placeholder', remedy)
    return undefined
  }
  use(used, name, given)
  const parameter = parameters.get(name)
  if (!parameter) {
    const remedy = didYouMean(name, parameters.keys())
    report(path, 'template-placeholder', `no parameter "${name}"`, remedy)
  }
  return parameter
}

/** Keys of a mapping that say when it holds. */
export const conditions = ['$if', '$any']

/**
 * `$if` and `$any` of a mapping: when it holds, the parameters that certainly have a value then, and
 * those of which one has.
 */
export function conditionOf(
  mapping: Record<string, unknown>,
  place: TemplatePlace,
  scope: TemplateScope,
) {
  function namesIn(key: string): string[] {
    const at = { ...place, path: [...place.path, key] }
    const listed = Object.hasOwn(mapping, key) ? [mapping[key]].flat() : []
    return listed.flatMap((text) => parameterOf(text, at, scope)?.name ?? [])
  }
  const [given, perhaps] = [namesIn('$if'), namesIn('$any')]
  const isGiven = (values: Values) => (name: string) =>
    values.has(name) && values.get(name) !== false
  return {
    given,
    perhaps,
    holds: (values: Values) =>
      given.every(isGiven(values)) && (perhaps.length === 0 || perhaps.some(isGiven(values))),
  }
}
