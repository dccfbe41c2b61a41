import type { Place } from './zip-centres.js'

const radians = (degrees: number) => (degrees * Math.PI) / 180
const earthKm = 6371.0088

/** Kilometres between two places, along the sphere (haversine). */
export function distanceKm(one: Place, other: Place): number {
  const [south, north] = [radians(one.lat), radians(other.lat)]
  const height = Math.sin((north - south) / 2) ** 2
  const width = Math.sin(radians(other.lon - one.lon) / 2) ** 2
  return 2 * earthKm * Math.asin(Math.sqrt(height + Math.cos(south) * Math.cos(north) * width))
}
