import type { Aggregation, Context } from './aggregation.js'
import { fieldOf, numeric } from './fields.js'
import { formatOf, shownAs } from './formats.js'
import { type Moments, mergeMoments, momentsOf } from './moments.js'
import { fieldShape, readParameters, text } from './params.js'

/** The metrics of one number, from the moments of the values. */
const singles = {
  avg: ({ sum, count }: Moments) => sum / count,
  sum: ({ sum }: Moments) => sum,
  min: ({ min }: Moments) => min,
  max: ({ max }: Moments) => max,
}

/** `avg`, `sum`, `min` or `max`. */
export function buildSingle(type: keyof typeof singles) {
  return (body: unknown, context: Context): Aggregation<Moments> => {
    const params = readParameters(type, body, metricShape)
    const field = fieldOf(type, params, numeric, context)
    const format = formatOf(field, params.format)
    return {
      collect: (view, docs) => momentsOf(field, view, docs),
      reduce(parts) {
        const value = singles[type](mergeMoments(parts))
        const json: Record<string, unknown> = { value: Number.isFinite(value) ? value : null }
        if (format && Number.isFinite(value)) json.value_as_string = format(value)
        return { json, number: (property = 'value') => (property === 'value' ? value : undefined) }
      },
    }
  }
}

/** `stats`. */
export function buildStats(body: unknown, context: Context): Aggregation<Moments> {
  const params = readParameters('stats', body, metricShape)
  const field = fieldOf('stats', params, numeric, context)
  const show = shownAs(field, formatOf(field, params.format))
  return {
    collect: (view, docs) => momentsOf(field, view, docs),
    reduce(parts) {
      const moments = mergeMoments(parts)
      const values = statsOf(moments)
      return { json: statsJson(moments, show), number: (property = '') => values[property] }
    },
  }
}

export const metricShape = { ...fieldShape, format: text }

export function statsOf({ count, min, max, sum }: Moments): Record<string, number> {
  return { count, min, max, avg: sum / count, sum }
}

export function statsJson({ count, min, max, sum }: Moments, show: ReturnType<typeof shownAs>) {
  if (count === 0) return { count, min: null, max: null, avg: null, sum }
  const values = { min, max, avg: sum / count, sum }
  const shown = show
    ? Object.entries(values).map(([name, value]) => [`${name}_as_string`, show(value)])
    : []
  return { count, ...values, ...Object.fromEntries(shown) }
}
