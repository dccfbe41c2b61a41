/** Runs at most this many tasks at once; the others wait in the order of the calls. */
export class Semaphore {
  readonly #slots: number
  readonly #queue: (() => void)[] = []
  #running = 0

  constructor(slots: number) {
    this.#slots = slots
  }

  /** Number of tasks that wait. */
  get waiting(): number {
    return this.#queue.length
  }

  get isIdle(): boolean {
    return this.#running === 0
  }

  /** @returns the result of the task. @throws what the task throws; the next one runs anyway. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#slots) this.#running++
    else await new Promise<void>((start) => this.#queue.push(start))
    try {
      return await task()
    } finally {
      const next = this.#queue.shift()
      if (next)
        next() // it takes over the slot
      else this.#running--
    }
  }
}

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
