import type { Values } from '../fill/compile.js'
import { makeParameter } from './declare.js'
import type { Parameter, TextUnderstanding } from './parameter.js'

/** The parameter by which callers switch the understanding of a text off. */
const switchName = 'understand'

type Parameters = ReadonlyMap<string, Parameter>

/** The parameter that is a typed text, if there is one. */
function findTextParameter({ parameters }: { parameters: Parameters }) {
  return [...parameters.values()].find(({ understands }) => understands !== undefined)
}

/** With the parameter by which callers switch the understanding of a typed text off. */
export function withSwitch(parameters: Map<string, Parameter>): Map<string, Parameter> {
  const { description } = findTextParameter({ parameters })?.understands ?? {}
  if (description === undefined) return parameters
  const declared = { type: 'boolean', default: true, description }
  return new Map(parameters).set(switchName, makeParameter(switchName, declared))
}

/** A typed text of a call, its parameter, and how that is understood. */
export interface Typed {
  name: string
  value: unknown
  text: TextUnderstanding
}

/** The typed text of a call; undefined without one. */
export function findTyped(template: { parameters: Parameters }, values: Values): Typed | undefined {
  const { name = '', understands: text } = findTextParameter(template) ?? {}
  return text && values.has(name) ? { name, value: values.get(name), text } : undefined
}

/**
 * The values that a typed text gives: itself as it is understood, and those of other parameters,
 * unless they are sent. @param facts What a plugin knows of the index.
 */
export function understand(
  parameters: Parameters,
  values: Values,
  { isSent, facts }: { isSent(name: string): boolean; facts: unknown },
): Map<string, unknown> {
  const found = new Map<string, unknown>()
  const call = findTyped({ parameters }, values)
  if (!call) return found
  const { name, value, text } = call
  if (values.get(switchName) === false) return found.set(name, text.asWords(value))
  const isOfRange = (one: string, other: string) => parameters.get(one)?.notBelow === other
  for (const [target, sent] of text.findImplied(value)) {
    const isEnd = (name: string) => isOfRange(name, target) || isOfRange(target, name)
    if ([...parameters.keys()].some((one) => isSent(one) && (one === target || isEnd(one))))
      continue
    const reading = parameters.get(target)?.read(sent, facts)
    if (reading && 'value' in reading) found.set(target, reading.value)
  }
  return found
}
