import { countedAddress } from '../../kit/http/address.js'
import { rateLimitStore } from '../../kit/rate-limit/store.js'
import type { Windows } from '../../kit/rate-limit/windows.js'
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
  /** Its name, or one made of what it counts by and its number among the steps without a name. */
  label: string
}

/** The counters of one reading of the YAML. */
interface Counters {
  named: Map<string, StepLimit>
  /** Of all steps `throttle`, in the order in which the host creates them. */
  ofSteps: StepLimit[]
  /**
   * Number of unnamed counters so far, which identifies the next one. Machines with equal YAML
   * number alike.
   */
  unnamed: number
}

const countersOf = new WeakMap<GatewayView, Counters>()

function countersIn(view: GatewayView): Counters {
  const counters = countersOf.get(view) ?? { named: new Map(), ofSteps: [], unnamed: 0 }
  countersOf.set(view, counters)
  return counters
}

/** The limit of a step. */
export function limitFor({ name, ...allowance }: CountingParams, view: GatewayView): StepLimit {
  const counters = countersIn(view)
  if (name === undefined) {
    const number = ++counters.unnamed
    return makeLimit(allowance, `step:${number}`, `${allowance.by}-${number}`)
  }
  const limit = counters.named.get(name) ?? makeLimit(allowance, `name:${name}`, name, name)
  counters.named.set(name, limit)
  return limit
}

/** The same for a step `throttle`, which `limitsOfSteps` then lists. */
export function enforcedLimit(params: CountingParams, view: GatewayView): StepLimit {
  const limit = limitFor(params, view)
  countersIn(view).ofSteps.push(limit)
  return limit
}

/** The limits of all steps `throttle`, in the order of the YAML. */
export function limitsOfSteps(view: GatewayView): readonly StepLimit[] {
  return countersIn(view).ofSteps
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

function makeLimit(allowance: Allowance, counter: string, label: string, name?: string): StepLimit {
  const { by, unit } = allowance
  const windows = rateLimitStore().windows(`${by}:${unit}:${counter}`, {
    length: lengthOf(allowance),
    maxKeys,
    leastLimit: leastLimitOf(allowance),
  })
  return { by, unit, name, label, quoted: quotedName(label), allowance, windows }
}
