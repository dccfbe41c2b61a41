/** How long an owner is not alone after an event of another one, in milliseconds. */
const aloneAfterMs = 1000

/** Knows who is alone: a sole owner may take all capacity, as no one else needs it. */
export class Contention {
  readonly #now: () => number
  /** The owner and time of the last event, and the time of the last event of any other owner. */
  #latest = ''
  #latestAt = Number.NEGATIVE_INFINITY
  #othersAt = Number.NEGATIVE_INFINITY

  /** @param now Milliseconds from any origin. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Records an event of an owner. */
  note(owner: string): void {
    if (this.#latest !== owner) {
      this.#othersAt = this.#latestAt
      this.#latest = owner
    }
    this.#latestAt = this.#now()
  }

  /** Whether no one else had an event for a while. */
  isAlone(owner: string): boolean {
    return this.#now() - (owner === this.#latest ? this.#othersAt : this.#latestAt) >= aloneAfterMs
  }
}
