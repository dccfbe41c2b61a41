import type { ServerResponse } from 'node:http'
import { usedUp } from '../../../kit/api/rate-limited.js'

/** The exports under way in this process, by owner. */
export class RunningExports {
  readonly #atOnce: number
  readonly #numberOf = new Map<string, number>()

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** Counts one until its answer ends. @throws ApiError RATE_LIMITED when it is one too many. */
  enter(owner: string, res: ServerResponse): void {
    const limit = this.#atOnce
    const number = this.#numberOf.get(owner) ?? 0
    if (number >= limit) {
      const message = `No more than ${limit} exports at once`
      throw usedUp(message, { limit, unit: 'exports', by: 'owner', reason: 'running_exports' }, 10)
    }
    this.#numberOf.set(owner, number + 1)
    res.once('close', () => this.#leave(owner))
  }

  #leave(owner: string): void {
    const number = this.#numberOf.get(owner)! - 1
    if (number > 0) this.#numberOf.set(owner, number)
    else this.#numberOf.delete(owner)
  }
}
