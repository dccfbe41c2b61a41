import type { GeoPoint } from '../types.js'
import type { Aggregation, Context } from './aggregation.js'
import { fieldOf } from './fields.js'
import { stored } from './geo-points.js'
import { CompensatedSum } from './moments.js'
import { flag, readParameters, text } from './params.js'

/**
 * The box around points; eastern and western longitudes apart, because the box may cross the
 * antimeridian.
 */
interface Box {
  top: number
  bottom: number
  west: { least: number; most: number }
  east: { least: number; most: number }
}

const [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

/** `geo_bounds`: the smallest box around every point. */
export function buildGeoBounds(body: unknown, context: Context): Aggregation<Box> {
  const params = readParameters('geo_bounds', body, { field: text, wrap_longitude: flag })
  const field = fieldOf('geo_bounds', params, ['geo_point'], context)
  const wraps = params.wrap_longitude ?? true
  return {
    collect(view, docs) {
      const box: Box = { top: most, bottom: least, west: { least, most }, east: { least, most } }
      for (const doc of docs) {
        for (const point of field.values(view, doc) as readonly GeoPoint[]) {
          const { lat, lon } = stored(point)
          box.top = Math.max(box.top, lat)
          box.bottom = Math.min(box.bottom, lat)
          widen(lon < 0 ? box.west : box.east, lon, lon)
        }
      }
      return box
    },
    reduce(parts) {
      const whole: Box = { top: most, bottom: least, west: { least, most }, east: { least, most } }
      for (const { top, bottom, west, east } of parts) {
        whole.top = Math.max(whole.top, top)
        whole.bottom = Math.min(whole.bottom, bottom)
        widen(whole.west, west.least, west.most)
        widen(whole.east, east.least, east.most)
      }
      if (whole.top === most) return { json: {} }
      const [left, right] = sides(whole, wraps)
      return {
        json: {
          bounds: {
            top_left: { lat: whole.top, lon: left },
            bottom_right: { lat: whole.bottom, lon: right },
          },
        },
      }
    },
  }
}

function widen(span: { least: number; most: number }, from: number, to: number): void {
  span.least = Math.min(span.least, from)
  span.most = Math.max(span.most, to)
}

function sides({ west, east }: Box, wraps: boolean): [left: number, right: number] {
  if (east.most === most) return [west.least, west.most]
  if (west.most === most) return [east.least, east.most]
  const direct = east.most - west.least
  const acrossAntimeridian = 360 + west.most - east.least
  return wraps && acrossAntimeridian < direct ? [east.least, west.most] : [west.least, east.most]
}

interface Middle {
  count: number
  lat: number
  lon: number
}

/** `geo_centroid`: the mean of all points, degree by degree. */
export function buildGeoCentroid(body: unknown, context: Context): Aggregation<Middle> {
  const field = fieldOf(
    'geo_centroid',
    readParameters('geo_centroid', body, { field: text }),
    ['geo_point'],
    context,
  )
  return {
    collect(view, docs) {
      const [lat, lon] = [new CompensatedSum(), new CompensatedSum()]
      let count = 0
      for (const doc of docs) {
        for (const point of field.values(view, doc) as readonly GeoPoint[]) {
          const place = stored(point)
          lat.add(place.lat)
          lon.add(place.lon)
          count++
        }
      }
      return { count, lat: lat.value / count, lon: lon.value / count }
    },
    reduce(parts) {
      const filled = parts.filter(({ count }) => count > 0)
      const count = filled.reduce((sum, part) => sum + part.count, 0)
      if (count === 0) return { json: { count } }
      const mean = (of: (part: Middle) => number) =>
        filled.reduce((sum, part) => sum + of(part) * part.count, 0) / count
      return {
        json: { location: { lat: mean(({ lat }) => lat), lon: mean(({ lon }) => lon) }, count },
      }
    },
  }
}
