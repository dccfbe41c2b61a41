/**
 * A function that copies lists in random order (Fisher and Yates), the same orders for the same
 * seed on every machine (Mulberry32).
 */
export function createShuffle(seed: number): <T>(items: readonly T[]) => T[] {
  let state = seed

  /** From 0 (included) to `end` (excluded). */
  function below(end: number): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end)
  }

  return (items) => {
    const copy = [...items]
    for (let i = copy.length - 1; i > 0; i--) {
      const j = below(i + 1)
      const item = copy[i]!
      copy[i] = copy[j]!
      copy[j] = item
    }
    return copy
  }
}
