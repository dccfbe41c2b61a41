/**
 * Spreads what costs about a millisecond each over the turns of the event loop: one in each, and what else is ready goes
 * on in between.
 */
export class Turns {
  #isTaken = false
  readonly #waiting: (() => void)[] = []

  /** Begins at once when nothing has begun in this turn, else in one of the next, first come first served. */
  take(begin: () => void): void {
    if (this.#isTaken) {
      this.#waiting.push(begin)
      return
    }
    this.#isTaken = true
    setImmediate(this.#next)
    begin()
  }

  readonly #next = (): void => {
    const begin = this.#waiting.shift()
    if (begin) setImmediate(this.#next)
    else this.#isTaken = false
    begin?.()
  }
}
