/** Does the work of one key one after the other, in the order of the calls; that of different keys at the same time. */
export class KeyedMutex {
  readonly #last = new Map<number, Promise<unknown>>()

  /** @returns what the work answers, when its turn has come. @throws what the work throws; the next turn comes anyway. */
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
