import { count } from '../kit/format.js'
import { placeOf, readable } from '../kit/words.js'
import type { MapPoint } from '../map/points.js'
import type { Found } from './columns.js'
import { isObject } from './query.js'
import { placeIn } from './values.js'

/** The address of the page of an organization. */
export type PageOf = (hit: Pick<Found, 'id' | 'name'>) => string

/** What of an answer has a place: hits, and the cells of a grid that have a middle. */
export function pointsOf(
  hits: readonly Found[],
  aggregations: object,
  pageOf: PageOf | undefined,
): MapPoint[] {
  return [
    ...hits.flatMap((hit) => pointOf(hit, pageOf)),
    ...Object.values(aggregations).flatMap(cellsOf),
  ]
}

function pointOf(hit: Found, pageOf: PageOf | undefined): MapPoint[] {
  const { id, name, city } = hit
  const place = placeIn(hit.location)
  if (!place) return []
  const label = name ? readable(name) : id
  const href = pageOf?.(hit) ?? location.hash
  return [{ ...place, id, label, href, note: placeOf(hit), place: city && readable(city) }]
}

function cellsOf(found: unknown): MapPoint[] {
  const buckets = isObject(found) && Array.isArray(found.buckets) ? found.buckets : []
  return buckets.filter(isObject).flatMap((bucket) => {
    const middle = Object.values(bucket).find((inner) => isObject(inner) && placeIn(inner.location))
    const place = isObject(middle) && placeIn(middle.location)
    const [id, label] = [String(bucket.key), `${count(Number(bucket.doc_count))} organizations`]
    return place ? [{ ...place, id, label, note: id, href: location.hash }] : []
  })
}
