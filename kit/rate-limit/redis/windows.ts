import { MemoryWindows, type Taken, type Windows, type WindowsOptions } from '../windows.js'
import type { RedisLink } from './link.js'

/**
 * Windows that several machines share, in a Redis. While it is unavailable, each machine counts
 * alone, from zero; those counts are never merged.
 */
export class RedisWindows implements Windows {
  readonly limit: number
  readonly seconds: number
  readonly #link: RedisLink
  /**
   * The counter's name in Redis. Its limit and length are part of it: machines that do not agree on
   * them share nothing.
   */
  readonly #counter: string
  readonly #alone: MemoryWindows
  readonly #takenAlone = new WeakSet<Taken>()

  constructor(link: RedisLink, name: string, options: WindowsOptions) {
    this.limit = options.limit
    this.seconds = options.seconds
    this.#link = link
    this.#counter = `directory:${options.limit}:${options.seconds}:${encodeURIComponent(name)}`
    this.#alone = new MemoryWindows(options)
  }

  take(key: string, weight: number, now: number): Taken | Promise<Taken> {
    if (this.#link.isReachable) return this.#takeShared(key, weight, now)
    void this.#link.open() // a host that is not ours has not done it
    return this.#takeAlone(key, weight, now)
  }

  giveBack(taken: Taken, weight: number): undefined | Promise<undefined> {
    if (this.#takenAlone.has(taken)) return this.#alone.giveBack(taken, weight)
    const back = Math.min(weight, taken.held)
    taken.held -= back
    if (back === 0 || taken.resetAt <= performance.now()) return undefined
    return this.#spend(taken.key, -back).then(() => undefined)
  }

  async #takeShared(key: string, weight: number, now: number): Promise<Taken> {
    const spent = await this.#spend(key, weight)
    if (!spent) return this.#takeAlone(key, weight, now)
    const { fits, used, msLeft } = spent
    return {
      key,
      isTaken: fits,
      held: fits ? weight : 0,
      used,
      remaining: this.limit - used,
      resetAt: now + msLeft,
    }
  }

  #takeAlone(key: string, weight: number, now: number): Taken {
    const taken = this.#alone.take(key, weight, now)
    this.#takenAlone.add(taken)
    return taken
  }

  #spend(key: string, weight: number) {
    const { limit, seconds } = this
    return this.#link.query((connection) =>
      connection.spend({ counter: this.#counter, key, weight, limit, seconds }),
    )
  }
}
