/** Names that count nothing are kept, up to so many beside the others: one that comes and goes would cost a table each time. */
const maxIdle = 64

/** How many there are of each name. */
export class Counts {
  #of = new Map<string, { count: number }>()
  /** Names that count something. */
  #busy = 0

  of(name: string): number {
    return this.#of.get(name)?.count ?? 0
  }

  /** One more. @returns how many there are now. */
  add(name: string): number {
    const one = this.#of.get(name) ?? this.#begin(name)
    if (one.count === 0) this.#busy++
    one.count++
    return one.count
  }

  /** One less. */
  remove(name: string): void {
    const one = this.#of.get(name)
    if (!one || one.count === 0) return
    one.count--
    if (one.count === 0) {
      this.#busy--
      if (this.#of.size > 2 * this.#busy + maxIdle)
        this.#of = new Map([...this.#of].filter(([, { count }]) => count > 0))
    }
  }

  #begin(name: string): { count: number } {
    const one = { count: 0 }
    this.#of.set(name, one)
    return one
  }
}
