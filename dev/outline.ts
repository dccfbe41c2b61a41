import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Longitude and latitude in degrees. */
type Point = readonly [number, number]
type Line = readonly Point[]

/**
 * A TopoJSON file of the package world-atlas: lines that geometries share, each known by its
 * number, `~number` backwards.
 */
export interface Topology {
  transform: { scale: Point; translate: Point }
  arcs: readonly (readonly Point[])[]
  objects: Readonly<Record<'land' | 'countries', Geometry>>
}

type Geometry =
  | { type: 'GeometryCollection'; geometries: readonly Geometry[] }
  | { type: 'Polygon'; arcs: Polygon }
  | { type: 'MultiPolygon'; arcs: readonly Polygon[] }

/** Rings of arcs. */
type Polygon = readonly (readonly number[])[]

/**
 * How far a line may be from the real one, in degrees: two pixels where the map shows a few hundred
 * kilometres.
 */
const tolerance = 0.06
/** Islands with a smaller box than this are left out, in square degrees. */
const leastBox = 0.05

/** The world as /try draws it: GeoJSON with the land, and the borders on it. */
export function outlineOf(topology: Topology): object {
  const arcs = decoded(topology).map(simplified)
  const { land, countries } = topology.objects
  const ring = (numbers: readonly number[]) =>
    numbers.flatMap((number, i) =>
      (number < 0 ? arcs[~number]!.toReversed() : arcs[number]!).slice(i === 0 ? 0 : 1),
    )
  const polygons = polygonsOf(land)
    .map((polygon) => polygon.map((numbers) => unwrapped(ring(numbers))).filter(isWorthDrawing))
    .filter((polygon) => polygon.length > 0)
    .flatMap(onBothEdges)
    .map((polygon) => polygon.map((line) => line.map(rounded)))
  const feature = (kind: string, type: string, coordinates: unknown) => ({
    type: 'Feature',
    properties: { kind },
    geometry: { type, coordinates },
  })
  const borders = sharedArcs(countries).map((number) => arcs[number]!.map(rounded))
  const features = [
    feature('land', 'MultiPolygon', polygons),
    feature('borders', 'MultiLineString', borders),
  ]
  return { type: 'FeatureCollection', features }
}

/** TopoJSON writes each point as the difference to the one before, in whole steps. */
function decoded({ transform: { scale, translate }, arcs }: Topology): Line[] {
  return arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([right, up]): Point => {
      x += right
      y += up
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
    })
  })
}

/** Douglas and Peucker: the points without which the line would be too far off. */
function simplified(line: Line): Line {
  if (line.length < 3) return line
  const [first, last] = [line[0]!, line.at(-1)!]
  const distances = line.slice(1, -1).map((point) => distance(point, first, last))
  const most = Math.max(...distances)
  if (most <= tolerance) return [first, last]
  const middle = distances.indexOf(most) + 1
  return [...simplified(line.slice(0, middle + 1)), ...simplified(line.slice(middle)).slice(1)]
}

/** How far a point is from the line through two others; from them, if they are one. */
function distance([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [right, up] = [toX - fromX, toY - fromY]
  const length = Math.hypot(right, up)
  if (length === 0) return Math.hypot(x - fromX, y - fromY)
  return Math.abs(up * (x - fromX) - right * (y - fromY)) / length
}

/**
 * A ring that goes on over the 180th meridian, instead of leaping from 180 to -180; one around the
 * south pole takes it in.
 */
function unwrapped(ring: Line): Line {
  let turned = 0
  const line = ring.map(([x, y], i): Point => {
    const leap = x - (ring[i - 1]?.[0] ?? x)
    if (Math.abs(leap) > 180) turned -= 360 * Math.sign(leap)
    return [x + turned, y]
  })
  const [first, last] = [line[0]!, line.at(-1)!]
  return turned === 0 ? line : [...line, [last[0], -90], [first[0], -90], first]
}

/** A polygon that reaches over an edge of the map is drawn on the other one too. */
function onBothEdges(polygon: Line[]): Line[][] {
  const all = polygon.flat().map(([x]) => x)
  const shift = Math.max(...all) > 180 ? -360 : 360
  if (Math.max(...all) <= 180 && Math.min(...all) >= -180) return [polygon]
  return [polygon, polygon.map((line) => line.map(([x, y]): Point => [x + shift, y]))]
}

function rounded([x, y]: Point): Point {
  return [Math.round(x * 100) / 100, Math.round(y * 100) / 100]
}

function isWorthDrawing(ring: Line): boolean {
  const extent = (values: number[]) => Math.max(...values) - Math.min(...values)
  return (
    ring.length > 3 && extent(ring.map(([x]) => x)) * extent(ring.map(([, y]) => y)) >= leastBox
  )
}

function polygonsOf(geometry: Geometry): readonly Polygon[] {
  if (geometry.type === 'GeometryCollection') return geometry.geometries.flatMap(polygonsOf)
  return geometry.type === 'Polygon' ? [geometry.arcs] : geometry.arcs
}

/** Arcs of two neighbours. */
function sharedArcs(countries: Geometry): number[] {
  const owners = new Map<number, number>()
  for (const country of countries.type === 'GeometryCollection' ? countries.geometries : []) {
    const own = new Set(
      polygonsOf(country)
        .flat(2)
        .map((number) => (number < 0 ? ~number : number)),
    )
    for (const number of own) owners.set(number, (owners.get(number) ?? 0) + 1)
  }
  return [...owners].filter(([, count]) => count > 1).map(([number]) => number)
}

/** The outline that the page ships with, made of Natural Earth's countries at 1:50 million. */
export function shippedOutline(): string {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')
  return `${JSON.stringify(outlineOf(JSON.parse(readFileSync(file, 'utf8')) as Topology))}\n`
}

if (process.argv[1]?.endsWith('outline.js'))
  writeFileSync('plugins/pages/public/try/world.json', shippedOutline())
