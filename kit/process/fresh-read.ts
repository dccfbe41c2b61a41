import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Reads something that changes elsewhere, for many callers. Each of them gets a read that starts
 * after the call, so that it sees what was there at that time. Calls while none may start yet share
 * the next one.
 */
export class FreshLook {
  readonly #look: () => Promise<void>
  readonly #everyMs: number
  #beganAt = Number.NEGATIVE_INFINITY
  #next: Promise<void> | undefined

  /**
   * @param look The read.
   * @param everyMs Minimum time from the start of one read to that of the next, in milliseconds.
   */
  constructor(look: () => Promise<void>, everyMs: number) {
    this.#look = look
    this.#everyMs = everyMs
  }

  /** Reads now, however recent the last read was. @throws what the read throws. */
  async now(): Promise<void> {
    this.#beganAt = performance.now()
    await this.#look()
  }

  /** Waits for a read that starts after this call. @throws what the read throws. */
  soon(): Promise<void> {
    this.#next ??= this.#inTime()
    return this.#next
  }

  async #inTime(): Promise<void> {
    await sleep(Math.max(0, this.#beganAt + this.#everyMs - performance.now()), undefined, { ref: false })
    this.#next = undefined // later callers need the read after this one
    await this.now()
  }
}
