/** Numbers that are the same for the same seed (mulberry32), so that a find can be run again. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 up to `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!
  }

  /** The same in another order, each as likely. */
  shuffled<T>(all: readonly T[]): T[] {
    const left = [...all]
    return all.map(() => left.splice(this.below(left.length), 1)[0]!)
  }
}
