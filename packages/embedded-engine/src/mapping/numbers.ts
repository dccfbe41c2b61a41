import { Numeral } from '../exact-json.js'

/** Number types of Elasticsearch: whole ones with their bounds, and the two that hold fractions. */
export type NumberType = 'long' | 'integer' | 'short' | 'byte' | 'double' | 'float'

const bounds: Readonly<Partial<Record<NumberType, readonly [number, number]>>> = {
  long: [-(2 ** 63), 2 ** 63],
  integer: [-(2 ** 31), 2 ** 31 - 1],
  short: [-(2 ** 15), 2 ** 15 - 1],
  byte: [-128, 127],
}

export function isWhole(type: NumberType): boolean {
  return bounds[type] !== undefined
}

/** Whether a whole number fits its type; always for the fractional ones. */
export function isWithin(type: NumberType, value: number): boolean {
  const range = bounds[type]
  return range === undefined || (value >= range[0] && value <= range[1])
}

/** Why a number cannot be a bound of a query on a field of this type; undefined if it can. */
export function boundFault(type: NumberType, value: unknown, number: number): string | undefined {
  if (!isWhole(type)) {
    const fits = stored(type, number) !== undefined
    return fits ? undefined : `[${type}] supports only finite values, but got [${value}]`
  }
  const compared = type === 'long' ? 'long' : 'integer' // Lucene has no narrower ones
  if (isWithin(compared, number) && !(type === 'long' && isBeyondLong(value))) return undefined
  return `Value [${value}] is out of range for ${type === 'long' ? 'a long' : 'an integer'}`
}

/** Of a whole number as text, which is exact: as a number its neighbours are the same. */
function isBeyondLong(value: unknown): boolean {
  if (typeof value !== 'string' || !/^[+-]?\d+$/.test(value)) return false
  return BigInt.asIntN(64, BigInt(value.replace('+', ''))) !== BigInt(value.replace('+', ''))
}

/** Whether a value of a document is a JSON number. */
export function isNumber(value: unknown): value is number | Numeral {
  return typeof value === 'number' || value instanceof Numeral
}

/** A JSON number, or a number written as text; undefined for anything else. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value)
  if (value instanceof Numeral) return Number(value.text)
  if (typeof value !== 'string' || !/^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(value))
    return undefined
  return Number(value)
}

/**
 * The value as the type stores it: fractions cut off whole numbers, floats rounded to 32 bits;
 * undefined if it does not fit.
 */
export function stored(type: NumberType, value: number): number | undefined {
  const fitting = isWhole(type) ? Math.trunc(value) : type === 'float' ? Math.fround(value) : value
  return isWithin(type, fitting) && Number.isFinite(fitting) ? fitting : undefined
}

/** The value that sorts documents without one last, ascending (`Long.MAX_VALUE` and the like). */
export function greatest(type: NumberType): number {
  if (!isWhole(type)) return Number.POSITIVE_INFINITY
  return type === 'long' ? 2 ** 63 : 2 ** 31 - 1
}

/** The value that sorts documents without one last, descending. */
export function least(type: NumberType): number {
  if (!isWhole(type)) return Number.NEGATIVE_INFINITY
  return type === 'long' ? -(2 ** 63) : -(2 ** 31)
}
