import {
  illegalArgument,
  noNumber,
  numberError,
  parseError,
  parsingError,
  shardError,
  unsupported,
} from '../errors.js'
import {
  arcDistance,
  latitudeSpan,
  parseDistance,
  unitMeters,
  withoutUnit,
} from '../geo/distance.js'
import {
  geohashCell,
  isOnEarth,
  parsePoint,
  pointFault,
  quantizedLatitude,
  quantizedLongitude,
} from '../geo/point.js'
import type { Field } from '../index/field.js'
import type { Shard } from '../index/shard.js'
import { constantQuery, matchNone, type Query } from '../lucene/query.js'
import type { GeoPoint } from '../types.js'
import type { Clause, Parsing } from './clause.js'
import { isObject, Options } from './options.js'

export function geoDistance(body: unknown, parsing: Parsing): Clause {
  const options = new Options('geo_distance', body)
  const unit = unitMeters(options.text('unit') ?? 'm')
  if (!options.has('distance'))
    throw parsingError("geo_distance requires 'distance' to be specified")
  const radius =
    unit === undefined ? undefined : parseDistance(options.text('distance') ?? '', unit)
  if (radius === undefined) throw numberError(noNumber(withoutUnit(options.text('distance') ?? '')))
  if (radius <= 0) throw illegalArgument('distance must be greater than zero')
  options.choice('distance_type', ['arc', 'plane'], 'arc')
  const { field, value, ignoreUnmapped } = located(options)
  if (isObject(value) && Object.hasOwn(value, 'type'))
    throw parsingError(`[geo_distance] query does not support [${field}]`)
  const center = isHalf(value) ? { lat: Number.NaN, lon: Number.NaN, ...value } : readPoint(value)
  return options.finish(parsing, (shard) =>
    pointsOf(shard, field, 'geo_distance', ignoreUnmapped, (points) => {
      checkOnEarth(center)
      return nearPoints(points, center, radius)
    }),
  )
}

/** Elasticsearch takes a point of one coordinate, and finds on the shard that it is none. */
function isHalf(value: unknown): value is Partial<GeoPoint> {
  const key = isObject(value) && Object.keys(value).length === 1 ? Object.keys(value)[0]! : ''
  return (
    (key === 'lat' || key === 'lon') && typeof (value as Record<string, unknown>)[key] === 'number'
  )
}

/** Documents with a point at most `radius` metres away. */
function nearPoints(field: Field, center: GeoPoint, radius: number): Query {
  const span = latitudeSpan(radius) * 1.01
  const isNear = (point: GeoPoint) =>
    Math.abs(point.lat - center.lat) <= span && arcDistance(center, point) <= radius
  return constantQuery(() => field.column.where((value) => isNear(value as GeoPoint)))
}

export function geoBoundingBox(body: unknown, parsing: Parsing): Clause {
  const options = new Options('geo_bounding_box', body)
  const { field, value, ignoreUnmapped } = located(options)
  const box = readBox(value)
  return options.finish(parsing, (shard) =>
    pointsOf(shard, field, 'geo_bounding_box', ignoreUnmapped, (points) => {
      checkOnEarth({ lat: box.top, lon: box.left })
      checkOnEarth({ lat: box.bottom, lon: box.right })
      return insideBox(points, box)
    }),
  )
}

/**
 * Documents with a point in a box, edges included; a box whose left is beyond its right spans the
 * date line.
 */
function insideBox(field: Field, box: Box): Query {
  const [top, bottom] = [quantizedLatitude(box.top), quantizedLatitude(box.bottom)]
  const [left, right] = [quantizedLongitude(box.left), quantizedLongitude(box.right)]
  const isInside = ({ lat, lon }: GeoPoint) =>
    lat <= top &&
    lat >= bottom &&
    (box.left <= box.right ? lon >= left && lon <= right : lon >= left || lon <= right)
  return constantQuery(() => field.column.where((point) => isInside(point as GeoPoint)))
}

