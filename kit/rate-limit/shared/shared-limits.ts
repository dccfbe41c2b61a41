import { MemoryHolds } from '../holds.js'
import { isLasting, readClock } from '../window-length.js'
import { type KeptWindow, MemoryWindows, type WindowsOptions } from '../windows.js'

/** A counter as workers name it: what it counts, and its windows. */
export interface CounterOptions extends WindowsOptions {
  name: string
}

/** A worker takes a weight for a key, and a little more if it wants a lease. */
export interface Taking {
  key: string
  weight: number
  limit: number
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

/** A key that has less than a tenth of a limit left. */
export interface NearLimit {
  /** Of the counter. */
  name: string
  key: string
  limit: number
  remaining: number
  msLeft: number
}

/** Counts that survive a restart, by counter. */
export type KeptCounts = Record<string, readonly KeptWindow[]>

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

/** Keys near their limits that are known: those that took last. */
const mostNear = 100

interface SharedCounter {
  windows: MemoryWindows
  /** When its last window has ended, by `performance.now()`. */
  usefulUntil: number
}

/** No window is longer. */
const longestMs = 31 * 86_400_000

/**
 * The primary's counts, which all workers take from: leased amounts count as taken, so no limit is
 * ever exceeded.
 */
export class SharedLimits {
  readonly holds = new MemoryHolds()
  readonly #workers: number
  readonly #counters = new Map<string, SharedCounter>()
  /** Of an earlier process, until a worker uses the counter. */
  readonly #restored = new Map<string, readonly KeptWindow[]>()
  readonly #near = new Map<string, { options: CounterOptions; key: string; limit: number }>()
  /** Whether counts that survive a restart have changed since `kept` was last called. */
  hasNews = false

  constructor(workers: number) {
    this.#workers = workers
  }

  /** Goes on from the counts of an earlier process. */
  restore(counts: KeptCounts): void {
    for (const [id, windows] of Object.entries(counts)) this.#restored.set(id, windows)
  }

  take(options: CounterOptions, taking: Taking, now = readClock(options.length)): Given {
    const { key, weight, limit } = taking
    const windows = this.#windowsOf(options)
    // plans share the count of a key: what one reserves is missing to the one with the least limit
    const leasable = Math.min(limit, options.leastLimit ?? limit)
    const lease = taking.wantsLease
      ? this.#leaseOf(leasable, windows.take(key, 0, limit, now).remaining - weight)
      : 0
    const { isTaken, remaining, msLeft } = windows.take(key, weight + lease, limit, now)
    if (isTaken && weight + lease > 0) this.#note(options)
    if (isNear(remaining, limit)) this.#noteNear(options, key, limit)
    return { isTaken, lease: isTaken ? lease : 0, remaining, msLeft, window: now + msLeft }
  }

  giveBack(options: CounterOptions, { key, weight, window }: Returned): void {
    this.#windowsOf(options).giveBack(key, weight, window)
    this.#note(options)
  }

  /** The keys with least left first. */
  near(): NearLimit[] {
    const rows = [...this.#near.values()].flatMap(({ options, key, limit }) => {
      const { name, length } = options
      const now = readClock(length)
      const window = this.#windowsOf(options).find(key, now)
      if (!window) return []
      const remaining = Math.max(0, limit - window.used)
      return [{ name, key, limit, remaining, msLeft: window.endsAt - now }]
    })
    return rows
      .filter(({ remaining, limit }) => isNear(remaining, limit))
      .sort((one, other) => one.remaining / one.limit - other.remaining / other.limit)
  }

  /**
   * Drops counters whose windows have all ended, such as those of a configuration that is no longer
   * in force.
   */
  forgetEnded(now = performance.now()): void {
    for (const [id, { usefulUntil }] of this.#counters)
      if (usefulUntil <= now) this.#counters.delete(id)
  }

  /** The counts that survive a restart. */
  kept(now = Date.now()): KeptCounts {
    const counts: [string, KeptWindow[]][] = []
    for (const [id, windows] of this.#restored)
      counts.push([id, windows.filter(([, , endsAt]) => endsAt > now)])
    for (const [id, { windows }] of this.#counters)
      if (isLasting(windows.length)) counts.push([id, [...windows.kept(now)]])
    return Object.fromEntries(counts.filter(([, windows]) => windows.length > 0))
  }

  /** The less is left, the smaller: in the end next to nothing of it stays unused. */
  #leaseOf(limit: number, left: number): number {
    if (limit < leastLeased || left <= 0) return 0
    return Math.floor(Math.min(limit * heldPart, left / 2) / this.#workers)
  }

  #noteNear(options: CounterOptions, key: string, limit: number): void {
    const id = `${options.length}:${options.name}:${key}`
    this.#near.delete(id)
    this.#near.set(id, { options, key, limit })
    const [oldest] = this.#near.keys()
    if (this.#near.size > mostNear) this.#near.delete(oldest!)
  }

  #note({ length }: CounterOptions): void {
    if (isLasting(length)) this.hasNews = true
  }

  #windowsOf(options: CounterOptions): MemoryWindows {
    const { name, length } = options
    const id = `${length}:${name}`
    const counter = this.#counters.get(id) ?? { windows: this.#make(id, options), usefulUntil: 0 }
    counter.usefulUntil = performance.now() + (length === 'month' ? longestMs : length * 1000)
    this.#counters.set(id, counter)
    return counter.windows
  }

  #make(id: string, options: CounterOptions): MemoryWindows {
    const windows = new MemoryWindows(options)
    windows.restore(this.#restored.get(id) ?? [])
    this.#restored.delete(id)
    return windows
  }
}

const isNear = (remaining: number, limit: number) => remaining < limit / 10
