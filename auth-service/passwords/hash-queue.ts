import { randomInt } from 'node:crypto'
import { ApiError } from '../../kit/api/errors.js'
import { histogram } from '../../kit/metrics/prometheus.js'
import { Semaphore } from '../../kit/process/semaphore.js'

/** Concurrent hashes, each of which takes a core and 19 MiB. */
const atOnce = 2
const maxWaiting = 32
/** Refused clients retry within this time, spread out so that they do not all return at once. */
const retrySeconds = 4

const observeWait = histogram({
  name: 'directory_auth_hash_wait_seconds',
  help: 'How long a password waited for a thread that hashes it.',
})

/** Runs expensive work a few at a time, and refuses work that would wait too long. */
export class HashQueue {
  readonly #slots = new Semaphore(atOnce)

  /** How many wait. */
  get waiting(): number {
    return this.#slots.waiting
  }

  /** @throws ApiError OVERLOADED when the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#slots.waiting >= maxWaiting) {
      throw new ApiError('OVERLOADED', 'Too many logins at once. Try again shortly.', {
        headers: { 'Retry-After': `${randomInt(1, 1 + retrySeconds)}` },
      })
    }
    const cameAt = performance.now()
    return this.#slots.run(() => {
      observeWait((performance.now() - cameAt) / 1000)
      return work()
    })
  }
}
