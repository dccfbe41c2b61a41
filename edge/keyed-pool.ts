/** Idle entries are dropped when this many more have become idle than were kept the last time. */
const maxNewIdle = 64

/**
 * One value per key, created on first use. Idle ones are dropped from time to time, all at once: to
 * delete and add a Map entry with every request would rebuild its table nearly each time,
 * and old tables keep newer ones alive until V8 collects its old heap.
 */
export class KeyedPool<T> {
  readonly #make: (name: string) => T
  readonly #isIdle: (one: T) => boolean
  #all = new Map<string, T>()
  /** Number of entries that became idle since the last cleanup, and number kept then. */
  #becameIdle = 0
  #kept = 0

  constructor(make: (name: string) => T, isIdle: (one: T) => boolean) {
    this.#make = make
    this.#isIdle = isIdle
  }

  /** Undefined where it was not created, or was dropped. */
  find(name: string): T | undefined {
    return this.#all.get(name)
  }

  of(name: string): T {
    const known = this.#all.get(name)
    if (known !== undefined) return known
    const one = this.#make(name)
    this.#all.set(name, one)
    return one
  }

  /** To be called whenever one has become idle. */
  noteIdle(): void {
    if (++this.#becameIdle <= this.#kept + maxNewIdle) return
    this.#becameIdle = 0
    this.#all = new Map([...this.#all].filter(([, one]) => !this.#isIdle(one)))
    this.#kept = this.#all.size
  }
}
