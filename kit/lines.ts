/** Who waits, in one line per owner; the owners come up in turn, so that whoever sends many waits for himself. */
export class Lines<T> {
  /** In the order of turns: whose turn was moves to the end. Sets keep the order of arrival, and forget at once. */
  readonly #lines = new Map<string, Set<T>>()
  #size = 0

  /** How many wait in all. */
  get size(): number {
    return this.#size
  }

  /** How many wait in the line of an owner. */
  sizeOf(owner: string): number {
    return this.#lines.get(owner)?.size ?? 0
  }

  /** At the end of the owner's line. One object stands in it once. */
  add(owner: string, one: T): void {
    const line = this.#lines.get(owner)
    if (line) line.add(one)
    else this.#lines.set(owner, new Set([one]))
    this.#size++
  }

  /** Takes one out, wherever it stands. */
  remove(owner: string, one: T): void {
    const line = this.#lines.get(owner)
    if (!line?.delete(one)) return
    this.#size--
    if (line.size === 0) this.#lines.delete(owner)
  }

  /** The first in the line of an owner. */
  firstOf(owner: string): T | undefined {
    const [one] = this.#lines.get(owner) ?? []
    return one
  }

  /** Whose turn it is. @param isReady Whether an owner may have it. */
  first(isReady: (owner: string) => boolean): T | undefined {
    for (const [owner, line] of this.#lines) if (isReady(owner)) for (const one of line) return one
    return undefined
  }

  /** Takes out the one whose turn it is. @param isReady Whether an owner may have it; the others keep their places. */
  next(isReady: (owner: string) => boolean = () => true): T | undefined {
    for (const [owner, line] of this.#lines) {
      if (!isReady(owner)) continue
      const [one] = line as Set<T>
      this.remove(owner, one as T)
      if (line.size > 0) {
        this.#lines.delete(owner)
        this.#lines.set(owner, line)
      }
      return one
    }
    return undefined
  }
}
