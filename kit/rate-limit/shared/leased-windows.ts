import { LRUCache } from 'lru-cache'
import { lruOptions } from '../../process/lru-options.js'
import { MemoryWindows, type Taken, type Windows } from '../windows.js'
import type { CounterOptions, Given, Returned, Taking } from './shared-limits.js'

/** Where a worker takes from: the primary's shared limits. */
export interface LeaseSource {
  /** @throws Error when the primary is gone. */
  take(options: CounterOptions, taking: Taking): Promise<Given>
  giveBack(options: CounterOptions, returned: Returned): Promise<void>
}

/** A worker's lease of a key's window. */
interface Lease {
  window: number
  endsAt: number
  left: number
  /** The amount left in the primary at the last request. */
  beyond: number
  /** Until when what does not fit is refused without asking again. */
  refusesUntil: number
}

/** Leases that a worker keeps of one counter; the least recently used is given back. */
const maxLeases = 10_000

/**
 * How long a refusal is cached, in milliseconds: a flood beyond its limit must not cost more than
 * one within it.
 */
const refusalMs = 250

/**
 * Windows that workers share. A worker takes from the primary's shared limits, as a rule a little
 * more than it needs, and spends that locally: most requests need no message. When the primary is
 * gone, which ends its workers too, each counts alone until then.
 */
export class LeasedWindows implements Windows {
  readonly limit: number
  readonly seconds: number
  readonly #options: CounterOptions
  readonly #source: LeaseSource
  readonly #alone: MemoryWindows
  readonly #leases: LRUCache<string, Lease>
  /** Keys for which a lease was requested. */
  readonly #requested = new Set<string>()
  /** Of takings without a lease. */
  readonly #windowOf = new WeakMap<Taken, number>()

  constructor(source: LeaseSource, options: CounterOptions) {
    this.limit = options.limit
    this.seconds = options.seconds
    this.#options = options
    this.#source = source
    this.#alone = new MemoryWindows(options)
    this.#leases = new LRUCache<string, Lease>({
      ...lruOptions(Math.min(maxLeases, options.maxKeys)),
      dispose: (lease, key, reason) => {
        if (reason === 'evict' && lease.left > 0 && lease.endsAt > performance.now())
          void this.#return(key, lease)
      },
    })
  }

  take(key: string, weight: number, now: number): Taken | Promise<Taken> {
    const lease = this.#leases.get(key)
    if (lease !== undefined && lease.endsAt > now) {
      if (lease.left > 0 && lease.left >= weight) {
        lease.left -= weight
        return this.#receipt(key, weight, true, lease)
      }
      if (lease.refusesUntil > now && lease.left + lease.beyond < weight)
        return this.#receipt(key, 0, false, lease)
    }
    return this.#requestLease(key, weight, now)
  }

  giveBack(taken: Taken, weight: number): undefined | Promise<undefined> {
    const { key } = taken
    const lease = this.#leases.get(key)
    const window =
      this.#windowOf.get(taken) ?? (lease?.endsAt === taken.resetAt ? lease.window : undefined)
    if (window === undefined) return this.#alone.giveBack(taken, weight)
    const back = Math.min(weight, taken.held)
    taken.held -= back
    if (lease) lease.refusesUntil = 0
    if (back === 0 || taken.resetAt <= performance.now()) return undefined
    return this.#source.giveBack(this.#options, { key, weight: back, window }).then(() => undefined)
  }

  /** Gives back the rest of all leases. */
  async close(): Promise<void> {
    await Promise.all([...this.#leases.entries()].map(([key, lease]) => this.#return(key, lease)))
    this.#leases.clear()
  }

  async #requestLease(key: string, weight: number, now: number): Promise<Taken> {
    const wantsLease = !this.#requested.has(key)
    if (wantsLease) this.#requested.add(key)
    try {
      const given = await this.#source.take(this.#options, { key, weight, wantsLease })
      const taken = this.#receipt(
        key,
        given.isTaken ? weight : 0,
        given.isTaken,
        this.#note(key, given, now),
      )
      this.#windowOf.set(taken, given.window)
      return taken
    } catch {
      return this.#alone.take(key, weight, now)
    } finally {
      if (wantsLease) this.#requested.delete(key)
    }
  }

  /**
   * @param askedAt The window may have begun later, so by this clock it ends no later than by the
   * primary's.
   */
  #note(
    key: string,
    { isTaken, lease: given, remaining, msLeft, window }: Given,
    askedAt: number,
  ): Lease {
    const known = this.#leases.get(key)
    const lease =
      known?.window === window
        ? known
        : { window, endsAt: askedAt + msLeft, left: 0, beyond: remaining, refusesUntil: 0 }
    lease.left += given
    lease.beyond = remaining
    lease.refusesUntil = isTaken ? 0 : Math.min(lease.endsAt, performance.now() + refusalMs)
    if (lease !== known && (given > 0 || !isTaken)) this.#leases.set(key, lease)
    return lease
  }

  #receipt(key: string, held: number, isTaken: boolean, { endsAt, left, beyond }: Lease): Taken {
    const remaining = left + beyond
    return { key, isTaken, held, used: this.limit - remaining, remaining, resetAt: endsAt }
  }

  #return(key: string, lease: Lease): Promise<void> {
    const weight = lease.left
    lease.left = 0
    if (weight === 0) return Promise.resolve()
    return this.#source
      .giveBack(this.#options, { key, weight, window: lease.window })
      .catch(() => undefined)
  }
}
