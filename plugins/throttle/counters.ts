import { countedAddress } from '../../kit/http/address.js'
import { rateLimitStore } from '../../kit/rate-limit/store.js'
import type { Windows } from '../../kit/rate-limit/windows.js'
import type { RequestContext } from '../kit/context.js'
import { quotedName } from '../kit/limit-headers.js'
import { limitName } from '../kit/limit-name.js'
import { oncePer } from '../kit/once-per.js'
import type { GatewayView } from '../kit/policy.js'
import type { StatedLimit } from '../kit/rate-limit.js'
import {
  type Allowance,
  type CountingParams,
  findLeastLimit,
  readLength,
  readLimit,
} from './allowance.js'

/** Maximum keys of one counter: about 20 MB. */
const maxKeys = 100_000

/** A limit, with the counter that all steps of its name share. */
export interface StepLimit extends StatedLimit {
  allowance: Allowance
  windows: Windows
}

/** The limits of one reading of the YAML, by their names. */
const namedLimits = oncePer((_view: GatewayView) => new Map<string, StepLimit>())

/** The limit of a step: one for all steps of its name. */
export function stepLimit(view: GatewayView, params: CountingParams): StepLimit {
  const named = namedLimits(view)
  const name = limitName(params)
  const limit = named.get(name) ?? makeLimit(params, name)
  named.set(name, limit)
  return limit
}

/** The key of a request, and the limit that holds for it. */
export function findShare(
  { allowance }: StepLimit,
  { address, caller }: RequestContext,
): { key: string; limit: number } {
  const limit = readLimit(allowance, caller?.plan)
  if (allowance.by === 'address') return { key: countedAddress(address), limit }
  // a token is counted by its session, which outlives it
  const key = allowance.by === 'owner' ? caller!.ownerId : caller!.credentialId
  return { key, limit }
}

function makeLimit({ name: _, ...allowance }: CountingParams, name: string): StepLimit {
  const { by, unit } = allowance
  const windows = rateLimitStore().windows(`${by}:${unit}:${name}`, {
    length: readLength(allowance),
    maxKeys,
    leastLimit: findLeastLimit(allowance),
  })
  return { by, unit, name, quoted: quotedName(name), allowance, windows }
}
