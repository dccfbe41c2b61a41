import { isObject } from '../../../../kit/config/objects.js'
import { isAlwaysGiven, type Parameter } from '../parameters/parameter.js'

/** How the parameters of a template depend on each other, read from its body. */

/** Parameters by name, and the names that are given wherever a part uses them. */
export type Used = Map<string, ReadonlySet<string>>

/** Records that a part uses a parameter where others are certainly given. */
export function use(used: Used, name: string, given: ReadonlySet<string>): void {
  const before = used.get(name)
  used.set(name, before ? new Set([...before].filter((other) => given.has(other))) : given)
}

/**
 * The parameters with what they need: those that have an effect only with another one, a choice
 * whose part uses another one, and the ends of one range.
 * @param ofChoices What the part of each choice uses.
 */
export function related(
  parameters: ReadonlyMap<string, Parameter>,
  used: Used,
  ofChoices: ReadonlyMap<string, ReadonlyMap<string, Used>>,
  body: unknown,
): Map<string, Parameter> {
  const pairs = rangePairs(body)
  const isOptional = (name: string) => {
    const parameter = parameters.get(name)
    return parameter !== undefined && !isAlwaysGiven(parameter)
  }
  return new Map(
    [...parameters].map(([name, parameter]) => {
      const always = [...(used.get(name) ?? [])]
      const needs = (value: unknown) => {
        if (value === parameter.fallback) return [] // which programs send unasked
        const inChoice = ofChoice(ofChoices, name, value)
        return [...always, ...inChoice].filter((other) => other !== name && isOptional(other))
      }
      const lower = pairs.find(({ upper }) => upper === name)?.lower
      return [name, { ...parameter, needs, ...(lower !== undefined && { notBelow: lower }) }]
    }),
  )
}

function ofChoice(
  ofChoices: ReadonlyMap<string, ReadonlyMap<string, Used>>,
  name: string,
  value: unknown,
): Iterable<string> {
  return ofChoices.get(name)?.get(String(value))?.keys() ?? []
}

interface Pair {
  lower: string
  upper: string
}

/** The placeholders of the two ends of each field's range that all hits are in. */
function rangePairs(body: unknown): Pair[] {
  const ends = new Map<string, { lower: Set<string>; upper: Set<string> }>()
  for (const [field, range] of rangesIn(isObject(body) ? body.query : undefined)) {
    const found = ends.get(field) ?? { lower: new Set(), upper: new Set() }
    ends.set(field, found)
    for (const [key, value] of Object.entries(range)) {
      if (typeof value !== 'string' || !value.startsWith('$')) continue
      if (key === 'gte' || key === 'gt') found.lower.add(value.slice(1))
      if (key === 'lte' || key === 'lt') found.upper.add(value.slice(1))
    }
  }
  return [...ends.values()].flatMap(({ lower, upper }) =>
    lower.size === 1 && upper.size === 1 ? [{ lower: [...lower][0]!, upper: [...upper][0]! }] : [],
  )
}

function* rangesIn(part: unknown): Generator<[field: string, range: Record<string, unknown>]> {
  if (Array.isArray(part)) for (const one of part) yield* rangesIn(one)
  if (!isObject(part)) return
  for (const [key, value] of Object.entries(part)) {
    if (key === 'should' || key === 'must_not') continue
    if (key !== 'range') yield* rangesIn(value)
    else if (isObject(value))
      for (const [field, range] of Object.entries(value)) if (isObject(range)) yield [field, range]
  }
}
