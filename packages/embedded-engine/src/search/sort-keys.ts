import { dateFormat } from '../dates/format.js'
import { parseDate } from '../dates/math.js'
import {
  type EngineError,
  illegalArgument,
  noFielddata,
  noNumber,
  numberError,
  parseError,
  shardError,
} from '../errors.js'
import { arcDistance, planeDistance } from '../geo/distance.js'
import { isOnEarth } from '../geo/point.js'
import { compareCodePoints } from '../index/code-points.js'
import type { Field } from '../index/field.js'
import type { Shard } from '../index/shard.js'
import { kindOf, numberType } from '../mapping/field-mapping.js'
import { shortest } from '../mapping/floats.js'
import { greatest, least, type NumberType, toNumber } from '../mapping/numbers.js'
import { isScalar } from '../queries/options.js'
import type { GeoPoint, Value } from '../types.js'
import type { Mode, Order, SortCriterion } from './sort.js'

/** What a document is sorted by: a number, or a text (null when it has none). */
export type Key = number | string | null

/** One criterion bound to a shard. */
export interface KeyReader {
  order: Order
  /** Where documents without a text go: 1 last, -1 first. */
  nullOrder: 1 | -1
  key(doc: number, score: number): Key
  /** The key as the hit shows it in `sort`. */
  show(key: Key): unknown
  /** A value of `search_after` as a key. @throws EngineError */
  read(value: unknown): Key
}

/** @throws EngineError for a field that cannot be sorted by */
export function keyReader(criterion: SortCriterion, shard: Shard): KeyReader {
  const { order } = criterion
  switch (criterion.by) {
    case 'score':
      return { order, ...numeric('_score', true), key: (_doc, score) => score }
    case 'doc':
      return { order, ...numeric('_doc'), key: (doc) => doc }
    case 'distance':
      return { order, ...numeric(criterion.field), key: distanceKey(criterion, shard) }
    case 'field':
      return fieldReader(criterion, shard)
  }
}

/** Less than zero when the first goes before the second. */
export function compareKeys(a: Key, b: Key, { order, nullOrder }: KeyReader): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? nullOrder : -nullOrder
  const natural = typeof a === 'number' ? a - (b as number) : compareCodePoints(a, b as string)
  return order === 'asc' ? natural : -natural
}

function numeric(field: string, isFloat = false): Pick<KeyReader, 'nullOrder' | 'show' | 'read'> {
  return {
    nullOrder: 1,
    show(key) {
      if (typeof key !== 'number') return key
      if (!Number.isFinite(key)) return key > 0 ? 'Infinity' : '-Infinity'
      if (isMissingLong(key)) return key > 0 ? 2n ** 63n - 1n : -(2n ** 63n)
      return isFloat ? shortest(key) : key
    },
    read(value) {
      const number =
        value === 'Infinity'
          ? Number.POSITIVE_INFINITY
          : value === '-Infinity'
            ? Number.NEGATIVE_INFINITY
            : toNumber(value)
      if (number === undefined) throw unreadable(field)
      return isFloat ? Math.fround(number) : number
    },
  }
}

/**
 * Whether a key is what a long, date or boolean without a value is sorted by: Elasticsearch shows
 * all its digits.
 */
function isMissingLong(key: number): boolean {
  return Math.abs(key) === 2 ** 63
}

function unreadable(field: string): EngineError {
  return illegalArgument(`Failed to parse search_after value for field [${field}].`)
}

type FieldCriterion = Extract<SortCriterion, { by: 'field' }>

function fieldReader(criterion: FieldCriterion, shard: Shard): KeyReader {
  const { field: name, order, unmappedType, format } = criterion
  const field = shard.field(name)
  if (field === undefined && unmappedType === undefined) {
    throw shardError(`No mapping found for [${name}] in order to sort on`)
  }
  const type = field?.mapping.type ?? unmappedType!
  const kind = field?.mapping.kind ?? kindOf(type)
  if (format !== undefined && kind !== 'date') {
    throw illegalArgument(`Field [${name}] of type [${type}] does not support custom formats`)
  }
  switch (kind) {
    case 'text':
      throw noFielddata(name, shard.name)
    case 'geo_point':
      throw illegalArgument(
        "can't sort on geo_point or point field without using specific sorting feature, like " +
          'geo_distance',
      )
    case 'keyword':
      return textReader(criterion, field)
    case 'date':
      return { order, ...dates(criterion, field), key: numberKey(criterion, field, 'long') }
    default: {
      const stored =
        type === 'boolean'
          ? 'long'
          : field === undefined
            ? (type as NumberType)
            : numberType(field.mapping)
      return {
        order,
        ...numeric(name, stored === 'float'),
        key: numberKey(criterion, field, stored),
      }
    }
  }
}

