/** How much something grows by for each x, by least squares. */
export function slope(points: readonly { x: number; y: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))]
  const above = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0)
  return above / points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
}
