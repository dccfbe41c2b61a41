import type { Box } from '../../../packages/client/src/templates.js'
import type { MapPoint } from './points.js'
import { type Spot, spotsOf } from './spots.js'

/** Where a map has its dots from. */
export interface Source {
  /** What is within a part of the map, in the cells of a zoom. */
  spotsIn(view: Box, zoom: number, signal: AbortSignal): Promise<Spot[]>
  /** The organizations of a spot, or the first of them. */
  pointsIn(spot: Spot, signal: AbortSignal): Promise<readonly MapPoint[]>
}

/** Points that are all known. */
export const ofPoints = (points: readonly MapPoint[]): Source => ({
  spotsIn: async (_, zoom) => spotsOf(points, zoom),
  pointsIn: async (spot) => spot.points,
})
