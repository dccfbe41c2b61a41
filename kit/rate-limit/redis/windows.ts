import type { WindowLength } from '../window-length.js'
import { MemoryWindows, type Taken, type Windows, type WindowsOptions } from '../windows.js'
import type { RedisLink } from './link.js'

/**
 * Windows that several machines share, in a Redis. While it is unavailable, each machine counts
 * alone, from zero; those counts are never merged.
 */
export class RedisWindows implements Windows {
  readonly length: WindowLength
  readonly #link: RedisLink
  /**
   * The counter's name in Redis. The length is part of it: machines that do not agree on it share
   * nothing.
   */
  readonly #counter: string
  readonly #alone: MemoryWindows

  constructor(link: RedisLink, name: string, options: WindowsOptions) {
    this.length = options.length
    this.#link = link
    this.#counter = `directory:${options.length}:${encodeURIComponent(name)}`
    this.#alone = new MemoryWindows(options)
  }

  take(key: string, weight: number, limit: number): Taken | Promise<Taken> {
    if (this.#link.isReachable) return this.#takeShared(key, weight, limit)
    void this.#link.open() // a host that is not ours has not done it
    return this.#alone.take(key, weight, limit)
  }

  async #takeShared(key: string, weight: number, limit: number): Promise<Taken> {
    const spending = { counter: this.#counter, key, weight, limit, length: this.length }
    const spent = await this.#link.query((connection) => connection.spend(spending))
    if (!spent) return this.#alone.take(key, weight, limit)
    const { fits, used, msLeft } = spent
    return { isTaken: fits, used, remaining: Math.max(0, limit - used), msLeft }
  }
}
