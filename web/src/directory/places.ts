import type { Location, Organization } from '../../../packages/client/src/types.js'
import { placeOf, readable } from '../kit/words.js'
import { distanceKm, type MapPoint } from '../map/points.js'
import { distance } from './distance.js'
import type { Navigation } from './navigation.js'

/** How far an organization is from the place that was asked for: `2.3 km`. */
export function distanceOf(
  { location }: Organization,
  place: Location | undefined,
): string | undefined {
  if (!location || !place) return undefined
  return distance(distanceKm(location, place))
}

/** An organization as a point of a map; none where its place is not known. */
export function pointsOf(
  organization: Organization,
  to: Navigation['to'],
  near?: Location,
): MapPoint[] {
  const { id, name, city, location } = organization
  if (!location) return []
  const note = [placeOf(organization), distanceOf(organization, near)].filter(Boolean).join(' · ')
  const place = city && readable(city)
  return [{ ...location, id, note, place, label: readable(name), href: to({ id }) }]
}
