import { isDeepStrictEqual } from 'node:util'
import { limitName } from '../../plugins/kit/limit-name.js'
import type { Draft } from './draft.js'
import type { MeantStep } from './meaning.js'
import { placeOf } from './places.js'

/** A step before and after; one of them is undefined where it is new or gone. */
export type Pair = [before: MeantStep | undefined, after: MeantStep | undefined]

/** Each step with what it was before: with all of it, by its name, or by what it is. */
export function matched(before: readonly MeantStep[], after: readonly MeantStep[]): Pair[] {
  const left = new Set(before)
  const found = new Map<MeantStep, MeantStep>()
  const tests = [isSame, isNamedAlike, isAlike]
  for (const test of tests)
    for (const step of after) {
      const known = found.has(step) ? undefined : [...left].find((one) => test(one, step))
      if (!known) continue
      found.set(step, known)
      left.delete(known)
    }
  return [
    ...after.map((step): Pair => [found.get(step), step]),
    ...[...left].map((step): Pair => [step, undefined]),
  ]
}

const isSame = (one: MeantStep, other: MeantStep) =>
  one.policy === other.policy && isDeepStrictEqual(one.value, other.value)
const isNamedAlike = (one: MeantStep, other: MeantStep) => nameOf(one) === nameOf(other)
const isAlike = (one: MeantStep, other: MeantStep) =>
  one.policy === other.policy && (one.policy !== 'throttle' || one.value.by === other.value.by)

/** The policy, of a limit with the name of its counter. */
export function nameOf({ policy, value }: MeantStep): string {
  return policy === 'throttle' ? `throttle ${limitName(value)}` : policy
}

/** Which of two steps refuses first, and what the first of them counts, depends on their order. */
export function compareOrder(
  before: readonly MeantStep[],
  pairs: readonly Pair[],
  part: string,
): Draft[] {
  const both = pairs.filter(([was, is]) => was && is)
  const order = both.map(([was]) => before.indexOf(was!))
  if (order.every((at, i) => i === 0 || order[i - 1]! < at)) return []
  const first = both.find((_, i) => order.slice(i + 1).some((at) => at < order[i]!))!
  const text = `the steps run in another order: ${both.map(([, is]) => nameOf(is!)).join(', ')}`
  return [{ effect: 'changes', part, text, place: placeOf(first[1]!, '') }]
}
