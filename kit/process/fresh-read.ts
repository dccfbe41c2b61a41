import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Reads something that changes elsewhere, for many callers. Each of them gets a read that starts
 * after the call, so that it sees what was there at that time. Calls while none may start yet share
 * the next one.
 */
export class FreshRead {
  readonly #read: () => Promise<void>
  readonly #everyMs: number
  #startedAt = Number.NEGATIVE_INFINITY
  #pending: Promise<void> | undefined

  /**
   * @param read The read.
   * @param everyMs Minimum time from the start of one read to that of the next, in milliseconds.
   */
  constructor(read: () => Promise<void>, everyMs: number) {
    this.#read = read
    this.#everyMs = everyMs
  }

  /** Reads now, however recent the last read was. @throws what the read throws. */
  async now(): Promise<void> {
    this.#startedAt = performance.now()
    await this.#read()
  }

  /** Waits for a read that starts after this call. @throws what the read throws. */
  next(): Promise<void> {
    this.#pending ??= this.#readWhenDue()
    return this.#pending
  }

  async #readWhenDue(): Promise<void> {
    await sleep(Math.max(0, this.#startedAt + this.#everyMs - performance.now()), undefined, {
      ref: false,
    })
    this.#pending = undefined // later callers need the read after this one
    await this.now()
  }
}
