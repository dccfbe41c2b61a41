import { isObject, type JsonObject } from '../rule/json-value.js'
import type { Scope } from '../rule/rule.js'
import { parseInstants } from './date-ranges.js'

/** The ends of the values that an aggregation collects. */

type Ends = readonly [least: number, greatest: number]
type ReadText = (text: string) => Ends | undefined

const anyValue: Ends = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
/** No time zone is further from UTC. */
const widestZone = 86_400_000

/**
 * How far the values of a field that are collected may be apart: those of the index, within
 * `hard_bounds`, and within the ranges that the queries around require. Those count for fields of
 * numbers and dates; that a document may have several values is not considered.
 */
export function collectedSpan(params: JsonObject, { known, here }: Scope): number {
  const { field, hard_bounds: bounds } = params
  const held = known.spanOf(field)
  const ends = [boundEnds(bounds, params), held ?? anyValue]
  if (held !== undefined) {
    const isDate = String(known.kindOf(field)).startsWith('date')
    const endsIn = isDate ? dateRangeEnds : numberRangeEnds
    for (const query of here.matched)
      if (isObject(query)) ends.push(requiredEnds(query, String(field), endsIn))
  }
  const [least, greatest] = commonEnds(ends)
  return Math.max(0, greatest - least)
}

const required = new WeakMap<JsonObject, Map<string, Ends>>()

/** The ends of the ranges that a query requires of a field, read once for all aggregations. */
function requiredEnds(query: JsonObject, field: string, endsIn: (range: JsonObject) => Ends): Ends {
  const known = required.get(query) ?? new Map<string, Ends>()
  required.set(query, known)
  const ends = known.get(field) ?? commonEnds([...listRanges(query, field)].map(endsIn))
  known.set(field, ends)
  return ends
}

function commonEnds(all: readonly Ends[]): Ends {
  return all.reduce(
    ([least, greatest], [from, to]) => [Math.max(least, from), Math.min(greatest, to)],
    anyValue,
  )
}

/** Numbers are milliseconds here, in whatever format. */
function boundEnds(bounds: unknown, params: JsonObject): Ends {
  if (!isObject(bounds)) return anyValue
  return zoned(params, parseEnds([bounds.min], [bounds.max], makeReader(params.format)))
}

function dateRangeEnds(range: JsonObject): Ends {
  const [lower, upper] = writtenEnds(range)
  const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value)
  const ends = parseEnds(lower.map(asText), upper.map(asText), makeReader(range.format))
  return zoned(range, ends)
}

function numberRangeEnds(range: JsonObject): Ends {
  return parseEnds(...writtenEnds(range), numberEnds)
}

/** The engine takes the last of several: all of them count. */
function writtenEnds({ gte, gt, from, lte, lt, to }: JsonObject): [unknown[], unknown[]] {
  const present = (value: unknown) => value !== undefined
  return [[gte, gt, from].filter(present), [lte, lt, to].filter(present)]
}

function parseEnds(lower: unknown[], upper: unknown[], readText: ReadText): Ends {
  const read = (value: unknown): Ends => {
    if (typeof value === 'number') return [value, value]
    return (typeof value === 'string' ? readText(value) : undefined) ?? anyValue
  }
  const least = lower.map((value) => read(value)[0])
  const greatest = upper.map((value) => read(value)[1])
  return [
    least.length === 0 ? Number.NEGATIVE_INFINITY : Math.min(...least),
    greatest.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...greatest),
  ]
}

function makeReader(format: unknown): ReadText {
  if (format === undefined || format === 'strict_date_optional_time') return parseInstants
  return format === 'epoch_millis' ? numberEnds : () => undefined
}

function numberEnds(text: string): Ends | undefined {
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? [Number(text), Number(text)] : undefined
}

function zoned({ time_zone: zone }: JsonObject, [least, greatest]: Ends): Ends {
  return zone === undefined ? [least, greatest] : [least - widestZone, greatest + widestZone]
}

/** The ranges of a field that a query requires, whatever its other clauses are. */
function* listRanges(query: unknown, field: string): Generator<JsonObject> {
  if (Array.isArray(query)) for (const one of query) yield* listRanges(one, field)
  if (!isObject(query)) return
  const { range, bool, constant_score, function_score, boosting } = query
  if (isObject(range) && isObject(range[field])) yield range[field]
  for (const required of [
    ...(isObject(bool) ? [bool.filter, bool.must] : []),
    isObject(constant_score) && constant_score.filter,
    isObject(function_score) && function_score.query,
    isObject(boosting) && boosting.positive,
  ])
    yield* listRanges(required, field)
}
