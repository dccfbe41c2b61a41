import { isDeepStrictEqual } from 'node:util'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { audienceOf, limitsText, takesVisitors } from './audience.js'
import type { About, Draft } from './draft.js'
import { stepAdded, stepGone } from './guards.js'
import { compareLimits } from './limits.js'
import { compareOrder, matched, nameOf } from './matching.js'
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

/** Parameters whose value is the parameters of another policy, and one that they have. */
const nested = [
  { key: 'rules', of: 'search-rules', has: 'indexPrefixes' },
  { key: 'searchRules', of: 'search-rules', has: 'indexPrefixes' },
  { key: 'search', of: 'search', has: 'nodes' },
]

/** Members that are compared otherwise; an export signs its cursors by the secret alone. */
function ownValues(of: string, { anonymous, credentials, ...params }: Mapping): Mapping {
  if (of === 'authenticate') return params
  if (of === 'export' && isMapping(credentials))
    return { ...params, serviceSecret: credentials.serviceSecret }
  return {
    ...params,
    ...(anonymous !== undefined && { anonymous }),
    ...(credentials !== undefined && { credentials }),
  }
}

function compareValues(
  before: Mapping,
  after: Mapping,
  step: MeantStep,
  about: About,
  { of, at }: { of: string; at: string },
): Draft[] {
  if (of === 'search-rules') return compareRules(before, after, step, about, at)
  const [was, is] = [ownValues(of, before), ownValues(of, after)]
  const inner = nested.flatMap(({ key, of, has }) => {
    const [a, b] = [was[key], is[key]]
    if (!isMapping(a) || !isMapping(b) || a[has] === undefined || b[has] === undefined) return []
    delete was[key]
    delete is[key]
    return compareValues(a, b, step, about, { of, at: key })
  })
  return [...inner, ...compareParameters(was, is, step, { of, part: about.part, at })]
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
