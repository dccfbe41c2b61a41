import { dateFormat } from '../dates/format.js'
import { parseDate } from '../dates/math.js'
import { noNumber, parsingError, queryError } from '../errors.js'
import { compareCodePoints } from '../index/code-points.js'
import { booleanTerm, type Field } from '../index/field.js'
import { matchingTerms } from '../lucene/multi-term.js'
import { constantQuery, matchNone, type Query } from '../lucene/query.js'
import { numberType } from '../mapping/field-mapping.js'
import { boundFault, isWhole, toNumber } from '../mapping/numbers.js'
import { readBoolean } from './booleans.js'
import type { Clause, Parsing } from './clause.js'
import { fieldOptions, isObject } from './options.js'

/** Bounds as a query gives them; null or undefined is open. */
export interface Range {
  gte?: unknown
  gt?: unknown
  lte?: unknown
  lt?: unknown
  format?: string | undefined
  timeZone?: string | undefined
}

export function range(body: unknown, parsing: Parsing): Clause {
  if (isObject(body) && !Object.values(body).every(isObject)) {
    throw parsingError(`[range] query does not support [${Object.keys(body)[0]}]`)
  }
  const { field: name, options } = fieldOptions('range', body, 'gte')
  const bounds: Range = {
    gte: options.scalar('gte'),
    gt: options.scalar('gt'),
    lte: options.scalar('lte'),
    lt: options.scalar('lt'),
    format: options.text('format'),
    timeZone: options.text('time_zone'),
  }
  options.choice('relation', ['intersects', 'within', 'contains'], 'intersects')
  return options.finish(parsing, (shard) => {
    const field = shard.field(name)
    return field === undefined ? matchNone : rangeQuery(field, bounds, parsing)
  })
}

/**
 * Documents with a value within the bounds, each scoring the boost. @throws EngineError for bounds
 * of another kind.
 */
export function rangeQuery(field: Field, bounds: Range, parsing: Parsing): Query {
  switch (field.mapping.kind) {
    case 'text':
    case 'keyword':
    case 'boolean':
      return termRange(field, bounds)
    case 'long':
    case 'double':
      return numberRange(field, bounds)
    case 'date':
      return dateRange(field, bounds, parsing)
    case 'geo_point':
      throw queryError(`Field [${field.name}] of type [geo_point] does not support range queries`)
  }
}

function termRange(field: Field, { gte, gt, lte, lt }: Range): Query {
  const bound = (value: unknown) =>
    value === undefined || value === null ? undefined : termOf(field, value)
  const [low, high] = [bound(gt ?? gte), bound(lt ?? lte)]
  const opensLow = bound(gt) !== undefined
  const opensHigh = bound(lt) !== undefined
  return matchingTerms(field, (term) => {
    if (low !== undefined && compareCodePoints(term, low) < (opensLow ? 1 : 0)) return false
    return high === undefined || compareCodePoints(term, high) <= (opensHigh ? -1 : 0)
  })
}

function termOf(field: Field, value: unknown): string {
  if (field.mapping.kind !== 'boolean') return field.mapping.normalize(String(value))
  return booleanTerm(readBoolean(value))
}

function numberRange(field: Field, { gte, gt, lte, lt }: Range): Query {
  const type = numberType(field.mapping)
  const bound = (value: unknown): number | undefined => {
    if (value === undefined || value === null) return undefined
    const number = toNumber(value)
    if (number === undefined) throw queryError(noNumber(String(value)))
    const fault = boundFault(type, value, number)
    if (fault !== undefined) throw queryError(fault)
    return type === 'float' && !isWhole(type) ? Math.fround(number) : number
  }
  const [least, above, most, below] = [bound(gte), bound(gt), bound(lte), bound(lt)]
  return valuesWithin(field, (value) => {
    if (least !== undefined && value < least) return false
    if (above !== undefined && value <= above) return false
    if (most !== undefined && value > most) return false
    return below === undefined || value < below
  })
}

function dateRange(
  field: Field,
  { gte, gt, lte, lt, format, timeZone }: Range,
  { now }: Parsing,
): Query {
  const options = {
    format: format === undefined ? field.mapping.format : dateFormat(format),
    zone: timeZone,
    now,
  }
  const bound = (value: unknown, roundUp: boolean): number | undefined => {
    if (value === undefined || value === null) return undefined
    return parseDate(String(value), { ...options, roundUp })
  }
  const [least, above, most, below] = [
    bound(gte, false),
    bound(gt, true),
    bound(lte, true),
    bound(lt, false),
  ]
  return valuesWithin(field, (value) => {
    if (least !== undefined && value < least) return false
    if (above !== undefined && value <= above) return false
    if (most !== undefined && value > most) return false
    return below === undefined || value < below
  })
}

/** Documents with a date that a text names: a whole day when it names no time. */
export function dateMatches(field: Field, text: string, parsing: Parsing): Query {
  return dateRange(field, { gte: text, lte: text }, parsing)
}

function valuesWithin(field: Field, holds: (value: number) => boolean): Query {
  return constantQuery(() => field.column.where((value) => holds(value as number)))
}
