import type { GeoPoint } from '../types.js'

/** Radius of the sphere in metres (Elasticsearch and Lucene use the Earth's mean radius). */
const earthRadius = 6_371_008.7714
const metersPerDegree = (2 * Math.PI * earthRadius) / 360

/** Units by the names and letters that Elasticsearch takes, in metres. */
const units: Readonly<Record<string, number>> = {
  nauticalmiles: 1852,
  nmi: 1852,
  NM: 1852,
  millimeters: 0.001,
  mm: 0.001,
  centimeters: 0.01,
  cm: 0.01,
  kilometers: 1000,
  km: 1000,
  miles: 1609.344,
  mi: 1609.344,
  yards: 0.9144,
  yd: 0.9144,
  feet: 0.3048,
  ft: 0.3048,
  inch: 0.0254,
  in: 0.0254,
  meters: 1,
  m: 1,
}

export function unitMeters(name: string): number | undefined {
  return Object.hasOwn(units, name) ? units[name] : undefined
}

/**
 * A distance such as `12km`; a bare number is in the given unit. Metres, or undefined when it is
 * none.
 */
export function parseDistance(text: string, unit: number): number | undefined {
  const match = /^\s*([+-]?[\d.]+(?:[eE][+-]?\d+)?)\s*([A-Za-z]*)\s*$/.exec(text)
  if (match === null || !Number.isFinite(Number(match[1]))) return undefined
  const meters = match[2] === '' ? unit : unitMeters(match[2]!)
  return meters === undefined ? undefined : Number(match[1]) * meters
}

/** A distance without the unit that it ends with, if it is one. */
export function withoutUnit(text: string): string {
  const [number = text, unit = ''] = /^(.*?)\s*([A-Za-z]*)$/s.exec(text)?.slice(1) ?? []
  return unitMeters(unit) === undefined ? text : number
}

/**
 * Metres along the great circle (`distance_type: arc`), by the formula and the rounding of Lucene's
 * SloppyMath.
 */
export function arcDistance(a: GeoPoint, b: GeoPoint): number {
  const [latitude, other] = [radians(a.lat), radians(b.lat)]
  const acrossLatitudes = 1 - Math.cos(latitude - other)
  const acrossLongitudes = 1 - Math.cos(radians(a.lon - b.lon))
  const haversine = coarse(
    acrossLatitudes + Math.cos(latitude) * Math.cos(other) * acrossLongitudes,
  )
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(haversine * 0.5)))
}

function radians(degrees: number): number {
  return (degrees / 180) * Math.PI
}

const bits = new DataView(new ArrayBuffer(8))

/** The number without its three last bits. */
function coarse(value: number): number {
  bits.setFloat64(0, value)
  bits.setUint32(4, bits.getUint32(4) & ~7)
  return bits.getFloat64(0)
}

/**
 * Metres on a flat map scaled at the middle latitude (`distance_type: plane`): faster and wrong far
 * away.
 */
export function planeDistance(a: GeoPoint, b: GeoPoint): number {
  const x = radians(b.lon - a.lon) * Math.cos(radians((a.lat + b.lat) / 2))
  const y = radians(b.lat - a.lat)
  return Math.sqrt(x * x + y * y) * earthRadius
}

/** Degrees of latitude that a distance spans. */
export function latitudeSpan(meters: number): number {
  return meters / metersPerDegree
}
