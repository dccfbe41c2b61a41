import { Worker } from 'node:worker_threads'

/**
 * Words of the memory that both threads see: that a sleep is asked for, that it is over. Its
 * milliseconds are behind them.
 */
const [sleepRequested, sleepOver] = [0, 1]

const thread = `
const { workerData } = require('node:worker_threads')
const cells = new Int32Array(workerData)
const ms = new Float64Array(workerData, 8)
for (;;) {
  Atomics.wait(cells, ${sleepRequested}, 0)
  Atomics.store(cells, ${sleepRequested}, 0)
  Atomics.wait(cells, ${sleepRequested}, 0, ms[0])
  Atomics.store(cells, ${sleepOver}, 1)
  Atomics.notify(cells, ${sleepOver})
}`

/**
 * Sleeps by a thread that does nothing else: to some ten microseconds, where timers have a grain of
 * a millisecond. One at a time.
 */
export class ExactSleep {
  readonly #memory = new SharedArrayBuffer(16)
  readonly #cells = new Int32Array(this.#memory)
  readonly #ms = new Float64Array(this.#memory, 8)

  constructor() {
    new Worker(thread, { eval: true, workerData: this.#memory })
  }

  /**
   * Words of memory instead of messages: a third less of the processors that others are measured
   * on.
   */
  readonly sleep = async (ms: number): Promise<void> => {
    this.#ms[0] = ms
    Atomics.store(this.#cells, sleepOver, 0)
    const { value } = Atomics.waitAsync(this.#cells, sleepOver, 0)
    Atomics.store(this.#cells, sleepRequested, 1)
    Atomics.notify(this.#cells, sleepRequested)
    await value
  }
}
