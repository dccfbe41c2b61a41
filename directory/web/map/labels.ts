import type { Spot } from './spots.js'

/** Something on the screen: its middle and its size, in pixels. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Estimates the size of a text of 12 pixels, with some space around it. */
export const measureText = (text: string) => ({ width: 7 * text.length, height: 18 })

/** Removes boxes that overlap an earlier box or something that is drawn already. */
export function removeOverlaps<One extends Box>(boxes: readonly One[], taken: readonly Box[]) {
  const kept: One[] = []
  for (const box of boxes)
    if (![...taken, ...kept].some((other) => overlaps(box, other))) kept.push(box)
  return kept
}

function overlaps(one: Box, other: Box): boolean {
  return (
    2 * Math.abs(one.x - other.x) < one.width + other.width &&
    2 * Math.abs(one.y - other.y) < one.height + other.height
  )
}

/** The city of more than half of the organizations of a spot, if there is one. */
export function findCity({
  points,
  count: all,
}: Pick<Spot, 'points' | 'count'>): string | undefined {
  const counts = new Map<string, number>()
  for (const { place } of points) if (place) counts.set(place, (counts.get(place) ?? 0) + 1)
  return [...counts].find(([, count]) => count > all / 2)?.[0]
}
