import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const thread = `
const { parentPort } = require('node:worker_threads')
const cell = new Int32Array(new SharedArrayBuffer(4))
parentPort.on('message', (ms) => {
  Atomics.wait(cell, 0, 0, ms)
  parentPort.postMessage('over')
})`

/** Sleeps by a thread that does nothing else: to some ten microseconds, where timers have a grain of a millisecond. One at a time. */
export class ExactSleep {
  readonly #thread = new Worker(thread, { eval: true })

  readonly sleep = async (ms: number): Promise<void> => {
    this.#thread.postMessage(ms)
    await once(this.#thread, 'message')
  }
}
