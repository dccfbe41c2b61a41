import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Looks at something that changes elsewhere, for many who ask. Each of them gets a look that begins after the question, so
 * that what was there when it was asked is seen. Those who ask while none may begin yet share the next one.
 */
export class FreshLook {
  readonly #look: () => Promise<void>
  readonly #everyMs: number
  #beganAt = Number.NEGATIVE_INFINITY
  #next: Promise<void> | undefined

  /**
   * @param look What looks.
   * @param everyMs From the beginning of one look to that of the next at least, in milliseconds.
   */
  constructor(look: () => Promise<void>, everyMs: number) {
    this.#look = look
    this.#everyMs = everyMs
  }

  /** Looks now, whenever the last look was. @throws what the look throws. */
  async now(): Promise<void> {
    this.#beganAt = performance.now()
    await this.#look()
  }

  /** Waits for a look that begins after this call. @throws what the look throws. */
  soon(): Promise<void> {
    this.#next ??= this.#inTime()
    return this.#next
  }

  async #inTime(): Promise<void> {
    await sleep(Math.max(0, this.#beganAt + this.#everyMs - performance.now()), undefined, { ref: false })
    this.#next = undefined // who asks from now on needs the look after this one
    await this.now()
  }
}
