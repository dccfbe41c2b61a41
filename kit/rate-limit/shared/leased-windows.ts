import { LRUCache } from 'lru-cache'
import { lruOptions } from '../../process/lru-options.js'
import type { WindowLength } from '../window-length.js'
import { MemoryWindows, type Taken, type Windows } from '../windows.js'
import type { CounterOptions, Given, Returned, Taking } from './shared-limits.js'

/** Where a worker takes from: the primary's shared limits. */
export interface LeaseSource {
  /** @throws Error when the primary is gone. */
  take(options: CounterOptions, taking: Taking): Promise<Given>
  giveBack(options: CounterOptions, returned: Returned): Promise<void>
}

/** A worker's lease of a key's window, under one limit. Times are of `performance.now()`. */
interface Lease {
  key: string
  limit: number
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
  readonly length: WindowLength
  readonly #options: CounterOptions
  readonly #source: LeaseSource
  readonly #alone: MemoryWindows
  /** By limit and key: what was taken under a higher limit must not be spent under a lower one. */
  readonly #leases: LRUCache<string, Lease>
  /** Of leases that were requested. */
  readonly #requested = new Set<string>()

  constructor(source: LeaseSource, options: CounterOptions) {
    this.length = options.length
    this.#options = options
    this.#source = source
    this.#alone = new MemoryWindows(options)
    this.#leases = new LRUCache<string, Lease>({
      ...lruOptions(Math.min(maxLeases, options.maxKeys)),
      dispose: (lease, _id, reason) => {
        if (reason === 'evict' && lease.left > 0 && lease.endsAt > performance.now())
          void this.#return(lease)
      },
    })
  }

  take(key: string, weight: number, limit: number): Taken | Promise<Taken> {
    const id = `${limit} ${key}`
    const lease = this.#leases.get(id)
    const now = Math.floor(performance.now())
    const isOpen = lease !== undefined && lease.endsAt > now
    if (weight > 0 && isOpen) {
      if (lease.left >= weight) {
        lease.left -= weight
        return receipt(lease, true, now)
      }
      if (lease.refusesUntil > now && lease.left + lease.beyond < weight)
        return receipt(lease, false, now)
    }
    // one at a time: leases too small for the weights that come must not pile up
    const wantsLease = weight > 0 && !(isOpen && lease.left > 0)
    return this.#request(id, { key, weight, limit, wantsLease }, now)
  }

  /** Gives back the rest of all leases. */
  async close(): Promise<void> {
    await Promise.all([...this.#leases.values()].map((lease) => this.#return(lease)))
    this.#leases.clear()
  }

  async #request(id: string, taking: Taking, now: number): Promise<Taken> {
    const wantsLease = taking.wantsLease && !this.#requested.has(id)
    if (wantsLease) this.#requested.add(id)
    try {
      const given = await this.#source.take(this.#options, { ...taking, wantsLease })
      return receipt(this.#note(id, taking, given, now), given.isTaken, now)
    } catch {
      return this.#alone.take(taking.key, taking.weight, taking.limit)
    } finally {
      if (wantsLease) this.#requested.delete(id)
    }
  }

  /**
   * @param askedAt The window may have begun later, so by this clock it ends no later than by the
   * primary's.
   */
  #note(id: string, { key, limit }: Taking, given: Given, askedAt: number): Lease {
    const { isTaken, lease: more, remaining, msLeft, window } = given
    const known = this.#leases.get(id)
    const lease =
      known?.window === window
        ? known
        : { key, limit, window, endsAt: askedAt + msLeft, left: 0, beyond: 0, refusesUntil: 0 }
    lease.left += more
    lease.beyond = remaining
    lease.refusesUntil = isTaken ? 0 : Math.min(lease.endsAt, performance.now() + refusalMs)
    if (lease !== known && (more > 0 || !isTaken)) this.#leases.set(id, lease)
    return lease
  }

  #return(lease: Lease): Promise<void> {
    const { key, window, left: weight } = lease
    lease.left = 0
    if (weight === 0) return Promise.resolve()
    return this.#source.giveBack(this.#options, { key, weight, window }).catch(() => undefined)
  }
}

function receipt({ limit, left, beyond, endsAt }: Lease, isTaken: boolean, now: number): Taken {
  const remaining = left + beyond
  return { isTaken, used: limit - remaining, remaining, msLeft: endsAt - now }
}
