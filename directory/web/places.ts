import { pageOf } from './address.js'
import type { FoundOrganization } from './calls.js'
import { distance, type Unit } from './distance.js'
import type { MapPoint } from './map/points.js'
import { placeOf, readable } from './names.js'

/** How far an organization is from the place that was asked for: `2.3 km`. */
export function distanceOf(
  { distance_km }: FoundOrganization,
  unit: Unit | undefined,
): string | undefined {
  return distance_km === undefined ? undefined : distance(distance_km, unit)
}

/** An organization as a point of a map; none where its place is not known. */
export function pointsOf(organization: FoundOrganization, unit?: Unit): MapPoint[] {
  const { id, name, city, location } = organization
  if (!location) return []
  const note = [placeOf(organization), distanceOf(organization, unit)].filter(Boolean).join(' · ')
  const place = city && readable(city)
  return [{ ...location, id, note, place, label: readable(name), href: pageOf(organization) }]
}
