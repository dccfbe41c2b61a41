import type { Access } from '../../../kit/elasticsearch/access.js'
import { readProcessors } from '../../../kit/elasticsearch/ask.js'
import { log } from '../../../kit/log/log.js'
import { workersSetting } from '../../../kit/process/worker-count.js'
import { presenceMs, rateLimitStore } from '../../../kit/rate-limit/store.js'

/** `auto` as long as the engine does not tell its processors: as for two of them. */
export const fallbackSlots = 3

/**
 * `auto` in each process: one more than the data nodes have processors, as a node has threads for
 * half as many searches again, shared by all processes. Of two slots one is for other owners.
 */
export function toSlots(processors: number, processes: number): number {
  return Math.max(2, Math.ceil((processors + 1) / processes))
}

/** Sets the slots now, and often enough that other gateways know of this one. */
export async function keepSlots(access: Access, queue: { slots: number }): Promise<void> {
  try {
    const gateways = await rateLimitStore().countGateways()
    queue.slots = toSlots(await readProcessors(access), gateways * workersSetting())
  } catch (error) {
    log.debug({ reason: (error as Error).message }, 'the engine does not tell its processors')
  }
  setTimeout(() => void keepSlots(access, queue), presenceMs / 2).unref()
}

/** What `auto` comes to, for operators. */
export async function describeSlots(access: Access): Promise<string> {
  const { store } = rateLimitStore().status()
  const whose = store === 'redis' ? 'divided by the gateways of Redis' : 'for this gateway alone'
  try {
    const processors = await readProcessors(access)
    const slots = toSlots(processors, workersSetting())
    return `slots: auto: ${processors} processors of data nodes, ${whose}: ${slots} in each worker`
  } catch (error) {
    const fault = `the engine does not tell its processors (${(error as Error).message})`
    return `slots: auto: ${fallbackSlots}, ${fault}: grant monitor, or write a number`
  }
}
