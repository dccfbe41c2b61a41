import { type CancelSignal, FairQueue, type Release } from '../../../edge/fair-queue.js'
import { EngineFailure } from './failure.js'

export interface SearchQueueOptions {
  /** Maximum number of searches in flight. */
  slots: number
  /** Maximum wait of a search, in milliseconds. */
  patienceMs: number
  /** Whether the engine has answered anything since a time of `performance.now()`. */
  hasAnswered(since: number): boolean
}

/**
 * The searches that wait for the engine, in the order of what it has worked for their owners: one
 * that takes longer than its cost says delays those of its sender. One slot is left to owners who
 * are owed a turn, so that their search finds a thread of the engine.
 */
export class SearchQueue extends FairQueue {
  readonly #isSilent: () => boolean
  /** Since when there has always been a search in flight, by `performance.now()`. */
  #busySince = 0

  constructor({ slots, patienceMs, hasAnswered }: SearchQueueOptions) {
    super({ slots, reserved: 1, patienceMs, reason: 'search_queue' })
    this.#isSilent = () => {
      const since = performance.now() - patienceMs
      return this.running > 0 && this.#busySince <= since && !hasAnswered(since)
    }
  }

  /**
   * Takes the slot of a search.
   * @throws as `FairQueue.enter`; EngineFailure while the engine has answered nothing for as long
   * as a search may wait.
   */
  override enter(owner: string, cancel: CancelSignal): (() => void) | Promise<() => void> {
    const refuse = (error: unknown): never => {
      throw this.#isSilent() ? new EngineFailure('unreachable', { note: 'answers nothing' }) : error
    }
    try {
      const entered = super.enter(owner, cancel)
      if (!(entered instanceof Promise)) return this.#timed(entered)
      return entered.then((release) => this.#timed(release), refuse)
    } catch (error) {
      return refuse(error)
    }
  }

  /**
   * Counts the time between taking a slot and releasing it. The answer's `took` would not count
   * searches that fail or are cancelled, nor what it takes the engine to write many hits.
   */
  #timed(release: Release): () => void {
    const startedAt = performance.now()
    if (this.running === 1) this.#busySince = startedAt
    return () => release(performance.now() - startedAt)
  }
}
