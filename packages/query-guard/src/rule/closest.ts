/**
 * Maximum number of wrong letters in a misspelt name: at most these, and at most half of the
 * intended name.
 */
const maxWrongLetters = 3

/**
 * The candidate that a misspelt word most likely means, in any case; undefined when none is close.
 * The first of equals.
 */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  let written: string | undefined
  let nearest: string | undefined
  let least = maxWrongLetters + 1
  for (const name of candidates) {
    if (Math.abs(name.length - word.length) >= least) continue // no closer than the best so far
    written ??= word.toLowerCase()
    const distance = editDistance(written, name.toLowerCase())
    if (distance >= least || distance > name.length / 2) continue
    nearest = name
    least = distance
  }
  return nearest
}

/**
 * Letters to insert, delete, replace or swap with their neighbour, each position once (optimal
 * string alignment).
 */
export function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      let least = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before[j - 2]! + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row[b.length]!
}
