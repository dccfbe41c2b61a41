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

/**
 * The labels that have room: each once, at the first of its places that overlaps neither an earlier
 * label nor something that is drawn already.
 */
export function placeLabels<One extends Box & { label: string }>(
  labels: readonly One[],
  taken: readonly Box[],
): One[] {
  const kept = new Map<string, One>()
  for (const one of labels)
    if (!kept.has(one.label) && ![...taken, ...kept.values()].some((other) => overlaps(one, other)))
      kept.set(one.label, one)
  return [...kept.values()]
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
