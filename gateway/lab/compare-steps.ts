import { isDeepStrictEqual } from 'node:util'
import { isMapping } from '../../kit/config/yaml/mapping.js'
import type { ChangeDraft } from './change.js'
import { compareParams } from './compare-params.js'
import { canRefuse, type FactTree } from './facts.js'
import type { Meaning, MeantStep } from './meaning.js'
import { findPlace } from './places.js'
import { formatValue } from './words.js'

/** Whose steps are compared. */
interface About {
  /** The pipeline, by its name in the new configuration. */
  part: string
  /** What it answers, such as `GET /limits`. */
  calls: readonly string[]
  facts: Meaning['facts']
}

/** Changes of a pipeline for some calls that it answers before and after. */
export function compareSteps(
  before: readonly MeantStep[],
  after: readonly MeantStep[],
  { part, calls, facts }: About,
): ChangeDraft[] {
  const pairs = matchSteps(before, after)
  const changed = pairs.flatMap(([was, is]): ChangeDraft[] => {
    const step = (is ?? was)!
    const own = facts[step.policy] ?? {}
    const place = is && findPlace(is, '')
    if (was && is)
      return [
        ...compareParams(was.value, is.value, { facts: own, places: is.places, part }).map(
          (change) => ({ ...change, calls }),
        ),
        ...compareConditions(was, is, part),
      ]
    const effect = !canRefuse(own) ? 'changes' : is ? 'refuses' : 'allows'
    const how = is ? 'new' : 'gone'
    const text = `the step ${formatStep(step)}${describeStep(step, own)} is ${how}: {calls}`
    return [{ effect, part, text, calls, place }]
  })
  return [...changed, ...compareOrder(before, pairs, part)]
}

/** `: authenticate (accept access-token, api-key), throttle (limit 60)`: what refuses there. */
export function describeSteps({ pipelines, facts }: Meaning, pipeline: string): string {
  const guards = pipelines[pipeline]!.flatMap((step) => {
    const own = facts[step.policy] ?? {}
    return canRefuse(own) ? [`${formatStep(step)}${describeStep(step, own)}`] : []
  })
  return guards.length > 0 ? `: ${guards.join(', ')}` : ' to anyone'
}

/** ` (scopes a:read)`: the parameters by which a step refuses, where there are few. */
function describeStep({ value }: MeantStep, { inner = {} }: FactTree): string {
  const shown = Object.entries(inner)
    .filter(([name, { refuses, writeOnly }]) => refuses && !writeOnly && !isMapping(value[name]))
    .filter(
      ([name, own]) => value[name] !== undefined && !isDeepStrictEqual(value[name], own.default),
    )
    .map(([name]) => `${name} ${[value[name]].flat().map(formatValue).join(', ')}`)
  return shown.length > 0 ? ` (${shown.join('; ')})` : ''
}

/** A step before and after; one of them is undefined where it is new or gone. */
type Pair = [before: MeantStep | undefined, after: MeantStep | undefined]

/** Each step with what it was before: the same one, one of its name, or one of its policy. */
function matchSteps(before: readonly MeantStep[], after: readonly MeantStep[]): Pair[] {
  const left = new Set(before)
  const found = new Map<MeantStep, MeantStep>()
  const tests = [
    (one: MeantStep, other: MeantStep) => isDeepStrictEqual(one.value, other.value),
    (one: MeantStep, other: MeantStep) => one.name === other.name,
    () => true,
  ]
  for (const isAlike of tests)
    for (const step of after) {
      if (found.has(step)) continue
      const known = [...left].find((one) => one.policy === step.policy && isAlike(one, step))
      if (!known) continue
      found.set(step, known)
      left.delete(known)
    }
  return [
    ...after.map((step): Pair => [found.get(step), step]),
    ...[...left].map((step): Pair => [step, undefined]),
  ]
}

/** The policy, of a limit with its name. */
const formatStep = ({ policy, name }: MeantStep) => (name === '' ? policy : `${policy} ${name}`)

/** Which of two steps refuses first, and what the first of them counts, depends on their order. */
function compareOrder(
  before: readonly MeantStep[],
  pairs: readonly Pair[],
  part: string,
): ChangeDraft[] {
  const both = pairs.filter(([was, is]) => was && is)
  const order = both.map(([was]) => before.indexOf(was!))
  if (order.every((at, i) => i === 0 || order[i - 1]! < at)) return []
  const first = both.find((_, i) => order.slice(i + 1).some((at) => at < order[i]!))!
  const text = `the steps run in another order: ${both.map(([, is]) => formatStep(is!)).join(', ')}`
  return [{ effect: 'changes', part, text, place: findPlace(first[1]!, '') }]
}

/** A condition lets requests pass by its step. */
function compareConditions(before: MeantStep, after: MeantStep, part: string): ChangeDraft[] {
  const { condition: was } = before
  const { condition: is } = after
  if (isDeepStrictEqual(was, is)) return []
  const [effect, how] =
    was === undefined
      ? (['allows', 'holds for some requests only'] as const)
      : is === undefined
        ? (['refuses', 'holds for all requests'] as const)
        : (['changes', 'has another condition'] as const)
  return [{ effect, part, text: `${formatStep(after)} ${how}`, place: findPlace(after, '') }]
}
