import { isObject } from '../../../../kit/config/objects.js'
import {
  didYouMean,
  type Path,
  type ReportDiagnostic,
} from '../../../../kit/config/yaml/diagnostics.js'
import { findKind } from '../parameters/kinds.js'
import { isAlwaysGiven, type Parameter } from '../parameters/parameter.js'
import { checkTextPlace } from '../parameters/placeholder-places.js'
import { type Used, use } from './relations.js'

/** Makes the function that fills a template; reports each mistake in it. */
export function compile(value: unknown, place: TemplatePlace, scope: TemplateScope): Fragment {
  if (typeof value === 'string') return compileText(value, place, scope)
  if (Array.isArray(value)) return compileList(value, place, scope)
  return isObject(value) ? compileMapping(value, place, scope) : () => value
}

function compileList(items: unknown[], place: TemplatePlace, scope: TemplateScope): Fragment {
  const parts = items.map((item, i) => compile(item, { ...place, path: [...place.path, i] }, scope))
  return (values) => {
    const left = parts.map((part) => part(values)).filter((value) => value !== absent)
    return left.length === 0 && parts.length > 0 ? absent : left
  }
}

function compileMapping(
  mapping: Record<string, unknown>,
  place: TemplatePlace,
  scope: TemplateScope,
): Fragment {
  const condition = compileCondition(mapping, place, scope)
  const inside = {
    ...place,
    given: new Set([...place.given, ...condition.given]),
    perhaps: new Set([...place.perhaps, ...condition.perhaps]),
  }
  const part = compileMembers(mapping, inside, scope)
  return (values) => (condition.holds(values) ? part(values) : absent)
}

function compileMembers(
  mapping: Record<string, unknown>,
  place: TemplatePlace,
  scope: TemplateScope,
): Fragment {
  const members: [string, Fragment][] = []
  for (const [key, value] of Object.entries(mapping)) {
    if (conditions.includes(key)) continue
    const inner = { ...place, path: [...place.path, key], keys: [...place.keys, key] }
    if (key.includes('$')) {
      const remedy = key.startsWith('$')
        ? didYouMean(key, conditions)
        : 'placeholders are values: no parameter may name a key'
      scope.report(inner.path, 'template-key', `the key "${key}" contains a $`, remedy)
    } else members.push([key, compile(value, inner, scope)])
  }
  return (values) => {
    const filled: Record<string, unknown> = {}
    for (const [key, part] of members) {
      const value = part(values)
      if (value !== absent) filled[key] = value
    }
    return filled
  }
}

/** The values of a call, by the names of parameters; those without a value are absent. */
export type Values = ReadonlyMap<string, unknown>

/** What is left out of the body. */
export const absent = Symbol('absent')

/** A compiled part of the body: its value in a call, or `absent`. */
export type Fragment = (values: Values) => unknown

/** What a template is compiled in. */
export interface TemplateScope {
  parameters: ReadonlyMap<string, Parameter>
  report: ReportDiagnostic
  /** The parts of the body that a choice selects from, by its values. */
  choices: ReadonlyMap<string, ReadonlyMap<string, Fragment>>
  /** The parameters that are used. */
  used: Used
}

/** A place of a template. */
export interface TemplatePlace {
  /** In its file. */
  path: Path
  /** Keys of the body above it. */
  keys: readonly string[]
  /** Parameters that certainly have a value here. */
  given: ReadonlySet<string>
  /** Those without whose value their key is left out. */
  perhaps: ReadonlySet<string>
}

/** The value of a fragment in a call; undefined if it is absent. */
export function filled(part: Fragment, values: Values): unknown {
  const value = part(values)
  return value === absent ? undefined : value
}

const placeholder = /^\$([a-z][a-z0-9_]*)$/

/** A text of a template, which may be a placeholder; reports a wrong one. */
function compileText(text: string, place: TemplatePlace, scope: TemplateScope): Fragment {
  if (!text.includes('$')) return () => text
  const { path, given, perhaps, keys } = place
  const parameter = parameterOf(text, place, scope)
  if (!parameter) return () => absent
  const { name } = parameter
  const { isQuery, checkPlace } = findKind(parameter.type)
  const mayLack = isQuery === true || perhaps.has(name)
  if (!isAlwaysGiven(parameter) && !given.has(name) && !mayLack) {
    const remedy = `put it under $if: $${name}, or give the parameter a default`
    scope.report(path, 'template-placeholder', `"${name}" may have no value here`, remedy)
  }
  const wrong = checkPlace ? checkPlace(keys) : checkTextPlace(parameter.type, keys)
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
function compileCondition(
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
