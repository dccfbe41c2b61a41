import { costed } from '../cost/query-classes.js'
import {
  either,
  flag,
  lazy,
  listOf,
  nullable,
  number,
  object,
  oneField,
  oneOrMore,
  shaped,
  text,
  unsafe,
  word,
  wordOr,
} from '../rule/builders.js'
import type { JsonObject } from '../rule/json-value.js'
import type { Limits } from '../rule/limits.js'
import { beyond, type Problem, type Rule, type Scope } from '../rule/rule.js'
import { distance, distanceUnit } from './measures.js'
import { common, nullableCommon } from './texts.js'

/** One of the types of a GeoJSON geometry, in any case. */
const geoJsonType = (...types: string[]): Rule =>
  wordOr(types, {
    circle: 'for a circle use geo_distance',
    feature: 'send the geometry of the feature alone',
  })

const coordinate = number(-1e9, 1e9)
const coordinates = listOf(coordinate, 3, 2)

/**
 * A point in each format that Elasticsearch reads: object, array, `lat,lon`, geohash, WKT or
 * GeoJSON.
 */
export const geoPoint: Rule = either({
  string: text(128),
  array: coordinates,
  object: object({
    lat: coordinate,
    lon: coordinate,
    geohash: text(12),
    type: geoJsonType('point'),
    coordinates,
  }),
})

const validation = {
  validation_method: nullable(word('strict', 'coerce', 'ignore_malformed')),
  ignore_unmapped: nullable(flag),
}

/** Also the `bounds` of geo grids. */
export const corners = object({
  top_left: geoPoint,
  bottom_right: geoPoint,
  top_right: geoPoint,
  bottom_left: geoPoint,
  top: coordinate,
  left: coordinate,
  bottom: coordinate,
  right: coordinate,
  wkt: text(256),
})

/** Positions nested as deep as GeoJSON's multi-polygons. */
const positions: Rule = either({
  number: coordinate,
  array: listOf(
    lazy(() => positions),
    'geoPoints',
  ),
})

const geoJsonTypes = [
  'point',
  'linestring',
  'polygon',
  'multipoint',
  'multilinestring',
  'multipolygon',
  'envelope',
]

const geometry = object({
  type: geoJsonType(...geoJsonTypes),
  coordinates: positions,
  orientation: word('right', 'left', 'clockwise', 'counterclockwise', 'ccw', 'cw'),
})

/**
 * GeoJSON, a collection of plain geometries at most, or WKT without collections (CVE-2024-52981:
 * they recurse).
 */
const shape: Rule = either({
  string: text(100_000, (value, { limits }) => {
    if (/GEOMETRYCOLLECTION/i.test(value)) return 'collections must be sent as GeoJSON'
    return atMostPoints(value.split(',').length, limits)
  }),
  object: object(
    {
      type: geoJsonType(...geoJsonTypes, 'geometrycollection'),
      coordinates: positions,
      geometries: oneOrMore(geometry, 'geoPoints'),
      orientation: word('right', 'left', 'clockwise', 'counterclockwise', 'ccw', 'cw'),
    },
    { required: ['type'], checks: [{ at: 'coordinates', of: fewPoints }] },
  ),
})

function fewPoints(value: JsonObject, { limits }: Scope): Problem | undefined {
  return atMostPoints(countPoints([value.coordinates, value.geometries]), limits)
}

function atMostPoints(points: number, { geoPoints: most }: Limits): Problem | undefined {
  return points > most ? beyond('geoPoints', `at most ${most} points`) : undefined
}

/** Arrays that begin with a number are points. */
function countPoints(value: unknown): number {
  if (Array.isArray(value)) {
    return typeof value[0] === 'number'
      ? 1
      : value.reduce<number>((sum, item) => sum + countPoints(item), 0)
  }
  return typeof value === 'object' && value !== null
    ? countPoints((value as JsonObject).coordinates)
    : 0
}

const shapeIn = object({
  shape,
  indexed_shape: unsafe('lookup', 'is not allowed: send the shape itself, under shape'),
  relation: word('intersects', 'disjoint', 'within', 'contains'),
})

export const geoQueries: Record<string, Rule> = {
  geo_distance: costed(
    'geo',
    oneField(
      geoPoint,
      {
        distance,
        unit: nullable(distanceUnit),
        distance_type: nullable(word('arc', 'plane')),
        ...validation,
        ...nullableCommon,
      },
      { required: ['distance'] },
    ),
  ),
  geo_bounding_box: costed(
    'geo',
    oneField(corners, {
      type: nullable(word('memory', 'indexed')),
      ...validation,
      ...nullableCommon,
    }),
  ),
  geo_grid: costed(
    'geo',
    oneField(
      object({
        geohash: text(12),
        geotile: shaped(/^\d{1,2}\/\d{1,9}\/\d{1,9}$/, 'zoom/x/y'),
        geohex: text(16),
      }),
      {
        ignore_unmapped: flag,
        ...common,
      },
    ),
  ),
  geo_shape: costed(
    'shape',
    oneField(shapeIn, { ignore_unmapped: nullable(flag), ...nullableCommon }),
  ),
}
