/** Spearman's rank correlation, ties by their mean rank. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranks(a), ranks(b)]
  const mean = (a.length + 1) / 2
  let [both, ofX, ofY] = [0, 0, 0]
  for (let i = 0; i < x.length; i++) {
    const [dx, dy] = [x[i]! - mean, y[i]! - mean]
    both += dx * dy
    ofX += dx * dx
    ofY += dy * dy
  }
  return both / Math.sqrt(ofX * ofY)
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((value, i) => [value, i] as const).sort(([a], [b]) => a - b)
  const result = new Array<number>(values.length)
  for (let from = 0; from < order.length; ) {
    let to = from
    while (to + 1 < order.length && order[to + 1]![0] === order[from]![0]) to++
    for (let i = from; i <= to; i++) result[order[i]![1]] = (from + to) / 2 + 1
    from = to + 1
  }
  return result
}
