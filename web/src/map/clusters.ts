import Supercluster, { type ClusterProperties } from 'supercluster'
import type { MapPoint, Place } from './points.js'

/** The closest that the map goes: streets. */
export const maxZoom = 18

/** Points that are drawn as one dot. */
export interface Spot extends Place {
  /** The same as long as it holds the same points. */
  key: string
  points: MapPoint[]
  /** The zoom at which it falls apart; undefined where none does. */
  opensAt: number | undefined
}

/** The diameter of its dot in pixels. */
export function sizeOf({ points: { length } }: Spot): number {
  return length === 1 ? 18 : 26 + 5 * Math.round(Math.log2(length))
}

/** A spot in words. */
export function titleOf({ points, opensAt }: Spot): string {
  if (points.length === 1) return points[0]!.label
  const where = opensAt === undefined ? 'at this place' : 'around here'
  return `${points.length} organizations ${where}`
}

/** What falls together into spots at a zoom. */
export type Clusters = (zoom: number) => Spot[]

const world: [number, number, number, number] = [-180, -90, 180, 90]

/** Points that are closer than a dot is wide fall together, at each zoom. */
export function clustersOf(points: readonly MapPoint[]): Clusters {
  const index = new Supercluster<MapPoint, ClusterProperties>({ maxZoom, extent: 256, radius: 34 })
  index.load(
    points.map((point) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [point.lon, point.lat] },
      properties: point,
    })),
  )
  return (zoom) =>
    index.getClusters(world, zoom).map(({ geometry, properties }) => {
      const [lon, lat] = geometry.coordinates as [number, number]
      const cluster = properties as MapPoint | ClusterProperties
      if (!('cluster_id' in cluster))
        return { key: cluster.id, lat, lon, points: [cluster], opensAt: undefined }
      const held = index
        .getLeaves(cluster.cluster_id, Number.POSITIVE_INFINITY)
        .map((leaf) => leaf.properties)
      const opensAt = index.getClusterExpansionZoom(cluster.cluster_id)
      return {
        key: held.map(({ id }) => id).join(' '),
        lat,
        lon,
        points: held,
        opensAt: opensAt > maxZoom ? undefined : opensAt,
      }
    })
}
