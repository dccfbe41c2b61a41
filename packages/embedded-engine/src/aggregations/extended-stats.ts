import type { Aggregation, Context } from './aggregation.js'
import { fieldOf, numeric } from './fields.js'
import { formatOf, shownAs } from './formats.js'
import { metricShape, statsJson, statsOf } from './metrics.js'
import { type Moments, mergeMoments, momentsOf } from './moments.js'
import { number, readParameters } from './params.js'

/** `extended_stats`; `sigma` says how many standard deviations its bounds are wide. */
export function buildExtendedStats(body: unknown, context: Context): Aggregation<Moments> {
  const params = readParameters('extended_stats', body, { ...metricShape, sigma: nonNegative })
  const field = fieldOf('extended_stats', params, numeric, context)
  const format = formatOf(field, params.format)
  const show = shownAs(field, format)
  const { sigma = 2 } = params
  return {
    collect: (view, docs) => momentsOf(field, view, docs),
    reduce(parts) {
      const moments = mergeMoments(parts)
      const [squares, deviations] = spreadOf(moments)
      const bounds = boundsOf(moments, deviations, sigma)
      const values: Numbers = {
        ...statsOf(moments),
        ...squares,
        ...deviations,
        ...prefixed(bounds),
      }
      return {
        json: {
          ...statsJson(moments, show),
          ...numbers(squares, moments),
          ...numbers(deviations, moments),
          std_deviation_bounds: numbers(bounds, moments),
          ...(format &&
            moments.count > 0 && {
              // the square of a date is no date
              ...texts(squares, field.kind === 'date' ? () => null : show!),
              ...texts(deviations, format),
              std_deviation_bounds_as_string: mapped(bounds, format),
            }),
        },
        number: (property = '') => values[property],
      }
    },
  }
}

function nonNegative(value: unknown): number | undefined {
  const result = number(value)
  return result !== undefined && result >= 0 ? result : undefined
}

type Numbers = Record<string, number>

function spreadOf({ count, sum, sumOfSquares }: Moments) {
  const squares = sumOfSquares - (sum * sum) / count
  const population = Math.max(squares / count, 0)
  const sampling = count === 1 ? Number.NaN : Math.max(squares / (count - 1), 0)
  return [
    {
      sum_of_squares: sumOfSquares,
      variance: population,
      variance_population: population,
      variance_sampling: sampling,
    },
    {
      std_deviation: Math.sqrt(population),
      std_deviation_population: Math.sqrt(population),
      std_deviation_sampling: Math.sqrt(sampling),
    },
  ] as const
}

function boundsOf(
  { sum, count }: Moments,
  deviations: ReturnType<typeof spreadOf>[1],
  sigma: number,
): Numbers {
  const average = sum / count
  const population = deviations.std_deviation_population * sigma
  const sampling = deviations.std_deviation_sampling * sigma
  return {
    upper: average + population,
    lower: average - population,
    upper_population: average + population,
    lower_population: average - population,
    upper_sampling: average + sampling,
    lower_sampling: average - sampling,
  }
}

/**
 * Elasticsearch shows null where there is no value at all, and the text `NaN` where the result is
 * none.
 */
function numbers(values: Numbers, { count }: Moments): Record<string, unknown> {
  return mapped(values, (value) => (count === 0 ? null : Number.isNaN(value) ? 'NaN' : value))
}

function mapped(values: Numbers, show: (value: number) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, show(value)]))
}

function texts(values: Numbers, show: (value: number) => unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${name}_as_string`, show(value)]),
  )
}

/** Bounds that an `order` can name: `std_upper`, `std_lower`. */
function prefixed({ upper = 0, lower = 0 }: Numbers): Numbers {
  return { std_upper: upper, std_lower: lower }
}
