import { vocabulary } from '../../vocabulary.js'
import type { Kind, Reading } from './parameter.js'
import { fallback, optional } from './parameter-schema.js'

/** A place on Earth, in degrees. */
export interface Place {
  lat: number
  lon: number
}

/** A place that a caller means, as answers show it. */
export interface NamedPlace extends Place {
  /** Its name, where it was meant by one. */
  name?: string
  /** Names of other places that may be meant. */
  otherPlaces?: readonly string[]
}

/** Longer names of places are cut. */
const longestPlace = 100
/** Other places of the same name that an answer lists. */
export const mostOthers = 5

const degrees = '(-?\\d{1,3}(?:\\.\\d{1,15})?)'
const coordinates = new RegExp(`^${degrees} ?, ?${degrees}$`)

/**
 * Reads a place: `lat,lon`, or a name that a plugin knows.
 * @param facts What a plugin knows of the index, by which one of several places is chosen.
 */
export function readPlace(text: string, facts?: unknown): Reading {
  const [, lat, lon] = (coordinates.exec(text.trim()) ?? []).map(Number)
  if (lat !== undefined && lon !== undefined) return readCoordinates({ lat, lon })
  const problem = 'must be latitude,longitude, such as 41.82,-71.41'
  return vocabulary.places?.read(text.slice(0, longestPlace), facts) ?? { problem }
}

const isOnEarth = ({ lat, lon }: Place) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180

function readCoordinates(place: Place): Reading {
  if (isOnEarth(place)) return { value: place }
  const swapped = swapCoordinates(place)
  const meant = swapped === undefined ? '' : `; did you mean ${swapped}?`
  const problem = 'must have a latitude from -90 to 90 and a longitude from -180 to 180'
  return { problem: problem + meant }
}

/**
 * The coordinates `lat,lon` that are meant by those in the other order, as far as that can be
 * known: they are farther north, where most registers are. Undefined of a place with a name.
 */
function swapCoordinates({ lat, lon, name }: NamedPlace): string | undefined {
  if (name !== undefined || !isOnEarth({ lat: lon, lon: lat })) return undefined
  return lon > lat || Math.abs(lat) > 90 ? `${lon},${lat}` : undefined
}

/** The point alone, as the engine takes it. */
const toPoint = ({ lat, lon }: NamedPlace): Place => ({ lat, lon })

const radians = (value: number) => (value * Math.PI) / 180
const earthKm = 6371.0088

/** Kilometres between two places, along the sphere (haversine). */
export function distanceKm(one: Place, other: Place): number {
  const [south, north] = [radians(one.lat), radians(other.lat)]
  const height = Math.sin((north - south) / 2) ** 2
  const width = Math.sin(radians(other.lon - one.lon) / 2) ** 2
  return 2 * earthKm * Math.asin(Math.sqrt(height + Math.cos(south) * Math.cos(north) * width))
}

/** A place; hits of a search near it say how far they are. */
export const place: Kind = {
  keys: { ...optional, ...fallback },
  checkPlace(keys) {
    if (keys.some((key) => /^(_geo_distance|geo_distance|distance_feature)$/.test(key)))
      return undefined
    return ['a place is not allowed here', 'use it in geo_distance or distance_feature']
  },
  make: () => ({
    read: readPlace,
    placeholder: (value) => toPoint(value as NamedPlace),
    meant: (value) => swapCoordinates(value as NamedPlace),
    schema: { type: 'string', maxLength: longestPlace },
  }),
}

/**
 * Degrees of the western, southern, eastern and northern edge, in the order of GeoJSON. Where the
 * west is greater than the east it crosses the 180th meridian.
 */
export type Box = [west: number, south: number, east: number, north: number]

/** Four numbers of three digits and 15 decimals, and what is between them. */
const longestBox = 100

const form = /^ *-?\d{1,3}(\.\d{1,15})?( *, *-?\d{1,3}(\.\d{1,15})?){3} *$/

/** Reads `west,south,east,north`. */
export function readBox(text: string): Reading {
  if (!form.test(text) || text.length > longestBox)
    return { problem: 'must be west,south,east,north in degrees, such as -71.5,41.7,-71.3,41.9' }
  const [west, south, east, north] = text.split(',').map(Number) as Box
  const isOnEarth = [west, east].every((lon) => Math.abs(lon) <= 180)
  if (!isOnEarth || Math.max(Math.abs(south), Math.abs(north)) > 90)
    return {
      problem:
        'must have longitudes from -180 to 180 and latitudes from -90 to 90, in the order ' +
        'west,south,east,north',
    }
  if (south > north)
    return { problem: 'must have its south below its north: west,south,east,north' }
  return { value: [west, south, east, north] satisfies Box }
}

/** Two corners, as the engine takes and returns them. */
export interface Bounds {
  top_left: Place
  bottom_right: Place
}

/** The corners of a box. */
function toCorners([west, south, east, north]: Box): Bounds {
  return { top_left: { lat: north, lon: west }, bottom_right: { lat: south, lon: east } }
}

/** Numbers of six decimals tell places apart that are 11 cm from each other. */
const steps = 1e6

/** The box around bounds, which as a parameter finds all within them: it is rounded outwards. */
export function boxAround({ top_left, bottom_right }: Bounds): Box {
  const [down, up] = [Math.floor, Math.ceil].map(
    (round) => (degrees: number) => round(degrees * steps) / steps,
  ) as [(degrees: number) => number, (degrees: number) => number]
  return [down(top_left.lon), down(bottom_right.lat), up(bottom_right.lon), up(top_left.lat)]
}

/** A box on the map. */
export const box: Kind = {
  keys: { ...optional, ...fallback },
  checkPlace(keys) {
    if (keys.includes('geo_bounding_box') || keys.at(-1) === 'bounds') return undefined
    return ['a box is not allowed here', 'use it in geo_bounding_box, or as bounds of a grid']
  },
  make: () => ({
    read: readBox,
    placeholder: (value) => toCorners(value as Box),
    schema: { type: 'string', maxLength: longestBox },
  }),
}
