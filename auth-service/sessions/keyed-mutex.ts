import { Semaphore } from '../../kit/process/semaphore.js'

/** Runs the work of one key in the order of the calls; that of different keys in parallel. */
export class KeyedMutex {
  readonly #semaphores = new Map<number, Semaphore>()

  /** @returns the result of the work. @throws what the work throws; the next call runs anyway. */
  async take<Result>(key: number, work: () => Promise<Result>): Promise<Result> {
    const semaphore = this.#semaphores.get(key) ?? new Semaphore(1)
    this.#semaphores.set(key, semaphore)
    try {
      return await semaphore.run(work)
    } finally {
      if (semaphore.isIdle) this.#semaphores.delete(key)
    }
  }
}
