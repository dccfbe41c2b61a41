/**
 * Spreads the beginnings of requests, about a millisecond of work each, over the turns of the event loop: one in each, and
 * what else is ready goes on in between, so that a crowd at one endpoint does not hold up the others.
 */
export class Turns {
  #isTaken = false
  readonly #waiting: (() => void)[] = []

  /** Resolves when the next request may begin; at once when none has begun in this turn. */
  async take(): Promise<void> {
    if (this.#isTaken) return new Promise<void>((go) => this.#waiting.push(go))
    this.#isTaken = true
    setImmediate(this.#next)
  }

  readonly #next = (): void => {
    const go = this.#waiting.shift()
    if (go) setImmediate(this.#next)
    else this.#isTaken = false
    go?.()
  }
}
