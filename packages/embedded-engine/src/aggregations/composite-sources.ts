import { contentError, illegalArgument, parseError, parsingError } from '../errors.js'
import type { GeoPoint, IndexView } from '../types.js'
import type { Context } from './aggregation.js'
import { intervalShape, roundingOf } from './date-histogram.js'
import { parseZone, readDate } from './dates.js'
import { anyOrdered, type Field, fieldOf, numeric } from './fields.js'
import { formatOf } from './formats.js'
import { compareTiles } from './geo-grids.js'
import { geotile, stored } from './geo-points.js'
import { compareKeys } from './order.js'
import { flag, integer, number, objectOf, type Params, readParameters, text } from './params.js'

/** One part of a composite key; null stands for "no value". */
export type Part = string | number | null

/** Where one part of a composite key comes from. */
export interface Source {
  name: string
  /** The parts that a document gives, without repeats; none keeps it out of every bucket. */
  parts(view: IndexView, doc: number): readonly Part[]
  compare(a: Part, b: Part): number
  show(part: Part): unknown
  /** @throws EngineError for a value of `after` that this source cannot have given. */
  readAfter(value: unknown): Part
}

/** What the kinds of sources differ in. */
interface Kind {
  parts(view: IndexView, doc: number): readonly (string | number)[]
  compare?(a: string, b: string): number
  show?(part: string | number): unknown
  /** Undefined when the value is of a wrong kind. */
  readAfter(value: unknown): string | number | undefined
}

const order = (value: unknown) =>
  /^(asc|desc)$/i.test(String(value)) ? String(value).toLowerCase() : undefined
const missingOrder = (value: unknown) =>
  /^(first|last|default)$/i.test(String(value)) ? String(value) : undefined
const shape = { field: text, missing_bucket: flag, missing_order: missingOrder, order }

/** @throws EngineError for a source that is none, or of an unknown kind. */
export function readSource(definition: unknown, context: Context): Source {
  const [[name, body] = [], ...others] = Object.entries(objectOf('sources', definition))
  const [[type, given] = [], ...more] = Object.entries(objectOf('sources', body))
  if (name === undefined || others.length > 0 || type === undefined || more.length > 0) {
    throw contentError('[composite] failed to parse field [sources]')
  }
  if (!Object.hasOwn(kinds, type)) throw parsingError(`invalid source type: ${type}`)
  const { params, kind } = kinds[type as keyof typeof kinds](given, context)
  return sourceOf(name, params, kind)
}

function sourceOf(name: string, params: Params<typeof shape>, kind: Kind): Source {
  const hasNull = params.missing_bucket ?? false
  if (params.missing_order !== undefined && params.missing_order !== 'default' && !hasNull) {
    throw illegalArgument('missingOrder can only be set if missingBucket is true')
  }
  const direction = params.order === 'desc' ? -1 : 1
  const nullFirst = params.missing_order?.toLowerCase() ?? 'default'
  const compareNull = nullFirst === 'default' ? direction : nullFirst === 'first' ? 1 : -1
  const compare = (kind.compare ?? compareKeys) as (
    a: string | number,
    b: string | number,
  ) => number
  return {
    name,
    parts(view, doc) {
      const found = kind.parts(view, doc)
      if (found.length === 0) return hasNull ? [null] : []
      return found.length === 1 ? found : [...new Set(found)]
    },
    compare(a, b) {
      if (a === null || b === null) return a === b ? 0 : a === null ? -compareNull : compareNull
      return direction * compare(a, b)
    },
    show: (part) => (part === null ? null : (kind.show?.(part) ?? part)),
    readAfter(value) {
      if (value === undefined) throw illegalArgument(`Missing value for [after.${name}]`)
      if (value === null && !hasNull)
        throw illegalArgument(`Invalid value for [after.${name}], expected comparable`)
      const part = value === null ? null : kind.readAfter(value)
      if (part !== undefined) return part
      throw parseError(`Cannot set after key: incompatible value for [${name}]`)
    },
  }
}

const kinds = {
  terms(body: unknown, context: Context) {
    const params = readParameters('terms', body, shape, contentError, 'a composite source')
    const field = fieldOf('terms', params, anyOrdered, context)
    return { params, kind: termsOf(field) }
  },

  histogram(body: unknown, context: Context) {
    const params = readParameters(
      'histogram',
      body,
      { ...shape, interval: number },
      contentError,
      'a composite source',
    )
    const { interval = 0 } = params
    if (interval <= 0)
      throw illegalArgument('[interval] must be greater than 0 for [histogram] source')
    const field = fieldOf('histogram', params, numeric, context)
    const keyOf = (value: number) => Math.floor(value / interval) * interval
    const kind: Kind = {
      parts: (view, doc) => field.numbers(view, doc).map(keyOf),
      readAfter: number,
    }
    return { params, kind }
  },

  date_histogram(body: unknown, context: Context) {
    const params = readParameters(
      'date_histogram',
      body,
      { ...shape, ...intervalShape, format: text },
      contentError,
      'a composite source',
    )
    const field = fieldOf('date_histogram', params, ['date', 'long'], context)
    const { format, time_zone: zoneName } = params
    const zone = zoneName === undefined ? 0 : parseZone('date_histogram', zoneName)
    const { keyOf } = roundingOf(params, zone)
    const parts: Kind['parts'] = (view, doc) => field.numbers(view, doc).map(keyOf)
    const print =
      format === undefined ? undefined : formatOf({ ...field, kind: 'date' }, format, zone)
    if (print === undefined) return { params, kind: { parts, readAfter: number } }
    const readAfter = (value: unknown) => readDate(value, format, zoneName)
    const show = (part: string | number) => {
      const shown = print(Number(part))
      if (readAfter(shown) === part) return shown
      throw illegalArgument(`The format [${format}] created output it could not parse again`)
    }
    return { params, kind: { parts, show, readAfter } }
  },

  geotile_grid(body: unknown, context: Context) {
    const params = readParameters(
      'geotile_grid',
      body,
      { ...shape, precision: integer(0, 29) },
      contentError,
      'a composite source',
    )
    const field = fieldOf('geotile_grid', params, ['geo_point'], context)
    const { precision = 7 } = params
    const kind: Kind = {
      parts: (view, doc) =>
        field.values(view, doc).map((point) => geotile(stored(point as GeoPoint), precision)),
      compare: compareTiles,
      readAfter: (value) => (/^\d+\/\d+\/\d+$/.test(String(value)) ? String(value) : undefined),
    }
    return { params, kind }
  },
}

function termsOf(field: Field): Kind {
  if (field.kind === 'keyword' || field.kind === undefined) {
    return {
      parts: (view, doc) => field.values(view, doc) as readonly string[],
      readAfter: (value) => (typeof value === 'string' ? value : undefined),
    }
  }
  const parts: Kind['parts'] = (view, doc) => field.numbers(view, doc)
  if (field.kind !== 'boolean') return { parts, readAfter: number }
  return {
    parts,
    show: (part) => part === 1,
    readAfter: (value) => (flag(value) === undefined ? undefined : Number(flag(value))),
  }
}
