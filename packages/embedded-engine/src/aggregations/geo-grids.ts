import { unsupported } from '../errors.js'
import { parseDistance } from '../geo/distance.js'
import type { GeoPoint } from '../types.js'
import type { Aggregation, Context } from './aggregation.js'
import { type Bucket, Filling, joinBuckets, listed } from './buckets.js'
import { fieldOf } from './fields.js'
import { geohash, geotile, type StoredPoint, stored } from './geo-points.js'
import { compareKeys } from './order.js'
import { integer, readParameters, text } from './params.js'

/** A way to cut the Earth into cells. */
interface Grid {
  cellOf(point: StoredPoint, precision: number): string
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
  compare: (a, b) => compareTiles(b, a),
  precision: { least: 0, most: 29, usual: 7 },
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
  })
  const field = fieldOf(type, params, ['geo_point'], context)
  const { precision = usual, size = 10_000 } = params
  const indexSize = Math.max(params.shard_size ?? Math.trunc(size * 1.5 + 10), size)
  const fullest = <B extends { key: string; count: number }>(buckets: B[], most: number) =>
    buckets.sort((a, b) => b.count - a.count || grid.compare(a.key, b.key)).slice(0, most)

  return {
    collect(view, docs) {
      const filling = new Filling<string>(view, children)
      for (const doc of docs) {
        const points = field.values(view, doc) as readonly GeoPoint[]
        for (const cell of new Set(points.map((point) => grid.cellOf(stored(point), precision))))
          filling.add(cell, doc)
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
