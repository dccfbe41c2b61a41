import { getWindowEnd, readClock, type WindowLength } from './window-length.js'

/** The result of a taking. */
export interface Taken {
  /** False when it did not fit: then nothing was taken. */
  isTaken: boolean
  /** The total that the key has taken in its window. */
  used: number
  /** The amount it may still take. */
  remaining: number
  /** Milliseconds until the window ends. */
  msLeft: number
}

/**
 * Counts what keys spend in windows of time. The counter behind every limit, of any unit, and
 * wherever the counts are kept: one that keeps them in its own memory answers synchronously, one
 * that must ask another process returns a promise.
 */
export interface Windows {
  /** Length of a window, which begins with a key's first taking, or with the month. */
  readonly length: WindowLength
  /**
   * Takes a weight if the window then holds no more than the limit, which may differ from taking to
   * taking. A weight of 0 only looks, and returns the exact rest.
   */
  take(key: string, weight: number, limit: number): Taken | Promise<Taken>
}

interface Window {
  used: number
  endsAt: number
}

export interface WindowsOptions {
  length: WindowLength
  /**
   * Maximum number of keys; beyond that, the oldest windows are dropped, so that a flood of keys
   * cannot fill the memory.
   */
  maxKeys: number
  /** Of the limits that a key is compared with, where they differ by plan. */
  leastLimit?: number
}

/** A window as it is kept over a restart. */
export type KeptWindow = [key: string, used: number, endsAt: number]

/** Windows in the memory of this process. */
export class MemoryWindows implements Windows {
  readonly length: WindowLength
  readonly #maxKeys: number
  /** In the order of their ends: a window is added when it begins, and all are equally long. */
  readonly #windows = new Map<string, Window>()
  /**
   * From the oldest on. One iterator, since each new one would first skip all that was ever
   * dropped.
   */
  #iterator = this.#windows.entries()
  /** The current entry of the iterator. */
  #oldest: [string, Window] | undefined

  constructor({ length, maxKeys }: WindowsOptions) {
    this.length = length
    this.#maxKeys = maxKeys
  }

  /** @param now By the clock of its length. */
  take(key: string, weight: number, limit: number, now = readClock(this.length)): Taken {
    const window = this.#current(key, now)
    const isTaken = weight === 0 || window.used + weight <= limit
    if (isTaken) window.used += weight
    const { used, endsAt } = window
    return { isTaken, used, remaining: Math.max(0, limit - used), msLeft: endsAt - now }
  }

  /** Gives back a weight taken in the window that ends then; nothing once it has ended. */
  giveBack(key: string, weight: number, endsAt: number): void {
    const window = this.#windows.get(key)
    if (window?.endsAt === endsAt) window.used = Math.max(0, window.used - weight)
  }

  /** Adds windows of an earlier process, in the order of their ends, before the first taking. */
  restore(kept: Iterable<KeptWindow>): void {
    for (const [key, used, endsAt] of kept) this.#windows.set(key, { used, endsAt })
  }

  /** The window of a key, if it has not ended. @param now By the clock of its length. */
  find(key: string, now: number): Readonly<Window> | undefined {
    const window = this.#windows.get(key)
    return window && window.endsAt > now ? window : undefined
  }

  /** The windows that have not ended. */
  *kept(now: number): Generator<KeptWindow> {
    for (const [key, { used, endsAt }] of this.#windows) if (endsAt > now) yield [key, used, endsAt]
  }

  #current(key: string, now: number): Window {
    const known = this.#windows.get(key)
    const end = getWindowEnd(this.length, now)
    if (known && known.endsAt > now) {
      // no later than one that begins now: wall time that is set back must not prolong it
      if (known.endsAt > end) known.endsAt = end
      return known
    }
    this.#windows.delete(key)
    this.#dropEnded(now)
    const window = { used: 0, endsAt: end }
    this.#windows.set(key, window)
    return window
  }

  /** Two for each new one: the ended ones cannot pile up, and no request pays for many. */
  #dropEnded(now: number): void {
    for (let left = 2; left > 0; ) {
      this.#oldest ??= this.#iterator.next().value
      if (!this.#oldest) {
        this.#iterator = this.#windows.entries() // a finished iterator does not see later entries
        return
      }
      const [key, window] = this.#oldest
      const isKept = this.#windows.get(key) === window // and has not been replaced
      if (isKept && window.endsAt > now && this.#windows.size < this.#maxKeys) return
      if (isKept) {
        this.#windows.delete(key)
        left--
      }
      this.#oldest = undefined
    }
  }
}
