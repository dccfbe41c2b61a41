import { randomInt } from 'node:crypto'
import { ApiError } from '../../kit/api/errors.js'

/** Concurrent hashes, each of which takes a core and 19 MiB. */
const atOnce = 2
const mayWait = 32
/** Refused clients retry within this time, spread out so that they do not all return at once. */
const retrySeconds = 4

/** Runs expensive work a few at a time, and refuses work that would wait too long. */
export class HashQueue {
  readonly #waiting: (() => void)[] = []
  #running = 0

  /** @throws ApiError OVERLOADED when the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < atOnce) this.#running++
    else {
      if (this.#waiting.length >= mayWait) {
        throw new ApiError('OVERLOADED', 'Too many logins at once. Try again shortly.', {
          headers: { 'Retry-After': `${randomInt(1, 1 + retrySeconds)}` },
        })
      }
      // the next in the queue takes over the slot
      await new Promise<void>((go) => this.#waiting.push(go))
    }
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
