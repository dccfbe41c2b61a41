import { unsupported } from '../errors.js'
import { parseDistance } from '../geo/distance.js'
import { type Box, readBox } from '../queries/geo.js'
import type { GeoPoint } from '../types.js'
import type { Aggregation, Context } from './aggregation.js'
import { type Bucket, Filling, joinBuckets, listed } from './buckets.js'
import { fieldOf } from './fields.js'
import { geohash, geotile, type StoredPoint, stored, tilePosition } from './geo-points.js'
import { compareKeys } from './order.js'
import { integer, readParameters, text } from './params.js'

/** A way to cut the Earth into cells. */
interface Grid {
  cellOf(point: StoredPoint, precision: number): string
  /** Which cells share more than an edge with a box; absent where bounds are not supported. */
  within?(box: Box, precision: number): (cell: string) => boolean
  /** Which of two cells with as many documents comes first. */
  compare(a: string, b: string): number
  precision: { least: number; most: number; usual: number }
}

const geohashes: Grid = {
  cellOf: geohash,
  compare: (a, b) => compareKeys(order64(b), order64(a)),
  precision: { least: 1, most: 12, usual: 5 },
}

/** Tiles of one zoom from west to east, then from north to south. */
export function compareTiles(a: string, b: string): number {
  const [[, ax = 0, ay = 0], [, bx = 0, by = 0]] = [
    a.split('/').map(Number),
    b.split('/').map(Number),
  ]
  return ax - bx || ay - by
}

const geotiles: Grid = {
  cellOf: geotile,
  within: tilesWithin,
  compare: (a, b) => compareTiles(b, a),
  precision: { least: 0, most: 29, usual: 7 },
}

/** As Elasticsearch's GeoTileBoundedPredicate; west of its east a box crosses the date line. */
function tilesWithin({ top, left, bottom, right }: Box, zoom: number): (cell: string) => boolean {
  const [from, to] = [
    { lat: top, lon: left },
    { lat: bottom, lon: right },
  ].map((point) => tilePosition(point, zoom)) as [
    { x: number; y: number },
    { x: number; y: number },
  ]
  return memoized((cell) => {
    const [, x = 0, y = 0] = cell.split('/').map(Number)
    const isBelow = y + 1 > from.y && y < to.y
    const [isEast, isWest] = [x + 1 > from.x, x < to.x]
    return isBelow && (right < left ? isEast || isWest : isEast && isWest)
  })
}

function memoized(compute: (key: string) => boolean): (key: string) => boolean {
  const known = new Map<string, boolean>()
  return (key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}

/**
 * Elasticsearch compares geohashes as signed numbers: of twelve letters, those from `h` on are
 * negative.
 */
const order64 = (hash: string) => (hash.length === 12 && hash[0]! >= 'h' ? `-${hash}` : hash)

export const buildGeohashGrid = (body: unknown, context: Context) =>
  gridOf('geohash_grid', geohashes, body, context)
export const buildGeotileGrid = (body: unknown, context: Context) =>
  gridOf('geotile_grid', geotiles, body, context)

/** A number with a unit of length: how wide a cell shall be. */
function isDistance(value: unknown): boolean {
  return typeof value === 'string' && /[a-z]/i.test(value) && parseDistance(value, 1) !== undefined
}

/**
 * `geohash_grid`, `geotile_grid`: a bucket for each cell with a document in it, the fullest first.
 */
function gridOf(
  type: string,
  grid: Grid,
  body: unknown,
  context: Context,
): Aggregation<Bucket<string>[]> {
  const { children, budget } = context
  const { least, most, usual } = grid.precision
  const params = readParameters(type, body, {
    field: text,
    precision: (value: unknown) => {
      if (type === 'geohash_grid' && isDistance(value))
        throw unsupported('distances as precision of the geohash_grid aggregation')
      return integer(least, most)(value)
    },
    size: integer(1),
    shard_size: integer(1),
    ...(grid.within && { bounds: readBox }),
  })
  const field = fieldOf(type, params, ['geo_point'], context)
  const { precision = usual, size = 10_000 } = params
  const isWithin = params.bounds && grid.within?.(params.bounds, precision)
  const indexSize = Math.max(params.shard_size ?? Math.trunc(size * 1.5 + 10), size)
  const fullest = <B extends { key: string; count: number }>(buckets: B[], most: number) =>
    buckets.sort((a, b) => b.count - a.count || grid.compare(a.key, b.key)).slice(0, most)

  return {
    collect(view, docs) {
      const filling = new Filling<string>(view, children)
      for (const doc of docs) {
        const points = field.values(view, doc) as readonly GeoPoint[]
        for (const cell of new Set(points.map((point) => grid.cellOf(stored(point), precision))))
          if (!isWithin || isWithin(cell)) filling.add(cell, doc)
      }
      return fullest(filling.candidates(), indexSize).map((candidate) => candidate.bucket())
    },
    reduce(parts) {
      const cells = fullest([...joinBuckets(parts, children).values()], size)
      const buckets = cells.map((cell) => ({
        name: cell.key,
        json: { key: cell.key, ...cell.json() },
      }))
      return { json: listed(buckets, false, budget) }
    },
  }
}
