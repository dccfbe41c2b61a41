type Position = number[]
/** The geometry of an area, as GeoJSON. */
export type Outline = { type: 'Polygon' | 'MultiPolygon'; coordinates: unknown }

/** An area as a flat map draws it. */
export function flat({ type, coordinates }: Outline): Outline {
  const polygons = polygonsOf({ type, coordinates }).map((polygon) => polygon.map(unwrapped))
  return { type: 'MultiPolygon', coordinates: polygons }
}

const polygonsOf = ({ type, coordinates }: Outline) =>
  (type === 'Polygon' ? [coordinates] : coordinates) as Position[][][]

/** Where the name of an area is written: the middle of its largest part. */
export function middleOf(area: Outline): [lon: number, lat: number] {
  const middles = polygonsOf(area).map(([ring]) => centroid(ring!))
  return middles.reduce((most, one) => (one.area > most.area ? one : most)).place
}

/** A ring that crosses the 180th meridian goes on beyond it, rather than once around the world. */
function unwrapped(ring: readonly Position[]): Position[] {
  let turns = 0
  return ring.map(([lon, lat], i) => {
    const step = i === 0 ? 0 : lon! - ring[i - 1]![0]!
    turns -= Math.abs(step) > 180 ? Math.sign(step) : 0
    return [lon! + 360 * turns, lat!]
  })
}

/** The area of a ring and its centre of mass. */
function centroid(ring: Position[]): { area: number; place: [number, number] } {
  let [twice, x, y] = [0, 0, 0]
  for (let i = 1; i < ring.length; i++) {
    const [[x0, y0], [x1, y1]] = [ring[i - 1], ring[i]] as [[number, number], [number, number]]
    const cross = x0 * y1 - x1 * y0
    twice += cross
    x += (x0 + x1) * cross
    y += (y0 + y1) * cross
  }
  return { area: Math.abs(twice), place: [x / (3 * twice), y / (3 * twice)] }
}
