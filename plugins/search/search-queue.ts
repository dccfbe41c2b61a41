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
 * A burst of expensive searches has arrived when none has come for so long, in milliseconds: longer
 * than most pauses of the garbage collector.
 */
const debounceMs = 25

/** Expensive searches of one owner that arrive one after the other. */
interface Burst {
  size: number
  /** When it begins, although more arrive, by `performance.now()`. */
  readonly latest: number
  timer?: NodeJS.Timeout
}

/**
 * The searches that wait for the engine, round robin by owner. Expensive ones, or those of many
 * hits, have few slots of their own, also while no other search is in flight: one that comes next
 * finds the engine with processors to spare. A burst of them begins when it has arrived: while the
 * gateway reads it, the processors have enough to do.
 */
export class SearchQueue {
  readonly #expensiveShare: number
  readonly #patienceMs: number
  readonly #expensive: FairQueue
  readonly #ordinary: FairQueue
  /** By owner. */
  readonly #bursts = new Map<string, Burst>()

  constructor({ slots, expensiveSlots, expensiveShare, patienceMs }: SearchQueueOptions) {
    this.#expensiveShare = expensiveShare
    this.#patienceMs = patienceMs
    const options = { patienceMs, reason: 'search_queue' } as const
    const isHeld = (owner: string) => this.#bursts.has(owner)
    this.#expensive = new FairQueue({ ...options, slots: expensiveSlots, isHeld })
    this.#ordinary = new FairQueue({ ...options, slots })
  }

  /** Whether its cost, or the number of its hits, is this share of the limit. */
  isExpensive({ cost, counts }: SearchRequest): boolean {
    return Math.max(cost.total / cost.maxCost, counts.hits / mostHits) >= this.#expensiveShare
  }

  /** Takes the slot of a search. See `FairQueue.enter`. */
  enter(owner: string, request: SearchRequest, cancel: CancelSignal): Release | Promise<Release> {
    if (!this.isExpensive(request)) return this.#ordinary.enter(owner, cancel)
    this.#hold(owner)
    return this.#expensive.enter(owner, cancel)
  }

  /**
   * Holds an owner's expensive searches while more of them arrive, for half of their patience. A
   * single one begins in the next turn of the event loop.
   */
  #hold(owner: string): void {
    const burst = this.#bursts.get(owner)
    if (burst) {
      burst.size++
      if (performance.now() < burst.latest) burst.timer?.refresh()
      return
    }
    const begin = () => {
      this.#bursts.delete(owner)
      this.#expensive.beginNext()
    }
    const latest = performance.now() + this.#patienceMs / 2
    const started: Burst = { size: 1, latest }
    this.#bursts.set(owner, started)
    setImmediate(() => {
      if (started.size === 1) begin()
      else started.timer = setTimeout(begin, debounceMs)
    })
  }
}
