import { didYouMean } from '../../kit/config/yaml/diagnostics.js'
import {
  absent,
  type Fragment,
  type TemplatePlace,
  type TemplateScope,
  type Values,
} from './fragment.js'
import { isAlwaysGiven, type Parameter } from './parameter.js'
import { type NamedPlace, pointOf } from './place.js'
import { placeMistake } from './placeholder-places.js'
import { use } from './relations.js'

const placeholder = /^\$([a-z][a-z0-9_]*)$/

/** A text of a template, which may be a placeholder; reports a wrong one. */
export function compileText(text: string, place: TemplatePlace, scope: TemplateScope): Fragment {
  if (!text.includes('$')) return () => text
  const { path, given, keys } = place
  const parameter = parameterOf(text, place, scope)
  if (!parameter) return () => absent
  const { name } = parameter
  if (!isAlwaysGiven(parameter) && !given.has(name)) {
    const remedy = `put it under $if: $${name}, or give the parameter a default`
    scope.report(path, 'template-placeholder', `"${name}" may have no value here`, remedy)
  }
  const wrong = placeMistake(parameter.type, keys)
  if (wrong) scope.report(path, 'template-placeholder', ...wrong)
  const choices = scope.choices.get(name)
  if (choices) return (values) => choices.get(values.get(name) as string)!(values)
  const sent = parameter.type === 'place' ? pointOf : (value: unknown) => value
  return (values) => (values.has(name) ? sent(values.get(name) as NamedPlace) : absent)
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

/** `$if` of a mapping: when it holds, and the parameters that certainly have a value then. */
export function conditionOf(
  mapping: Record<string, unknown>,
  place: TemplatePlace,
  scope: TemplateScope,
) {
  const at = { ...place, path: [...place.path, '$if'] }
  const listed = Object.hasOwn(mapping, '$if') ? [mapping.$if].flat() : []
  const given = listed.flatMap((text) => parameterOf(text, at, scope)?.name ?? [])
  return {
    given,
    holds: (values: Values) =>
      given.every((name) => values.has(name) && values.get(name) !== false),
  }
}
