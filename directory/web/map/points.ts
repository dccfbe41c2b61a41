/** A place on Earth, in degrees. */
export interface Place {
  lat: number
  lon: number
}

/** A point that is drawn as a dot. */
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

/** A city of the ground. */
export interface City extends PlaceName {
  /** How many ZIP codes it has. */
  size: number
}

/** A distance from a place. */
export interface Circle extends Place {
  km: number
}
