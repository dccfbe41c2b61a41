import { randomInt } from 'node:crypto'
import { ApiError } from '../../kit/api/errors.js'

/** Hashes at a time, each of which takes a core and 19 MiB. */
const atOnce = 2
const mayWait = 32
/** Those who are refused come back within this time, spread so that they do not come all at once again. */
const retrySeconds = 4

/** Runs the costly work a few at a time, and refuses what would wait too long. */
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
      await new Promise<void>((go) => this.#waiting.push(go)) // whoever ends hands its place on
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
