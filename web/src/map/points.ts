/** A place on Earth, in degrees. */
export interface Place {
  lat: number
  lon: number
}

/** Something that is drawn as a dot. */
export interface MapPoint extends Place {
  id: string
  label: string
  /** A second line where it is listed. */
  note?: string | undefined
  /** Name of the place, which is written on the map. */
  place?: string | undefined
  /** Address of the page about it. */
  href: string
}

/** A name that is written on the map, in its middle. */
export interface PlaceName extends Place {
  label: string
}

/** A distance from a place. */
export interface Circle extends Place {
  km: number
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
const earthKm = 6371.0088

/** Kilometres between two places, along the sphere. */
export function distanceKm(one: Place, other: Place): number {
  const [south, north] = [radians(one.lat), radians(other.lat)]
  const height = Math.sin((north - south) / 2) ** 2
  const width = Math.sin(radians(other.lon - one.lon) / 2) ** 2
  return 2 * earthKm * Math.asin(Math.sqrt(height + Math.cos(south) * Math.cos(north) * width))
}
