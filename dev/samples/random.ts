/**
 * A stream of random choices, the same for the same seed on every machine (Mulberry32: 32 bits of
 * state, enough for sample data and measurements, and nothing else).
 */
export function createRandom(seed: number) {
  let state = seed

  /** From 0 (included) to 1 (excluded). */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const real = (from: number, to: number) => from + next() * (to - from)
  /** Both ends included. */
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  /** A whole number from 0 (included) to `end` (excluded). */
  const below = (end: number) => integer(0, end - 1)
  const pick = <T>(choices: readonly T[]): T => choices[below(choices.length)]!

  return {
    real,
    integer,
    below,
    pick,
    chance: (probability: number) => next() < probability,
    /** A copy in random order (Fisher and Yates). */
    shuffled<T>(items: readonly T[]): T[] {
      const copy = [...items]
      for (let i = copy.length - 1; i > 0; i--) {
        const j = integer(0, i)
        const item = copy[i]!
        copy[i] = copy[j]!
        copy[j] = item
      }
      return copy
    },
    /** The shape with a digit for each `#` and a capital letter for each `@`. */
    fill: (shape: string) =>
      shape.replace(/[#@]/g, (place) =>
        place === '#' ? String(integer(0, 9)) : String.fromCharCode(integer(65, 90)),
      ),
    /** A day of that year, `YYYY-MM-DD`. */
    date: (year: number) => {
      const [month, day] = [integer(1, 12), integer(1, 28)]
      return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    },
  }
}

export type Random = ReturnType<typeof createRandom>
