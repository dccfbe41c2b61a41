/** So long after something of another owner an owner is not alone, in milliseconds. */
const companyMs = 1000

/** Tells who is alone: he may take what he can get, as nobody else needs it. */
export class Contention {
  readonly #now: () => number
  /** Whose came last and when, and when the last one came of anybody else. */
  #latest = ''
  #at = Number.NEGATIVE_INFINITY
  #othersAt = Number.NEGATIVE_INFINITY

  /** @param now Milliseconds from any moment on. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Something of an owner has come. */
  note(owner: string): void {
    if (this.#latest !== owner) {
      this.#othersAt = this.#at
      this.#latest = owner
    }
    this.#at = this.#now()
  }

  /** Whether nobody else's has come for a while. */
  isAlone(owner: string): boolean {
    return this.#now() - (owner === this.#latest ? this.#othersAt : this.#at) >= companyMs
  }
}
