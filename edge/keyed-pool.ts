/** The idle ones are forgotten when so many more have become idle than were kept the last time. */
const idleTimes = 64

/**
 * Something for each name, made when it is first asked for. What becomes idle is forgotten some time, all of it at once: to take one
 * out of a Map and put it back with every request would make the table anew nearly each time (docs/decisions.md).
 */
export class KeyedPool<T> {
  readonly #make: (name: string) => T
  readonly #isIdle: (one: T) => boolean
  #all = new Map<string, T>()
  /** How often since the idle ones were forgotten, and how many were kept then. */
  #becameIdle = 0
  #kept = 0

  constructor(make: (name: string) => T, isIdle: (one: T) => boolean) {
    this.#make = make
    this.#isIdle = isIdle
  }

  /** Nothing where it has not been asked for, or is forgotten. */
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

  /** To be told whenever one has become idle. */
  noteIdle(): void {
    if (++this.#becameIdle <= this.#kept + idleTimes) return
    this.#becameIdle = 0
    this.#all = new Map([...this.#all].filter(([, one]) => !this.#isIdle(one)))
    this.#kept = this.#all.size
  }
}
