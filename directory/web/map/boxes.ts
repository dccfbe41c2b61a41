import type { Box } from '../../../packages/client/src/templates.js'

/** The edges of a part of a map, in degrees; its east may be beyond 180. */
interface Edges {
  west: number
  south: number
  east: number
  north: number
}

/** Four decimals tell places apart that are 11 m from each other. */
const steps = 1e4

/** The box of a part of a map, rounded outwards. */
export function toBox({ west, south, east, north }: Edges): Box {
  const isRound = east - west >= 360
  return [
    isRound ? -180 : normalizeLongitude(Math.floor(west * steps) / steps),
    Math.max(-90, Math.floor(south * steps) / steps),
    isRound ? 180 : normalizeLongitude(Math.ceil(east * steps) / steps),
    Math.min(90, Math.ceil(north * steps) / steps),
  ]
}

/** A longitude from -180 to 180 for one of a map that goes on around the Earth. */
const normalizeLongitude = (lon: number) =>
  Math.abs(lon) <= 180 ? lon : Number((lon - 360 * Math.floor((lon + 180) / 360)).toFixed(4))

export function toEdges([west, south, east, north]: Box): Edges {
  return { west, south, east: west > east ? east + 360 : east, north }
}

const form = /^-?\d{1,3}(\.\d+)?(,-?\d{1,3}(\.\d+)?){3}$/

/** The box of a text, `west,south,east,north`; undefined where it is none. */
export function parseBox(text: string): Box | undefined {
  return form.test(text) ? (text.split(',').map(Number) as unknown as Box) : undefined
}

/** Whether a box is around a single place: boxes of the API are rounded to a millionth outwards. */
export function isOnePlace([west, south, east, north]: Box): boolean {
  return east - west < 1e-5 && north - south < 1e-5
}

/** The box around several. */
export function mergeBoxes([first, ...others]: readonly [Box, ...Box[]]): Box {
  return others.reduce(
    ([west, south, east, north], other) => [
      ...([Math.min(west, other[0]), Math.min(south, other[1])] as const),
      ...([Math.max(east, other[2]), Math.max(north, other[3])] as const),
    ],
    first,
  )
}
