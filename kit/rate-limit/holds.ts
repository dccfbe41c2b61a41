/** One of the things that a key may have at once. */
export interface HeldPlace {
  key: string
  /** How many its key may have. */
  limit: number
  /** Identifies who has it. */
  holder: string
}

/**
 * Takes a place for some time, or prolongs that of its holder; for 0 ms gives it back. Limits what
 * goes on at once, rather than in a window, wherever the places are kept. A holder that is lost
 * loses its place in the end.
 * @returns false where others have all places of the key.
 */
export type Hold = (place: HeldPlace, forMs: number) => boolean | Promise<boolean>

/** Places in the memory of this process. */
export class MemoryHolds {
  /** By holder. */
  readonly #held = new Map<string, { key: string; endsAt: number }>()

  /** @param now By `performance.now()`. */
  hold({ key, limit, holder }: HeldPlace, forMs: number, now = performance.now()): boolean {
    this.#held.delete(holder)
    for (const [other, { endsAt }] of this.#held) if (endsAt <= now) this.#held.delete(other)
    const others = [...this.#held.values()].filter((held) => held.key === key)
    if (forMs > 0 && others.length >= limit) return false
    if (forMs > 0) this.#held.set(holder, { key, endsAt: now + forMs })
    return true
  }
}
