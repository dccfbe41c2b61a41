import { isDeepStrictEqual } from 'node:util'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { audienceOf, limitsText, takesVisitors } from './audience.js'
import type { About, Draft } from './draft.js'
import { stepAdded, stepGone } from './guards.js'
import { compareLimits, limitName } from './limits.js'
import type { MeantStep } from './meaning.js'
import { compareParameters } from './parameters.js'
import { placeOf } from './places.js'
import { compareRules } from './search-rules.js'

/** Changes of a pipeline for some calls that it answers before and after. */
export function compareSteps(
  before: readonly MeantStep[],
  after: readonly MeantStep[],
  { part, calls }: Omit<About, 'visitors'>,
): Draft[] {
  const about = { part, calls, visitors: takesVisitors(before) && takesVisitors(after) }
  const pairs = matched(before, after)
  const changed = pairs.flatMap(([was, is]) => {
    if (was && is) return compareStep(was, is, after, about)
    const said = was ? stepGone(was, audienceOf(after)) : stepAdded(is!)
    return [
      {
        part,
        ...said,
        calls: said.end === undefined ? [] : calls,
        ...(is && { place: placeOf(is, '') }),
      },
    ]
  })
  return [...changed, ...compareOrder(before, pairs, part)]
}

type Pair = [before: MeantStep | undefined, after: MeantStep | undefined]

/** Each step with what it was before: with all of it, by its name, or by what it is. */
function matched(before: readonly MeantStep[], after: readonly MeantStep[]): Pair[] {
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
function nameOf({ policy, value }: MeantStep): string {
  return policy === 'throttle' ? `throttle ${limitName(value)}` : policy
}

/** Which of two steps refuses first, and what the first of them counts, depends on their order. */
function compareOrder(before: readonly MeantStep[], pairs: readonly Pair[], part: string): Draft[] {
  const both = pairs.filter(([was, is]) => was && is)
  const order = both.map(([was]) => before.indexOf(was!))
  if (order.every((at, i) => i === 0 || order[i - 1]! < at)) return []
  const first = both.find((_, i) => order.slice(i + 1).some((at) => at < order[i]!))!
  const text = `the steps run in another order: ${both.map(([, is]) => nameOf(is!)).join(', ')}`
  return [{ effect: 'changes', part, text, place: placeOf(first[1]!, '') }]
}

function compareStep(
  before: MeantStep,
  after: MeantStep,
  steps: readonly MeantStep[],
  about: About,
): Draft[] {
  const { policy: of } = after
  const changes =
    of === 'throttle'
      ? compareLimits(before, after, about)
      : compareValues(before.value, after.value, after, about, { of, at: '' })
  const visitors = of === 'authenticate' ? compareVisitors(before, after, steps, about) : []
  return [...visitors, ...changes, ...compareConditions(before, after, about.part)]
}

/** Parameters whose value is the parameters of another policy. */
const nested: Readonly<Record<string, string>> = {
  rules: 'search-rules',
  searchRules: 'search-rules',
  search: 'search',
}

function compareValues(
  before: Mapping,
  after: Mapping,
  step: MeantStep,
  about: About,
  { of, at }: { of: string; at: string },
): Draft[] {
  if (of === 'search-rules') return compareRules(before, after, step, about, at)
  // an export signs its cursors by it; else it verifies no credential
  const own = [before, after].map(({ anonymous: _, credentials, ...params }) =>
    isMapping(credentials) ? { ...params, serviceSecret: credentials.serviceSecret } : params,
  ) as [Mapping, Mapping]
  const inner = Object.keys(nested).flatMap((key) => {
    const [was, is] = own.map((params) => params[key])
    if (!isMapping(was) || !isMapping(is)) return []
    for (const params of own) delete params[key]
    return compareValues(was, is, step, about, { of: nested[key]!, at: key })
  })
  return [...inner, ...compareParameters(own[0], own[1], step, { of, part: about.part, at })]
}

/** Whether callers without a credential are taken. */
function compareVisitors(
  before: MeantStep,
  after: MeantStep,
  steps: readonly MeantStep[],
  { part, calls }: About,
): Draft[] {
  if (before.value.anonymous === after.value.anonymous) return []
  const place = placeOf(after, 'anonymous')
  if (after.value.anonymous === true) {
    const end = limitsText(steps, 'anonymous')
    return [{ effect: 'allows', part, text: 'visitors may call', calls, end, place }]
  }
  return [{ effect: 'refuses', part, text: 'visitors may not call', calls, place }]
}

/** A condition lets requests pass by its step. */
function compareConditions(before: MeantStep, after: MeantStep, part: string): Draft[] {
  if (isDeepStrictEqual(before.condition, after.condition)) return []
  const place = placeOf(after, '')
  const what = nameOf(after)
  if (before.condition === undefined)
    return [{ effect: 'allows', part, text: `${what} holds for some requests only`, place }]
  if (after.condition === undefined)
    return [{ effect: 'refuses', part, text: `${what} holds for all requests`, place }]
  return [{ effect: 'changes', part, text: `${what} has another condition`, place }]
}
