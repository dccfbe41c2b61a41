import { FairQueue } from '../../edge/fair-queue.js'
import { accessOf } from '../../kit/elasticsearch/access.js'
import type { SearchAnswer } from '../kit/context.js'
import { accessNames } from '../kit/engine-access.js'
import { OwnerBackpressure } from '../kit/owner-backpressure.js'
import type { GatewayView } from '../kit/policy.js'
import { type CacheParams, SearchCache } from './cache.js'
import { Engine } from './engine.js'

/** Parameters of the policy, as in the YAML. */
export interface Params {
  nodes: string
  apiKey?: string | null
  username?: string | null
  password?: string | null
  ca?: string | null
  version: string
  timeoutMs: number
  maxResponseBytes: number
  readyWithoutEngine: boolean
  slots: number
  dearShare: number
  cache?: CacheParams
}

/** A good answer. */
export interface Found extends Pick<SearchAnswer, 'count' | 'total'> {
  /** JSON of the results and, if any, of the aggregations. */
  json: readonly Buffer[]
  /** Determined only if hints are possible: it may require parsing the aggregations. */
  foundNothing: boolean
  /** Size of the engine's answer, in bytes. */
  size: number
}

/**
 * The part of the deadline that may pass in waiting: a search that starts later would be cut off,
 * and its work wasted.
 */
const waitingPart = 0.8

/** What searches share: slots, connections, and answers. */
export interface Machinery {
  queue: FairQueue
  unread: OwnerBackpressure
  engine: Engine
  shared: SearchCache<Found> | undefined
}

const machineries = new WeakMap<GatewayView, Map<string, Machinery>>()

/** The machinery of all steps of one YAML that have these parameters. */
export function machineryOf(params: Params, surroundings: GatewayView): Machinery {
  const all = machineries.get(surroundings) ?? new Map<string, Machinery>()
  machineries.set(surroundings, all)
  const key = JSON.stringify(params)
  const known = all.get(key)
  if (known) return known
  const { timeoutMs, maxResponseBytes, slots, dearShare, cache } = params
  const made = {
    queue: new FairQueue({ slots, dearShare, patienceMs: waitingPart * timeoutMs }),
    unread: new OwnerBackpressure(),
    engine: new Engine({ access: accessOf(params, accessNames), maxResponseBytes }),
    shared: cache && new SearchCache<Found>(cache, timeoutMs),
  }
  all.set(key, made)
  return made
}
