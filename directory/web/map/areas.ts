import type { Place } from './points.js'

type Position = number[]
/** An area on a sphere, as GeoJSON. */
export type RoundOutline =
  | { type: 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Outline }
/** An area on a flat map: polygons, each a ring and the rings of its holes. */
export type Outline = Position[][][]

/** An area as a flat map draws it. */
export function flatten({ type, coordinates }: RoundOutline): Outline {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates
  return polygons.map((polygon) => polygon.map(unwrap))
}

/** A ring that crosses the 180th meridian goes on beyond it, rather than once around the world. */
function unwrap(ring: Position[]): Position[] {
  let turns = 0
  return ring.map(([lon, lat], i) => {
    const step = i === 0 ? 0 : lon! - ring[i - 1]![0]!
    turns -= Math.abs(step) > 180 ? Math.sign(step) : 0
    return [lon! + 360 * turns, lat!]
  })
}

/** The south-western and the north-eastern corner, as latitude and longitude. */
export function findCorners(outline: Outline): [[number, number], [number, number]] {
  let [south, west, north, east] = [90, 360, -90, -360]
  for (const [ring] of outline)
    for (const [lon, lat] of ring!) {
      south = Math.min(south, lat!)
      west = Math.min(west, lon!)
      north = Math.max(north, lat!)
      east = Math.max(east, lon!)
    }
  return [
    [south, west],
    [north, east],
  ]
}

/** Where the name of an area is written: the middle of its largest part. */
export function findMiddle(outline: Outline): Place {
  const middles = outline.map(([ring]) => findCentroid(ring!))
  return middles.reduce((most, one) => (one.area > most.area ? one : most)).place
}

/** The area of a ring and its centre of mass. */
function findCentroid(ring: Position[]): { area: number; place: Place } {
  let [twice, x, y] = [0, 0, 0]
  for (let i = 1; i < ring.length; i++) {
    const [[x0, y0], [x1, y1]] = [ring[i - 1], ring[i]] as [[number, number], [number, number]]
    const cross = x0 * y1 - x1 * y0
    twice += cross
    x += (x0 + x1) * cross
    y += (y0 + y1) * cross
  }
  return { area: Math.abs(twice), place: { lon: x / (3 * twice), lat: y / (3 * twice) } }
}
