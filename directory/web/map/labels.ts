import type { Spot } from './spots.js'

/** Something on the screen: its middle and its size, in pixels. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** About the size of a text of 12 pixels; what is a little too large keeps a gap. */
export const measureText = (text: string) => ({ width: 7 * text.length, height: 18 })

/** The boxes that neither an earlier one nor what is there already covers. */
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

/** The place of most of a spot; undefined where none is known to have more than half of it. */
export function findCity({
  points,
  count: all,
}: Pick<Spot, 'points' | 'count'>): string | undefined {
  const counts = new Map<string, number>()
  for (const { place } of points) if (place) counts.set(place, (counts.get(place) ?? 0) + 1)
  return [...counts].find(([, count]) => count > all / 2)?.[0]
}
