import type { Box } from '../../../packages/client/src/templates.js'
import { formatCompact, formatCount } from '../../../web/src/kit/format.js'
import { isOnePlace, mergeBoxes } from './boxes.js'
import type { MapPoint, Place } from './points.js'

/** The organizations of a cell of the map, drawn as one dot. */
export interface Spot extends Place {
  /** The cell, a tile of the map: `zoom/x/y`. */
  cell: string
  count: number
  /** The box around the organizations. */
  box: Box
  /** The organizations that are loaded. */
  points: readonly MapPoint[]
}

/** The closest that the map goes: streets. */
export const maxZoom = 18
/** A tile of this many zooms further is 64 pixels wide. */
const finer = 2
const cellPixels = 64

/** The zoom of the tiles that are the cells of a map. */
export const toCellZoom = (zoom: number) => Math.floor(zoom) + finer

/** The diameter of its dot in pixels, less than that of a cell. */
export function getDiameter({ count }: Pick<Spot, 'count'>): number {
  return count === 1 ? 18 : Math.min(cellPixels - 8, 26 + 3 * Math.round(Math.log2(count)))
}

/** The text in a dot. */
export const toLabel = ({ count }: Spot) => (count === 1 ? '' : formatCompact(count))

/** Describes a spot: `4 organizations at this place`. */
export function describeSpot({ points, count: found, box }: Spot): string {
  if (found === 1) return points[0]?.label ?? '1 organization'
  return `${formatCount(found)} organizations ${isOnePlace(box) ? 'at this place' : 'around here'}`
}

/** Groups points by the cells of a zoom. */
export function groupPoints(points: readonly MapPoint[], zoom: number): Spot[] {
  const cells = new Map<string, MapPoint[]>()
  for (const point of points) {
    const cell = findCell(point, zoom)
    const held = cells.get(cell)
    if (held) held.push(point)
    else cells.set(cell, [point])
  }
  return [...cells].map(([cell, held]) => {
    const boxes = held.map(({ lat, lon }): Box => [lon, lat, lon, lat])
    return toSpot(cell, held.length, mergeBoxes(boxes as [Box, ...Box[]]), held)
  })
}

/** The dot of a cell: in the middle of its organizations, but not over the edge of the cell. */
export function toSpot(
  cell: string,
  count: number,
  box: Box,
  points: readonly MapPoint[] = [],
): Spot {
  const [west, south, east, north] = box
  const middle = { lat: (south + north) / 2, lon: (west + east) / 2 }
  const place =
    count === 1 ? middle : clampToCell(cell, middle, getDiameter({ count }) / 2 / cellPixels)
  return { cell, count, box, points, ...place }
}

/** The tile of a zoom that a place is in. */
export function findCell(place: Place, zoom: number): string {
  const last = 2 ** zoom - 1
  const [x, y] = toTilePosition(place, zoom).map((at) =>
    Math.min(last, Math.max(0, Math.floor(at))),
  )
  return `${zoom}/${x}/${y}`
}

/** Moves a place inside a tile. The margin is a fraction of the size of the tile. */
function clampToCell(cell: string, place: Place, margin: number): Place {
  const [zoom, ...corner] = cell.split('/').map(Number) as [number, number, number]
  const [x, y] = toTilePosition(place, zoom).map((at, i) =>
    Math.min(corner[i]! + 1 - margin, Math.max(corner[i]! + margin, at)),
  ) as [number, number]
  const tiles = 2 ** zoom
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / tiles))) * 180) / Math.PI
  return { lat, lon: (360 * x) / tiles - 180 }
}

/** The position of a place in tiles, from the north-western corner of the map. */
function toTilePosition({ lat, lon }: Place, zoom: number): [x: number, y: number] {
  const tiles = 2 ** zoom
  const sine = Math.sin((lat * Math.PI) / 180)
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  return [((lon + 180) / 360) * tiles, y * tiles]
}

/** The box around 95 % of the organizations. It leaves out the emptiest cells. */
export function findFocus(spots: readonly Spot[]): Box | undefined {
  const all = spots.reduce((sum, { count }) => sum + count, 0)
  let held = 0
  const fullest = [...spots]
    .sort((one, other) => other.count - one.count)
    .filter(({ count }) => {
      const isNeeded = held < 0.95 * all
      held += count
      return isNeeded
    })
  const boxes = fullest.map(({ box }) => box)
  return boxes.length === 0 ? undefined : mergeBoxes(boxes as [Box, ...Box[]])
}

/** Where a map gets its dots from. */
export interface Source {
  /** What is within a part of the map, in the cells of a zoom. */
  spotsIn(view: Box, zoom: number, signal: AbortSignal): Promise<Spot[]>
  /** The organizations of a spot, or the first of them. */
  pointsIn(spot: Spot, signal: AbortSignal): Promise<readonly MapPoint[]>
}

/** A source of points that are all loaded. */
export const createPointSource = (points: readonly MapPoint[]): Source => ({
  spotsIn: async (_, zoom) => groupPoints(points, zoom),
  pointsIn: async (spot) => spot.points,
})
