import { unsupported } from '../errors.js'
import { toNumber } from '../mapping/numbers.js'
import type { GeoPoint } from '../types.js'

const latitudeStep = 180 / 2 ** 32
const longitudeStep = 360 / 2 ** 32

/**
 * A point in any of Elasticsearch's forms: `{lat, lon}`, `[lon, lat]`, `"lat,lon"`, `"POINT (lon
 * lat)"`, GeoJSON or a geohash; undefined when it is none.
 */
export function parsePoint(value: unknown): GeoPoint | undefined {
  if (typeof value === 'string') return parseText(value)
  if (Array.isArray(value)) return value.length === 2 ? numbers(value[1], value[0]) : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const { lat, lon, type, coordinates, ...rest } = value as Record<string, unknown>
  if (Object.hasOwn(rest, 'geohash')) throw unsupported('geohash of a point')
  if (Object.keys(rest).length > 0) return undefined
  if (type === 'Point' && Array.isArray(coordinates)) return parsePoint(coordinates)
  return numbers(lat, lon)
}

function parseText(text: string): GeoPoint | undefined {
  const pair = text.split(',')
  if (pair.length === 2) return numbers(pair[0], pair[1])
  const known = /^\s*POINT\s*\(\s*(\S+)\s+(\S+)\s*\)\s*$/i.exec(text)
  if (known !== null) return numbers(known[2], known[1])
  const cell = geohashCell(text)
  return cell === undefined ? undefined : { lat: cell.south, lon: cell.west }
}

function numbers(lat: unknown, lon: unknown): GeoPoint | undefined {
  const [latitude, longitude] = [toNumber(lat), toNumber(lon)]
  return latitude === undefined || longitude === undefined
    ? undefined
    : { lat: latitude, lon: longitude }
}

/** What Elasticsearch says of a value that is no point. */
export function pointFault(value: unknown): string {
  if (typeof value !== 'string') return 'failed to parse geo_point'
  const [lat, lon, third] = value.split(',')
  if (third !== undefined) return 'failed to parse geo_point'
  if (lon !== undefined)
    return `${toNumber(lat) === undefined ? 'latitude' : 'longitude'} must be a number`
  if (/^\s*POINT\b/i.test(value)) return 'Invalid WKT format'
  const wrong = [...value].find((letter) => !geohashLetters.includes(letter.toLowerCase()))
  return wrong === undefined
    ? 'failed to parse geo_point'
    : `unsupported symbol [${wrong}] in geohash [${value}]`
}

export function isOnEarth({ lat, lon }: GeoPoint): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180
}

/** The point as Lucene keeps it: each coordinate in 32 bits, rounded down. */
export function quantized({ lat, lon }: GeoPoint): GeoPoint {
  return { lat: quantizedLatitude(lat), lon: quantizedLongitude(lon) }
}

export function quantizedLatitude(lat: number): number {
  return Math.min(Math.floor(lat / latitudeStep), 2 ** 31 - 1) * latitudeStep
}

export function quantizedLongitude(lon: number): number {
  return Math.min(Math.floor(lon / longitudeStep), 2 ** 31 - 1) * longitudeStep
}

const geohashLetters = '0123456789bcdefghjkmnpqrstuvwxyz'

/** A geohash cell: its south-west corner is what the geohash stands for as a point. */
export interface Cell {
  south: number
  west: number
  north: number
  east: number
}

export function geohashCell(text: string): Cell | undefined {
  if (!/^[0-9b-hjkmnp-z]{1,12}$/i.test(text)) return undefined
  const low = [-180, -90]
  const high = [180, 90]
  let bit = 0
  for (const letter of text.toLowerCase()) {
    const value = geohashLetters.indexOf(letter)
    for (let mask = 16; mask > 0; mask >>= 1, bit++) {
      const side = bit % 2
      const middle = (low[side]! + high[side]!) / 2
      if ((value & mask) === 0) high[side] = middle
      else low[side] = middle
    }
  }
  return { south: low[1]!, west: low[0]!, north: high[1]!, east: high[0]! }
}
