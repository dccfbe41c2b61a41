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
