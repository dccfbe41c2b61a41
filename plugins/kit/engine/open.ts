import { accessOf } from '../../../kit/elasticsearch/access.js'
import { gauge } from '../../../kit/metrics/prometheus.js'
import { accessNames } from '../engine-access.js'
import { oncePer } from '../once-per.js'
import type { GatewayView } from '../policy.js'
import { Engine } from './engine.js'
import { mostSlots, type SearchParams } from './params.js'
import { SearchQueue } from './search-queue.js'
import { fallbackSlots, keepSlots } from './slots.js'

/**
 * The part of the deadline that may pass in waiting: a search that starts later would be cut off,
 * and its work wasted.
 */
const waitingPart = 0.8

/** The engine, and the turns in which it is asked. */
export interface OpenEngine {
  queue: SearchQueue
  engine: Engine
}

/** The queues of this process: one for each engine, unless their parameters differ. */
const queues: SearchQueue[] = []
const sum = (part: 'slots' | 'running' | 'waiting') => () =>
  queues.reduce((total, queue) => total + queue[part], 0)

/** How many searches of this process may be in flight at once. */
export const countSlots = sum('slots')

gauge(
  { name: 'directory_search_slots', help: 'Searches that may be in flight at once.' },
  countSlots,
)
gauge({ name: 'directory_search_slots_used', help: 'Searches that are in flight.' }, sum('running'))
gauge(
  { name: 'directory_search_queue_length', help: 'Searches that wait for a slot.' },
  sum('waiting'),
)

/** Opens the engine once for all steps of one YAML that name these parameters, of any policy. */
export const openEngine = oncePer((_view: GatewayView, params: SearchParams): OpenEngine => {
  const { timeoutMs, maxResponseBytes } = params
  const isAuto = params.slots === 'auto'
  const access = accessOf(params, accessNames)
  // one more ends points in time, which takes no slot
  const sockets = (isAuto ? mostSlots : Number(params.slots)) + 1
  const engine = new Engine({ access, maxResponseBytes, sockets })
  const queue = new SearchQueue({
    slots: isAuto ? fallbackSlots : Number(params.slots),
    patienceMs: waitingPart * timeoutMs,
    hasAnswered: (since) => engine.answeredAt >= since,
  })
  if (isAuto) void keepSlots(access, queue)
  queues.push(queue)
  return { queue, engine }
})