function textReader(
  { order, mode, missing, field: name }: FieldCriterion,
  field: Field | undefined,
): KeyReader {
  if (mode !== undefined && mode !== 'min' && mode !== 'max') {
    throw shardError('we only support AVG, MEDIAN and SUM on number based fields')
  }
  const substitute = missing === '_last' || missing === '_first' ? null : String(missing)
  const takesLast = (mode ?? (order === 'asc' ? 'min' : 'max')) === 'max'
  return {
    order,
    nullOrder: missing === '_first' ? -1 : 1,
    key(doc) {
      const values = (field?.column.all(doc) ?? []) as readonly string[]
      return (takesLast ? values.at(-1) : values[0]) ?? substitute
    },
    show: (key) => key,
    read(value) {
      if (value !== null && typeof value === 'object') throw unreadable(name)
      return value === null ? null : String(value)
    },
  }
}

function dates(
  { field, format }: FieldCriterion,
  found: Field | undefined,
): Pick<KeyReader, 'nullOrder' | 'show' | 'read'> {
  const shown = format === undefined ? undefined : dateFormat(format)
  const base = numeric(field)
  return {
    ...base,
    show: (key) =>
      shown === undefined
        ? base.show(key)
        : Math.abs(key as number) < 2 ** 53
          ? shown.print(key as number)
          : null,
    read(value) {
      const isNumber = typeof value === 'number' || typeof value === 'bigint'
      if (isNumber || !isScalar(value) || found === undefined) return base.read(value)
      return parseDate(String(value), {
        format: shown ?? found.mapping.format,
        roundUp: false,
        now: Date.now(),
      })
    },
  }
}

function numberKey(
  { order, mode, missing }: FieldCriterion,
  field: Field | undefined,
  type: NumberType,
) {
  const goesLast = missing === '_last' ? order === 'asc' : order === 'desc'
  const substitute =
    missing === '_last' || missing === '_first'
      ? goesLast
        ? greatest(type)
        : least(type)
      : toNumber(missing)
  if (substitute === undefined) throw numberError(noNumber(String(missing)))
  const choose = chooser(
    mode ?? (order === 'asc' ? 'min' : 'max'),
    type !== 'float' && type !== 'double',
  )
  return (doc: number): number => {
    const first = field?.column.first(doc)
    if (first === undefined) return substitute
    return choose((field!.column.all(doc) as readonly Value[]).map(Number))
  }
}

/** One number of several, ascending ones; whole types round averages. */
function chooser(mode: Mode, isWhole: boolean): (values: readonly number[]) => number {
  const round = (value: number) => (isWhole ? Math.round(value) : value)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  switch (mode) {
    case 'min':
      return (values) => values[0]!
    case 'max':
      return (values) => values.at(-1)!
    case 'sum':
      return sum
    case 'avg':
      return (values) => round(sum(values) / values.length)
    case 'median': {
      return (values) => {
        const middle = (values.length - 1) / 2
        return round((values[Math.floor(middle)]! + values[Math.ceil(middle)]!) / 2)
      }
    }
  }
}

type DistanceCriterion = Extract<SortCriterion, { by: 'distance' }>

function distanceKey(
  { order, mode, field: name, points, plane, unit, ignoreUnmapped }: DistanceCriterion,
  shard: Shard,
) {
  const field = shard.field(name)
  if (field === undefined && !ignoreUnmapped)
    throw illegalArgument(`failed to find mapper for [${name}] for geo distance based sort`)
  if (field !== undefined && field.mapping.kind !== 'geo_point')
    throw illegalArgument(`field [${name}] is not a geo_point`)
  if (!points.every(isOnEarth)) throw parseError('illegal latitude or longitude value')
  // Lucene's own sort, always an arc
  const isShortest = order === 'asc' && points.length === 1 && (mode ?? 'min') === 'min'
  const distance = plane && !isShortest ? planeDistance : arcDistance
  const choose = chooser(mode ?? (order === 'asc' ? 'min' : 'max'), false)
  return (doc: number): number => {
    const held = (field?.column.all(doc) ?? []) as readonly GeoPoint[]
    if (held.length === 0) return Number.POSITIVE_INFINITY
    return choose(
      held
        .flatMap((point) => points.map((from) => distance(from, point) / unit))
        .sort((a, b) => a - b),
    )
  }
}
