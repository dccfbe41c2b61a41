import { asWords, type TypedText } from '../../../directory/finding/typed-text.js'
import type { ByState } from '../../../directory/places/cities.js'
import { parameterOf } from './declared.js'
import type { Values } from './fragment.js'
import type { Parameter, Understanding } from './parameter.js'

const understand = parameterOf('understand', {
  type: 'boolean',
  default: true,
  description:
    'Whether the text may be a number or name a place, as in food bank near Providence RI; ' +
    'false: it is words.',
})

type Parameters = ReadonlyMap<string, Parameter>

/** The parameter that is a typed text, if there is one. */
export function searchIn({ parameters }: { parameters: Parameters }): Parameter | undefined {
  return [...parameters.values()].find(({ type }) => type === 'search')
}

/** With the parameter by which callers switch the understanding of a typed text off. */
export function understandable(parameters: Map<string, Parameter>): Map<string, Parameter> {
  const isSearched = searchIn({ parameters }) !== undefined
  return isSearched ? new Map(parameters).set(understand.name, understand) : parameters
}

/** A typed text of a call, its parameter, and how that is understood. */
export interface Typed extends Understanding {
  name: string
  typed: TypedText
}

/** The typed text of a call; undefined without one. */
export function typedIn(template: { parameters: Parameters }, values: Values): Typed | undefined {
  const { name = '', understands } = searchIn(template) ?? {}
  const typed = values.get(name) as TypedText | undefined
  return understands && typed && { name, typed, ...understands }
}

/**
 * The values that a typed text gives: itself as it is understood, and its place and its radius for
 * the parameters that get them, unless those are sent.
 */
export function understoodIn(
  parameters: Parameters,
  values: Values,
  { isSent, organizations }: { isSent(name: string): boolean; organizations?: ByState | undefined },
): Map<string, unknown> {
  const found = new Map<string, unknown>()
  const call = typedIn({ parameters }, values)
  if (!call) return found
  const { name, typed, near, radius } = call
  if (values.get(understand.name) === false)
    return found.set(name, { ...asWords(typed.text), isTyping: typed.isTyping })
  const { place, radius: far } = typed.understood
  for (const [target, text] of [
    [near, place],
    [radius, far],
  ] as const) {
    if (target === undefined || text === undefined || isSent(target)) continue
    const reading = parameters.get(target)?.read(text, organizations)
    if (reading && 'value' in reading) found.set(target, reading.value)
  }
  return found
}
