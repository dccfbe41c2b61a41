import { type CancelSignal, FairQueue, type Release } from '../../edge/fair-queue.js'
import type { SearchRequest } from '../kit/context.js'

export interface SearchQueueOptions {
  /** Maximum number of searches in flight. */
  slots: number
  /** From this share of the cost limit on a search is expensive. */
  dearShare: number
  /** Maximum wait of a search, in milliseconds. */
  patienceMs: number
}

/** The part of the slots that expensive searches have. */
const expensivePart = 1 / 4

/** Hits of the largest answer (docs/api.md, Limits): as expensive as a search at the cost limit. */
const mostHits = 10_000

/**
 * The searches that wait for the engine, round robin by owner. Expensive ones, or those of many
 * hits, have slots of their own and take them by cost: one at the limit takes all of them.
 */
export class SearchQueue {
  readonly #dearShare: number
  readonly #expensiveSlots: number
  readonly #expensive: FairQueue
  readonly #ordinary: FairQueue

  constructor({ slots, dearShare, patienceMs }: SearchQueueOptions) {
    this.#dearShare = dearShare
    this.#expensiveSlots = Math.floor(slots * expensivePart)
    const options = { patienceMs, reason: 'search_queue' } as const
    this.#expensive = new FairQueue({ ...options, slots: this.#expensiveSlots })
    this.#ordinary = new FairQueue({ ...options, slots: slots - this.#expensiveSlots })
  }

  isExpensive(request: SearchRequest): boolean {
    return shareOf(request) >= this.#dearShare
  }

  /** Takes the slots of a search. See `FairQueue.enter`. */
  enter(owner: string, request: SearchRequest, cancel: CancelSignal): Release | Promise<Release> {
    if (!this.isExpensive(request)) return this.#ordinary.enter(owner, 1, cancel)
    const weight = Math.ceil(shareOf(request) * this.#expensiveSlots)
    return this.#expensive.enter(owner, weight, cancel)
  }
}

/** Cost of a search as a share of the limit. */
function shareOf({ cost, counts }: SearchRequest): number {
  return Math.max(cost.passes / cost.cap, counts.hits / mostHits)
}
