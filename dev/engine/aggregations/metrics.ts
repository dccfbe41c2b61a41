import type { Aggregation, Context } from './aggregation.js'
import { type Field, fieldOf, numeric } from './fields.js'
import { type Format, formatOf } from './formats.js'
import { type Moments, mergeMoments, momentsOf } from './moments.js'
import { fieldShape, number, read, text } from './params.js'

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
    const { field, format } = readMetric(type, body, context)
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
  const { field, format } = readMetric('stats', body, context)
  return {
    collect: (view, docs) => momentsOf(field, view, docs),
    reduce(parts) {
      const moments = mergeMoments(parts)
      const values = statsOf(moments)
      return { json: statsJson(moments, format), number: (property) => (property ? values[property] : undefined) }
    },
  }
}

/** `extended_stats`; `sigma` says how many standard deviations its bounds are wide. */
export function buildExtendedStats(body: unknown, context: Context): Aggregation<Moments> {
  const { field, format, sigma = 2 } = readMetric('extended_stats', body, context)
  return {
    collect: (view, docs) => momentsOf(field, view, docs),
    reduce(parts) {
      const moments = mergeMoments(parts)
      const spread = spreadOf(moments)
      const bounds = boundsOf(moments, spread, sigma)
      const values: Record<string, number> = { ...statsOf(moments), ...spread }
      for (const [name, bound] of Object.entries(bounds)) values[`std_${name}`] = bound
      const json = statsJson(moments, format)
      Object.assign(json, shown(spread, moments), { std_deviation_bounds: shown(bounds, moments) })
      if (format && moments.count > 0) Object.assign(json, formatted(spread, bounds, format, field.kind === 'date'))
      return { json, number: (property) => (property ? values[property] : undefined) }
    },
  }
}

function readMetric(type: string, body: unknown, context: Context) {
  const sigmaShape = { sigma: (value: unknown) => nonNegative(value) }
  const shape = { ...fieldShape, format: text }
  const params: { field?: string; missing?: unknown; format?: string; sigma?: number } =
    type === 'extended_stats' ? read(type, body, { ...shape, ...sigmaShape }) : read(type, body, shape)
  const field: Field = fieldOf(type, params, numeric, context)
  return { field, format: formatOf(field.kind, params.format), sigma: params.sigma }
}

function nonNegative(value: unknown): number | undefined {
  const result = number(value)
  return result !== undefined && result >= 0 ? result : undefined
}

function statsOf({ count, min, max, sum }: Moments): Record<string, number> {
  return { count, min, max, avg: sum / count, sum }
}

function statsJson(moments: Moments, format: Format | undefined): Record<string, unknown> {
  const { count, min, max, avg, sum } = statsOf(moments) as Record<'count' | 'min' | 'max' | 'avg' | 'sum', number>
  if (count === 0) return { count, min: null, max: null, avg: null, sum }
  const json: Record<string, unknown> = { count, min, max, avg, sum }
  if (format)
    for (const [name, value] of Object.entries({ min, max, avg, sum })) json[`${name}_as_string`] = format(value)
  return json
}

function spreadOf({ count, sum, sumOfSquares }: Moments) {
  const squares = sumOfSquares - (sum * sum) / count
  const population = Math.max(squares / count, 0)
  const sampling = count === 1 ? Number.NaN : Math.max(squares / (count - 1), 0)
  return {
    sum_of_squares: sumOfSquares,
    variance: population,
    variance_population: population,
    variance_sampling: sampling,
    std_deviation: Math.sqrt(population),
    std_deviation_population: Math.sqrt(population),
    std_deviation_sampling: Math.sqrt(sampling),
  }
}

type Spread = ReturnType<typeof spreadOf>

function boundsOf({ sum, count }: Moments, spread: Spread, sigma: number): Record<string, number> {
  const avg = sum / count
  const [population, sampling] = [spread.std_deviation * sigma, spread.std_deviation_sampling * sigma]
  return {
    upper: avg + population,
    lower: avg - population,
    upper_population: avg + population,
    lower_population: avg - population,
    upper_sampling: avg + sampling,
    lower_sampling: avg - sampling,
  }
}

/** Elasticsearch shows null where there is no value at all, and the text `NaN` where the value is none. */
function shown(values: Record<string, number>, { count }: Moments): Record<string, unknown> {
  const show = (value: number) => (count === 0 ? null : Number.isNaN(value) ? 'NaN' : value)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, show(value)]))
}

/** A square of a date is no date: its text is null. */
function formatted(spread: Spread, bounds: Record<string, number>, format: Format, isDate: boolean) {
  const json: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(spread)) {
    json[`${name}_as_string`] = isDate && !name.startsWith('std_') ? null : format(value)
  }
  const texts = Object.entries(bounds).map(([name, value]) => [name, format(value)])
  json.std_deviation_bounds_as_string = Object.fromEntries(texts)
  return json
}
