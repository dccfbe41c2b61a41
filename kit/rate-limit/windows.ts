/** The result of a taking, and the receipt for giving back. */
export interface Taken {
  key: string
  /** False when it did not fit: then nothing was taken. */
  isTaken: boolean
  /** The amount taken and not given back. */
  held: number
  /** The total that the key has taken in its window. */
  used: number
  /** The amount it may still take. */
  remaining: number
  /** When the window ends, in milliseconds of the clock that `now` came from. */
  resetAt: number
}

/**
 * Counts what keys spend in windows of time: never more than `limit` in one window. The counter
 * behind every limit, of any unit, and wherever the counts are kept: one that keeps them in its own
 * memory answers synchronously, one that must ask another process returns a promise.
 */
export interface Windows {
  /** The maximum amount per key and window. */
  readonly limit: number
  /** Length of a window, which begins with a key's first taking. */
  readonly seconds: number
  /**
   * Takes a weight if it fits.
   * @param now Milliseconds of `performance.now()`.
   */
  take(key: string, weight: number, now: number): Taken | Promise<Taken>
  /**
   * Gives back what was taken and not spent: never more than the taking still holds, and nothing
   * once its window has ended, since it does not count in a later one.
   */
  giveBack(taken: Taken, weight: number): undefined | Promise<undefined>
}

interface Window {
  used: number
  endsAt: number
}

export interface WindowsOptions {
  limit: number
  seconds: number
  /**
   * Maximum number of keys; beyond that, the oldest windows are dropped, so that a flood of keys
   * cannot fill the memory.
   */
  maxKeys: number
}

/** Windows in the memory of this process. */
export class MemoryWindows implements Windows {
  readonly limit: number
  readonly seconds: number
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

  constructor({ limit, seconds, maxKeys }: WindowsOptions) {
    this.limit = limit
    this.seconds = seconds
    this.#maxKeys = maxKeys
  }

  take(key: string, weight: number, now: number): Taken {
    let window = this.#windows.get(key)
    if (window === undefined || window.endsAt <= now) {
      this.#windows.delete(key)
      this.#dropEnded(now)
      window = { used: 0, endsAt: now + this.seconds * 1000 }
      this.#windows.set(key, window)
    }
    const isTaken = window.used + weight <= this.limit
    if (isTaken) window.used += weight
    const { used, endsAt: resetAt } = window
    return { key, isTaken, held: isTaken ? weight : 0, used, remaining: this.limit - used, resetAt }
  }

  giveBack(taken: Taken, weight: number): undefined {
    const back = Math.min(weight, taken.held)
    taken.held -= back
    const window = this.#windows.get(taken.key)
    if (window?.endsAt === taken.resetAt) window.used = Math.max(0, window.used - back)
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
