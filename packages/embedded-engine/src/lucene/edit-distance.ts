/**
 * The fewest insertions, deletions and changes of letters that make one word the other; with
 * `transpositions`, two neighbours that changed places count once. More than `most` is answered as
 * `most + 1`.
 */
export function boundedDistance(
  a: readonly string[],
  b: readonly string[],
  most: number,
  transpositions: boolean,
): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      let cost = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + change)
      if (transpositions && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1)
      }
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return most + 1
    beforeLast = last
    last = row
  }
  return last[b.length]!
}
