import { countedAddress } from '../../kit/http/address.js'
import { rateLimitStore } from '../../kit/rate-limit/store.js'
import type { Windows } from '../../kit/rate-limit/windows.js'
import type { Pipeline, WrittenStep } from '../../routes/pipelines.js'
import type { RequestContext } from '../kit/context.js'
import { quotedName } from '../kit/limit-headers.js'
import type { GatewayView } from '../kit/policy.js'
import type { StatedLimit } from '../kit/rate-limit.js'
import {
  type Allowance,
  type CountingParams,
  leastLimitOf,
  lengthOf,
  limitOf,
} from './allowance.js'

/** Maximum keys of one counter: about 20 MB. */
const maxKeys = 100_000

/** The limit of a step, with its counter: its own, or the one shared by all steps of its name. */
export interface StepLimit extends StatedLimit {
  allowance: Allowance
  windows: Windows
}

/** A step `throttle`: where it is written, and the limit that it enforces. */
export interface ThrottleStep {
  pipeline: Pipeline
  written: WrittenStep
  limit: StepLimit
}

/** The counters of one reading of the YAML. */
interface Counters {
  named: Map<string, StepLimit>
  /** The steps that the YAML has. */
  written: readonly Omit<ThrottleStep, 'limit'>[]
  /** All steps `throttle`, in the order of the YAML, in which the host creates them. */
  steps: ThrottleStep[]
}

const countersOf = new WeakMap<GatewayView, Counters>()

function countersIn(view: GatewayView): Counters {
  const known = countersOf.get(view)
  if (known) return known
  const counters = { named: new Map(), written: writtenSteps(view), steps: [] }
  countersOf.set(view, counters)
  return counters
}

/** The limit of a name. */
export function namedLimit(name: string, allowance: Allowance, view: GatewayView): StepLimit {
  const { named } = countersIn(view)
  const limit = named.get(name) ?? makeLimit(allowance, `name:${name}`, name)
  named.set(name, limit)
  return limit
}

/**
 * The limit of the next step `throttle`, which `throttleSteps` then lists.
 * @throws Error when the host creates other steps than the YAML has.
 */
export function enforcedLimit(
  { name, ...allowance }: CountingParams,
  view: GatewayView,
): StepLimit {
  const { written, steps } = countersIn(view)
  const next = written[steps.length]
  if (!next) throw new Error('the steps throttle are not those written')
  const siblings = steps.filter(
    ({ pipeline, written }) => pipeline === next.pipeline && written.params.name === undefined,
  )
  const limit =
    name === undefined
      ? ownLimit(allowance, next.pipeline.name, siblings)
      : namedLimit(name, allowance, view)
  steps.push({ ...next, limit })
  return limit
}

/** All steps `throttle`, in the order of the YAML. */
export function throttleSteps(view: GatewayView): readonly ThrottleStep[] {
  return countersIn(view).steps
}

function writtenSteps({ pipelines }: GatewayView): Omit<ThrottleStep, 'limit'>[] {
  return pipelines.flatMap((pipeline) =>
    pipeline.steps
      .filter(({ policy }) => policy === 'throttle')
      .map((written) => ({ pipeline, written })),
  )
}

/**
 * The limit of a step without a name, named by its pipeline and what it counts by. Its counter
 * depends on nothing else but unit and window, so that other pipelines and steps may come and go.
 * @param siblings The earlier steps without a name in the pipeline.
 */
function ownLimit(
  allowance: Allowance,
  pipeline: string,
  siblings: readonly ThrottleStep[],
): StepLimit {
  const { by, unit } = allowance
  const alike = siblings.map(({ limit }) => limit).filter((limit) => limit.by === by)
  const equal = alike.filter(
    (limit) => limit.unit === unit && lengthOf(limit.allowance) === lengthOf(allowance),
  )
  const name = `${pipeline}/${by}`
  return makeLimit(allowance, numbered(`step:${name}`, equal.length), numbered(name, alike.length))
}

/** A name that so many others have. */
function numbered(name: string, before: number): string {
  return before === 0 ? name : `${name}-${before + 1}`
}

/** The key of a request, and the limit that holds for it. */
export function shareOf(
  { allowance }: StepLimit,
  { address, caller }: RequestContext,
): { key: string; limit: number } {
  const limit = limitOf(allowance, caller?.plan)
  if (allowance.by === 'address') return { key: countedAddress(address), limit }
  // a token is counted by its session, which outlives it
  const key = allowance.by === 'owner' ? caller!.ownerId : caller!.credentialId
  return { key, limit }
}

function makeLimit(allowance: Allowance, counter: string, name: string): StepLimit {
  const { by, unit } = allowance
  const windows = rateLimitStore().windows(`${by}:${unit}:${counter}`, {
    length: lengthOf(allowance),
    maxKeys,
    leastLimit: leastLimitOf(allowance),
  })
  return { by, unit, name, quoted: quotedName(name), allowance, windows }
}