/** How wrong points are dealt with: only the strict way. */
export function takeValidation(options: Options): void {
  options.choice('validation_method', ['strict'], 'strict', /^(coerce|ignore_malformed)$/)
}

/** Reads what the geo clauses take alike; the option that is none of these is the field. */
function located(options: Options): { field: string; value: unknown; ignoreUnmapped: boolean } {
  takeValidation(options)
  const ignoreUnmapped = options.flag('ignore_unmapped', false)
  const [field, second] = options.unread.filter((name) => name !== 'boost' && name !== '_name')
  if (field === undefined)
    throw parsingError(`[${options.clause}] requires a field with a geo point`)
  if (second !== undefined)
    throw parsingError(
      `[${options.clause}] field name already set to [${field}] but found [${second}]`,
    )
  return { field, value: options.any(field), ignoreUnmapped }
}

/** Bounds of a box, in degrees. */
export interface Box {
  top: number
  left: number
  bottom: number
  right: number
}

/** Reads a box in one of the forms of geo_bounding_box. */
export function readBox(value: unknown): Box {
  if (!isObject(value)) throw parsingError('failed to parse bounding box')
  if (Object.hasOwn(value, 'wkt')) throw unsupported('wkt of geo_bounding_box')
  const options = new Options('geo_bounding_box', value)
  const corner = (name: string, vertical: 'north' | 'south', horizontal: 'west' | 'east') => {
    const given = options.any(name)
    const cell = typeof given === 'string' ? geohashCell(given) : undefined
    if (cell !== undefined) return { lat: cell[vertical], lon: cell[horizontal] }
    return given === undefined ? undefined : readCorner(given)
  }
  const edge = (name: string) => (options.has(name) ? options.number(name, 0) : undefined)
  const topLeft = corner('top_left', 'north', 'west')
  const topRight = corner('top_right', 'north', 'east')
  const bottomLeft = corner('bottom_left', 'south', 'west')
  const bottomRight = corner('bottom_right', 'south', 'east')
  const box = {
    top: edge('top') ?? topLeft?.lat ?? topRight?.lat,
    left: edge('left') ?? topLeft?.lon ?? bottomLeft?.lon,
    bottom: edge('bottom') ?? bottomRight?.lat ?? bottomLeft?.lat,
    right: edge('right') ?? bottomRight?.lon ?? topRight?.lon,
  }
  options.end()
  const { top, left, bottom, right } = box
  if (top === undefined) throw illegalArgument('top latitude is invalid: NaN')
  if (left === undefined) throw illegalArgument('left longitude is invalid: NaN')
  if (bottom === undefined) throw illegalArgument('bottom latitude is invalid: NaN')
  if (right === undefined) throw illegalArgument('right longitude is invalid: NaN')
  if (top < bottom)
    throw illegalArgument(`top is below bottom corner: ${asDouble(top)} vs. ${asDouble(bottom)}`)
  return { top, left, bottom, right }
}

function readPoint(value: unknown): GeoPoint {
  const point = parsePoint(value)
  if (point === undefined) throw parseError(pointFault(value))
  return point
}

function readCorner(value: unknown): GeoPoint {
  const point = parsePoint(value)
  if (point === undefined)
    throw parseError(`failed to parse [geo_bounding_box] query. [${pointFault(value)}]`)
  return point
}

/** As Java writes it: 1 is `1.0`. */
function asDouble(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value)
}

function checkOnEarth(point: GeoPoint): void {
  if (!isOnEarth(point)) throw shardError("couldn't validate latitude/ longitude values")
}

function pointsOf(
  shard: Shard,
  name: string,
  clause: string,
  ignoreUnmapped: boolean,
  build: (field: Field) => Query,
): Query {
  const field = shard.field(name)
  if (field === undefined) {
    if (ignoreUnmapped) return matchNone
    throw shardError(`failed to find geo field [${name}]`)
  }
  if (field.mapping.kind !== 'geo_point') {
    throw shardError(
      `Field [${name}] is of unsupported type [${field.mapping.type}] for [${clause}] query`,
    )
  }
  return build(field)
}
