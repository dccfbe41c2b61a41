import { LRUCache } from 'lru-cache'
import { type CancelSignal, FairQueue, type Release } from '../../../edge/fair-queue.js'
import { isVisitor } from '../../../kit/credentials/plans.js'
import { lruOptions } from '../../../kit/process/lru-options.js'

export interface SearchQueueOptions {
  /** Maximum number of searches in flight. One owner has all of them but one. */
  slots: number
  /** Maximum wait of a search, in milliseconds. */
  patienceMs: number
}

/** In this time three fifths of what an owner has used are forgotten, in milliseconds. */
const decayMs = 10_000

/** Owners whose use is known: as many as may have used the engine within a few seconds. */
const mostOwners = 10_000

/** All callers without a credential: addresses are had for nothing, so together they are one owner. */
const visitors = 'visitors'
const groupOf = (owner: string): string => (isVisitor(owner) ? visitors : owner)

/**
 * The searches that wait for the engine. The next is of the owner who has used the engine for the
 * shortest time lately: a search that takes longer than its cost says delays those of its sender.
 * Visitors have used what all of them have, and each what is its own.
 * Few are in flight, and one owner never has all slots, so that another one's search finds a thread
 * of the engine.
 */
export class SearchQueue {
  readonly slots: number
  readonly #queue: FairQueue
  /** Time that an owner has used, in milliseconds, at an instant of `performance.now()`. */
  readonly #used = new LRUCache<string, { ms: number; at: number }>(lruOptions(mostOwners))

  constructor({ slots, patienceMs }: SearchQueueOptions) {
    this.slots = slots
    this.#queue = new FairQueue({
      ...{ slots, patienceMs, slotsPerOwner: slots - 1, groupOf },
      usedBy: (owner) => this.#usedBy(owner) + (isVisitor(owner) ? this.#usedBy(visitors) : 0),
      reason: 'search_queue',
    })
  }

  /** Number of searches that have a slot. */
  get running(): number {
    return this.#queue.running
  }

  /** Number of searches that wait for one. */
  get waiting(): number {
    return this.#queue.waiting
  }

  /** Takes the slot of a search. See `FairQueue.enter`. */
  enter(owner: string, cancel: CancelSignal): Release | Promise<Release> {
    const entered = this.#queue.enter(owner, cancel)
    return entered instanceof Promise
      ? entered.then((release) => this.#timed(owner, release))
      : this.#timed(owner, entered)
  }

  /**
   * Counts the time between taking a slot and releasing it. The answer's `took` would not count
   * searches that fail or are cancelled, nor what it takes the engine to write many hits.
   */
  #timed(owner: string, release: Release): Release {
    const startedAt = performance.now()
    return () => {
      const at = performance.now()
      for (const one of new Set([owner, groupOf(owner)]))
        this.#used.set(one, { ms: this.#usedBy(one) + at - startedAt, at })
      release()
    }
  }

  #usedBy(owner: string): number {
    const used = this.#used.get(owner)
    return used ? used.ms * Math.exp((used.at - performance.now()) / decayMs) : 0
  }
}
