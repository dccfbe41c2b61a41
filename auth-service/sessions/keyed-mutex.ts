/**
 * Runs the work of one key in sequence, in the order of the calls; that of different keys in
 * parallel.
 */
export class KeyedMutex {
  readonly #last = new Map<number, Promise<unknown>>()

  /** @returns the result of the work. @throws what the work throws; the next call runs anyway. */
  async take<Result>(key: number, work: () => Promise<Result>): Promise<Result> {
    const own = (this.#last.get(key) ?? Promise.resolve()).then(work, work)
    this.#last.set(key, own)
    try {
      return await own
    } finally {
      if (this.#last.get(key) === own) this.#last.delete(key)
    }
  }
}
