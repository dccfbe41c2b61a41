import { type CancelSignal, FairQueue, perTurn } from './fair-queue.js'

/**
 * Maximum wait for a turn: a later answer helps no client. A burst of a thousand requests of one
 * client must fit, even on a slow machine.
 */
const patienceMs = 5000

/** A fair queue whose slots are free again in the next turn of the event loop. */
export class TurnQueue {
  readonly #queue = new FairQueue({ slots: perTurn, patienceMs, reason: 'admission_queue' })

  /** Number of requests that wait. */
  get waiting(): number {
    return this.#queue.waiting
  }

  /**
   * @returns nothing when it is the owner's turn now, else a promise for it, which is rejected like
   * that of `FairQueue.enter`. @throws as `FairQueue.enter`
   */
  enter(owner: string, cancel: CancelSignal): Promise<void> | undefined {
    const entered = this.#queue.enter(owner, cancel)
    if (entered instanceof Promise) return entered.then((release) => void setImmediate(release))
    setImmediate(entered)
    return undefined
  }
}
