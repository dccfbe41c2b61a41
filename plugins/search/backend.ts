import { accessOf } from '../../kit/elasticsearch/access.js'
import { gauge } from '../../kit/metrics/prometheus.js'
import type { SearchAnswer } from '../kit/context.js'
import { accessNames } from '../kit/engine-access.js'
import { oncePer } from '../kit/once-per.js'
import { OwnerBackpressure } from '../kit/owner-backpressure.js'
import type { GatewayView } from '../kit/policy.js'
import { SearchCache } from './cache.js'
import { Engine } from './engine.js'
import type { SearchParams } from './policy-params.js'
import { SearchQueue } from './search-queue.js'

/** A good answer. */
export interface SearchOutcome extends Pick<SearchAnswer, 'count' | 'total'> {
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

/** What equal steps share: slots, connections, and cached answers. */
export interface SearchBackend {
  queue: SearchQueue
  unread: OwnerBackpressure
  engine: Engine
  cache: SearchCache<SearchOutcome> | undefined
}

/** The queues of this process: one for each engine, unless their parameters differ. */
const queues: SearchQueue[] = []
const sumOf = (part: 'slots' | 'running' | 'waiting') => () =>
  queues.reduce((sum, queue) => sum + queue[part], 0)
gauge(
  { name: 'directory_search_slots', help: 'Searches that may be in flight at once.' },
  sumOf('slots'),
)
gauge(
  { name: 'directory_search_slots_used', help: 'Searches that are in flight.' },
  sumOf('running'),
)
gauge(
  { name: 'directory_search_queue_length', help: 'Searches that wait for a slot.' },
  sumOf('waiting'),
)

/** The backend of all steps of one YAML that have these parameters. */
export const backendOf = oncePer((_view: GatewayView, params: SearchParams): SearchBackend => {
  const { timeoutMs, maxResponseBytes, slots, cache } = params
  const access = accessOf(params, accessNames)
  const queue = new SearchQueue({ slots, patienceMs: waitingPart * timeoutMs })
  queues.push(queue)
  return {
    queue,
    unread: new OwnerBackpressure(),
    // one more ends points in time, which takes no slot
    engine: new Engine({ access, maxResponseBytes, sockets: slots + 1 }),
    cache: cache && new SearchCache<SearchOutcome>(cache, timeoutMs),
  }
})
