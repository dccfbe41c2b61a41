import { contentError, illegalArgument } from '../errors.js'
import type { Aggregation, Context } from './aggregation.js'
import { type Bucket, Filling, joinBuckets, listed, WholeBucket } from './buckets.js'
import { parseZone, readDate } from './dates.js'
import { javaDouble } from './decimals.js'
import { type Field, fieldOf } from './fields.js'
import { type Format, formatOf, shownAs } from './formats.js'
import { anything, fieldShape, flag, number, readParameters, text } from './params.js'

/** From (included) to (excluded). */
interface Range {
  key: string
  from: number
  to: number
}

const shape = { ...fieldShape, ranges: anything, keyed: flag, format: text }

/** `range`: a bucket for each range of numbers. */
export function buildRange(body: unknown, context: Context): Aggregation<Bucket<number>[]> {
  const params = readParameters('range', body, shape)
  const field = fieldOf('range', params, ['double', 'long', 'boolean', 'date'], context)
  const format = formatOf(field, params.format)
  const bound =
    field.kind === 'date'
      ? (value: unknown) => readDate(value, params.format ?? field.dateFormat)
      : numberBound
  return ranges(
    field,
    readRanges('range', params.ranges, bound, format, context),
    params.keyed,
    format,
    context,
  )
}

/** `date_range`: a bucket for each range of dates; bounds take date math. */
export function buildDateRange(body: unknown, context: Context): Aggregation<Bucket<number>[]> {
  const params = readParameters('date_range', body, { ...shape, time_zone: text })
  const field = fieldOf('date_range', params, ['date'], context)
  const { time_zone: zone } = params
  const format = formatOf(
    { ...field, kind: 'date' },
    params.format,
    zone === undefined ? 0 : parseZone('date_range', zone),
  )
  // numbers are of the format too: seconds with epoch_second
  const bound = (value: unknown) => readDate(asText(value), params.format ?? field.dateFormat, zone)
  return ranges(
    field,
    readRanges('date_range', params.ranges, bound, format, context),
    params.keyed,
    format,
    context,
  )
}

const asText = (value: unknown) => String(typeof value === 'number' ? Math.trunc(value) : value)

function numberBound(value: unknown): number {
  const result = number(value)
  if (result === undefined) throw illegalArgument('A bound of a range is not a number')
  return result
}

function readRanges(
  type: string,
  value: unknown,
  bound: (value: unknown) => number,
  format: Format | undefined,
  { name }: Context,
): Range[] {
  const given: unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value]
  if (given.length === 0)
    throw illegalArgument(`No [ranges] specified for the [${name}] aggregation`)
  const show = format ?? javaDouble
  return given
    .map((one) => {
      const { key, ...bounds } = readParameters(type, withoutNulls(type, one), {
        key: text,
        from: anything,
        to: anything,
      })
      const from = bounds.from === undefined ? Number.NEGATIVE_INFINITY : bound(bounds.from)
      const to = bounds.to === undefined ? Number.POSITIVE_INFINITY : bound(bounds.to)
      const first = from === Number.NEGATIVE_INFINITY ? '*' : show(from)
      const last = to === Number.POSITIVE_INFINITY ? '*' : show(to)
      return { key: key ?? `${first}-${last}`, from, to }
    })
    .sort((a, b) => compare(a.from, b.from) || compare(a.to, b.to))
}

const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)

/** A bound of null is as good as none. */
function withoutNulls(type: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null)
    throw contentError(`[${type}] failed to parse field [ranges]`)
  return Object.fromEntries(Object.entries(value).filter(([, bound]) => bound !== null))
}

function ranges(
  field: Field,
  wanted: Range[],
  keyed = false,
  format: Format | undefined,
  { children, budget }: Context,
): Aggregation<Bucket<number>[]> {
  const show = shownAs(field, format)
  return {
    collect(view, docs) {
      const filling = new Filling<number>(view, children)
      wanted.forEach((_, i) => {
        filling.open(i)
      })
      for (const doc of docs) {
        const values = field.numbers(view, doc)
        wanted.forEach(({ from, to }, i) => {
          if (values.some((value) => value >= from && value < to)) filling.add(i, doc)
        })
      }
      return filling.buckets()
    },
    reduce(parts) {
      const whole = joinBuckets(parts, children)
      const buckets = wanted.map(({ key, from, to }, i) => {
        const bounds: Record<string, unknown> = {}
        if (from !== Number.NEGATIVE_INFINITY) Object.assign(bounds, boundOf('from', from, show))
        if (to !== Number.POSITIVE_INFINITY) Object.assign(bounds, boundOf('to', to, show))
        const rest = (whole.get(i) ?? new WholeBucket(i, children)).json()
        return { name: key, json: { ...(!keyed && { key }), ...bounds, ...rest } }
      })
      return { json: listed(buckets, keyed, budget) }
    },
  }
}

function boundOf(
  name: string,
  value: number,
  show: ReturnType<typeof shownAs>,
): Record<string, unknown> {
  return { [name]: value, ...(show && { [`${name}_as_string`]: show(value) }) }
}
