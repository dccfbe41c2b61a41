import { KeyedPool } from './keyed-pool.js'

/** Counts per key. */
export class KeyedCounter {
  readonly #counts = new KeyedPool(
    () => ({ count: 0 }),
    ({ count }) => count === 0,
  )

  of(name: string): number {
    return this.#counts.find(name)?.count ?? 0
  }

  /** Adds one. @returns the new count. */
  add(name: string): number {
    return ++this.#counts.of(name).count
  }

  /** Subtracts one. */
  remove(name: string): void {
    const one = this.#counts.find(name)
    if (!one || one.count === 0) return
    one.count--
    if (one.count === 0) this.#counts.noteIdle()
  }
}
