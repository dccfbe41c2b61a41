import { type CancelSignal, FairQueue, type Release } from '../../edge/fair-queue.js'
import type { SearchRequest } from '../kit/context.js'

export interface SearchQueueOptions {
  /** Maximum number of searches in flight that are not expensive, and of those that are. */
  slots: number
  expensiveSlots: number
  /** From this share of the cost limit on a search is expensive. */
  expensiveShare: number
  /** Maximum wait of a search, in milliseconds. */
  patienceMs: number
}

/** Hits of the largest answer (docs/api.md, Limits): as expensive as a search at the cost limit. */
const mostHits = 10_000

/**
 * The searches that wait for the engine, round robin by owner. Expensive ones, or those of many
 * hits, have few slots of their own, also while no other search is in flight: one that comes next
 * finds the engine with processors to spare.
 */
export class SearchQueue {
  readonly #expensiveShare: number
  readonly #expensive: FairQueue
  readonly #ordinary: FairQueue

  constructor({ slots, expensiveSlots, expensiveShare, patienceMs }: SearchQueueOptions) {
    this.#expensiveShare = expensiveShare
    const options = { patienceMs, reason: 'search_queue' } as const
    this.#expensive = new FairQueue({ ...options, slots: expensiveSlots })
    this.#ordinary = new FairQueue({ ...options, slots })
  }

  /** Whether its cost, or the number of its hits, is this share of the limit. */
  isExpensive({ cost, counts }: SearchRequest): boolean {
    return Math.max(cost.passes / cost.cap, counts.hits / mostHits) >= this.#expensiveShare
  }

  /** Takes the slot of a search. See `FairQueue.enter`. */
  enter(owner: string, request: SearchRequest, cancel: CancelSignal): Release | Promise<Release> {
    return (this.isExpensive(request) ? this.#expensive : this.#ordinary).enter(owner, cancel)
  }
}
