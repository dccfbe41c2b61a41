import { isObject } from '../../../kit/config/objects.js'
import {
  didYouMean,
  type Path,
  type ReportDiagnostic,
} from '../../../kit/config/yaml/diagnostics.js'
import { placeMistake } from './hole-places.js'
import { isAlwaysGiven, type Parameter } from './parameter.js'

/** The values of a call, by the names of parameters; those without a value are absent. */
export type Values = ReadonlyMap<string, unknown>

/** What is left out of the body. */
const absent = Symbol('absent')

/** A part of the body: its value in a call, or `absent`. */
export type Part = (values: Values) => unknown

/** What a name stands for in a place of a file. */
export type Meaning = { parameter: Parameter } | { constant: unknown }

/** What a template is compiled in. */
export interface Scope {
  names: ReadonlyMap<string, Meaning>
  report: ReportDiagnostic
  /** Compiles another file in place of `$include`; absent within such a file. */
  include?: ((name: string, args: ReadonlyMap<string, Meaning>, place: Place) => Part) | undefined
  /** The parts of the body that a choice selects from, by its values. */
  choices: ReadonlyMap<string, ReadonlyMap<string, Part>>
  /** Names that were used, to find those that are not. */
  used: Set<string>
}

/** A place of a template. */
export interface Place {
  /** In its file. */
  path: Path
  /** Keys of the body above it. */
  keys: readonly string[]
  /** Parameters that certainly have a value here. */
  given: ReadonlySet<string>
}

const hole = /^\$([a-z][a-z0-9_]*)$/
const directives = ['$if', '$unless', '$include']

/** Makes the function that fills a template; reports each mistake in it. */
export function compile(value: unknown, place: Place, scope: Scope): Part {
  if (typeof value === 'string') return compileText(value, place, scope)
  if (Array.isArray(value)) return compileList(value, place, scope)
  return isObject(value) ? compileMapping(value, place, scope) : () => value
}

/** The value of a part in a call; undefined if it is absent. */
export function filled(part: Part, values: Values): unknown {
  const value = part(values)
  return value === absent ? undefined : value
}

function compileText(text: string, place: Place, scope: Scope): Part {
  if (!text.includes('$')) return () => text
  const { path, given, keys } = place
  const meaning = meaningOf(text, path, scope)
  if (!meaning) return () => absent
  if ('constant' in meaning) return () => meaning.constant
  const { parameter } = meaning
  const { name } = parameter
  if (!isAlwaysGiven(parameter) && !given.has(name)) {
    const remedy = `put it under $if: $${name}, or give the parameter a default`
    scope.report(path, 'question-hole', `"${name}" may have no value here`, remedy)
  }
  const wrong = placeMistake(parameter.type, keys)
  if (wrong) scope.report(path, 'question-hole', ...wrong)
  const choices = scope.choices.get(name)
  if (choices) return (values) => choices.get(values.get(name) as string)!(values)
  return (values) => (values.has(name) ? values.get(name) : absent)
}

/** What a hole stands for; reports one that stands for nothing. */
function meaningOf(text: unknown, path: Path, { names, report, used }: Scope): Meaning | undefined {
  const name = typeof text === 'string' ? hole.exec(text)?.[1] : undefined
  if (name === undefined) {
    const remedy = 'write $name, the name of a parameter, as the whole value'
    report(path, 'question-hole', 'this is no hole', remedy)
    return undefined
  }
  used.add(name)
  const meaning = names.get(name)
  if (!meaning)
    report(path, 'question-hole', `no parameter "${name}"`, didYouMean(name, names.keys()))
  return meaning
}

function compileList(items: unknown[], place: Place, scope: Scope): Part {
  const parts = items.map((item, i) => compile(item, { ...place, path: [...place.path, i] }, scope))
  return (values) => {
    const left = parts.map((part) => part(values)).filter((value) => value !== absent)
    return left.length === 0 && parts.length > 0 ? absent : left
  }
}

function compileMapping(mapping: Record<string, unknown>, place: Place, scope: Scope): Part {
  const { path } = place
  const condition = conditionOf(mapping, path, scope)
  const inside = { ...place, given: new Set([...place.given, ...condition.given]) }
  const part = Object.hasOwn(mapping, '$include')
    ? compileInclude(mapping, inside, scope)
    : compileMembers(mapping, inside, scope)
  return (values) => (condition.holds(values) ? part(values) : absent)
}

function compileMembers(mapping: Record<string, unknown>, place: Place, scope: Scope): Part {
  const members: [string, Part][] = []
  for (const [key, value] of Object.entries(mapping)) {
    if (key === '$if' || key === '$unless') continue
    const inner = { ...place, path: [...place.path, key], keys: [...place.keys, key] }
    if (key.includes('$')) {
      const remedy = key.startsWith('$')
        ? didYouMean(key, directives)
        : 'holes are values: no parameter may name a key'
      scope.report(inner.path, 'question-key', `the key "${key}" holds a $`, remedy)
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

function compileInclude(mapping: Record<string, unknown>, place: Place, scope: Scope): Part {
  const { $include: name, $if: _, $unless: __, ...others } = mapping
  const path = [...place.path, '$include']
  if (!scope.include || typeof name !== 'string') {
    const message = scope.include ? '"$include" must name a part' : 'a part includes no other part'
    scope.report(
      path,
      'question-include',
      message,
      'write the clause itself, or the name of a file',
    )
    return () => absent
  }
  const args = new Map<string, Meaning>()
  for (const [key, value] of Object.entries(others)) {
    const at = [...place.path, key]
    if (isObject(value) || Array.isArray(value)) {
      const remedy = 'write a hole, a text, a number or true or false'
      scope.report(at, 'question-include', `the argument "${key}" is no plain value`, remedy)
    } else if (typeof value === 'string' && value.includes('$')) {
      const meaning = meaningOf(value, at, scope)
      if (meaning) args.set(key, meaning)
    } else args.set(key, { constant: value })
  }
  return scope.include(name, args, { ...place, path })
}

/** `$if` and `$unless` of a mapping: when they hold, and what certainly has a value then. */
function conditionOf(mapping: Record<string, unknown>, path: Path, scope: Scope) {
  const namesIn = (directive: string) => {
    const listed = Object.hasOwn(mapping, directive) ? [mapping[directive]].flat() : []
    return listed.flatMap((text) => {
      const meaning = meaningOf(text, [...path, directive], scope)
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
