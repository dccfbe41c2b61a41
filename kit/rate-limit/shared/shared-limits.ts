import { MemoryWindows, type WindowsOptions } from '../windows.js'

/** A counter as workers name it: what it counts, and its windows. */
export interface CounterOptions extends WindowsOptions {
  name: string
}

/** A worker takes a weight for a key, and a little more if it wants a lease. */
export interface Taking {
  key: string
  weight: number
  wantsLease: boolean
}

export interface Given {
  isTaken: boolean
  /** Taken in addition to the weight: the worker spends it without asking. */
  lease: number
  /** The amount left. */
  remaining: number
  msLeft: number
  /** Identifies a window of a key. */
  window: number
}

/** A worker's unspent amount of a window. */
export interface Returned {
  key: string
  weight: number
  window: number
}

/**
 * Below this limit every request is counted by itself, so that no worker holds an unused part of
 * it.
 */
const leastLeased = 100

/**
 * How much of a limit all workers together may reserve. Half of a hundredth, because there are
 * twice as many of them while a reload replaces them.
 */
const heldPart = 0.005

/**
 * The primary's counts, which all workers take from: leased amounts count as taken, so no limit is
 * ever exceeded.
 */
export class SharedLimits {
  readonly #workers: number
  readonly #counters = new Map<string, { windows: MemoryWindows; usedAt: number }>()

  constructor(workers: number) {
    this.#workers = workers
  }

  /** @param now Milliseconds of `performance.now()`. */
  take(options: CounterOptions, taking: Taking, now: number): Given {
    const { key, weight } = taking
    const windows = this.#windowsOf(options, now)
    const lease = taking.wantsLease
      ? this.#leaseOf(options.limit, windows.take(key, 0, now).remaining - weight)
      : 0
    const { isTaken, remaining, resetAt } = windows.take(key, weight + lease, now)
    return {
      isTaken,
      lease: isTaken ? lease : 0,
      remaining,
      msLeft: resetAt - now,
      window: resetAt,
    }
  }

  giveBack(options: CounterOptions, { key, weight, window }: Returned, now: number): void {
    const receipt = { key, isTaken: true, held: weight, used: 0, remaining: 0, resetAt: window }
    this.#windowsOf(options, now).giveBack(receipt, weight)
  }

  /**
   * Drops counters whose windows have all ended, such as those of a configuration that is no longer
   * in force.
   */
  forgetEnded(now: number): void {
    for (const [id, { windows, usedAt }] of this.#counters) {
      if (usedAt + windows.seconds * 1000 <= now) this.#counters.delete(id)
    }
  }

  /** The less is left, the smaller: in the end next to nothing of it stays unused. */
  #leaseOf(limit: number, left: number): number {
    if (limit < leastLeased || left <= 0) return 0
    return Math.floor(Math.min(limit * heldPart, left / 2) / this.#workers)
  }

  #windowsOf(options: CounterOptions, now: number): MemoryWindows {
    const { name, limit, seconds } = options
    const id = `${limit}:${seconds}:${name}`
    const counter = this.#counters.get(id) ?? { windows: new MemoryWindows(options), usedAt: now }
    counter.usedAt = now
    this.#counters.set(id, counter)
    return counter.windows
  }
}
