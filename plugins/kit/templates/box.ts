import type { Place } from '../../../directory/places/zip-centres.js'
import type { Reading } from './parameter.js'

/**
 * Degrees of the western, southern, eastern and northern edge, in the order of GeoJSON. Where the
 * west is greater than the east it crosses the 180th meridian.
 */
export type Box = [west: number, south: number, east: number, north: number]

/** Four numbers of three digits and 15 decimals, and what is between them. */
export const longestBox = 100

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
export function cornersOf([west, south, east, north]: Box): Bounds {
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
