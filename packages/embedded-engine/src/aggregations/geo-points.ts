import type { GeoPoint } from '../types.js'

const steps = 2 ** 32
const latStep = 180 / steps
const lonStep = 360 / steps

/** A point as Lucene stores it: whole steps of 2^-32 of the range, from the south-west corner. */
export interface StoredPoint {
  /** 0 to 2^32 - 1, from the south pole. */
  latSteps: number
  /** 0 to 2^32 - 1, from the antimeridian. */
  lonSteps: number
  /** The same in degrees. */
  lat: number
  lon: number
}

/**
 * Lucene's GeoEncodingUtils: both coordinates are cut off to 32 bits; the very last value counts as
 * the one before.
 */
export function stored({ lat, lon }: GeoPoint): StoredPoint {
  const latSigned = Math.min(Math.floor(lat / latStep), steps / 2 - 1)
  const lonSigned = Math.min(Math.floor(lon / lonStep), steps / 2 - 1)
  return {
    latSteps: latSigned + steps / 2,
    lonSteps: lonSigned + steps / 2,
    lat: latSigned * latStep,
    lon: lonSigned * lonStep,
  }
}

const base32 = '0123456789bcdefghjkmnpqrstuvwxyz'

/** The geohash of this many letters (1 to 12): five bits each, longitude and latitude in turn. */
export function geohash({ latSteps, lonSteps }: StoredPoint, length: number): string {
  let hash = ''
  for (let letter = 0; letter < length; letter++) {
    let bits = 0
    for (let bit = letter * 5; bit < letter * 5 + 5; bit++) {
      const source = bit % 2 === 0 ? lonSteps : latSteps
      bits = bits * 2 + ((source >>> (31 - (bit >> 1))) & 1)
    }
    hash += base32[bits]
  }
  return hash
}

/** The map tile `zoom/x/y` of the Web Mercator grid, zoom 0 to 29. */
export function geotile(point: StoredPoint, zoom: number): string {
  const { x, y } = tilePosition(point, zoom)
  const inside = (tile: number) => Math.max(0, Math.min(2 ** zoom - 1, Math.floor(tile)))
  return `${zoom}/${inside(x)}/${inside(y)}`
}

/** A place in the Web Mercator grid, in tiles from its north-western corner. */
export function tilePosition({ lat, lon }: GeoPoint, zoom: number): { x: number; y: number } {
  const tiles = 2 ** zoom
  const sine = Math.sin((lat * Math.PI) / 180)
  return {
    x: ((lon + 180) / 360) * tiles,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * tiles,
  }
}
