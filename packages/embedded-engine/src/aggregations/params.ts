import { contentError, parsingError } from '../errors.js'
import { unknownName } from '../lacking.js'

/** Reads one parameter; undefined when the value is of a wrong kind. */
type Reader<T> = (value: unknown) => T | undefined
type Shape = Record<string, Reader<unknown>>

/** Parameters as read: each may be absent. */
export type Params<S extends Shape> = { [K in keyof S]?: Exclude<ReturnType<S[K]>, undefined> }

/**
 * The parameters of an aggregation.
 * @param type Name of the aggregation, for error texts.
 * @param refusal How Elasticsearch refuses here; a few old aggregations do so by parsing_exception.
 * @param place Where the parameters are, by the list of what this engine lacks.
 * @throws EngineError for a parameter that the shape does not name, or a value of a wrong kind.
 */
export function readParameters<S extends Shape>(
  type: string,
  body: unknown,
  shape: S,
  refusal = contentError,
  place = `the ${type} aggregation`,
): Params<S> {
  const params: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(objectOf(type, body))) {
    const reader = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (reader === undefined)
      throw unknownName(place, name, refusal(`[${type}] unknown field [${name}]`))
    const result = reader(value)
    if (result === undefined) throw refusal(`[${type}] failed to parse field [${name}]`)
    params[name] = result
  }
  return params as Params<S>
}

/** @throws EngineError when it is not a JSON object. */
export function objectOf(type: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw parsingError(`Expected [START_OBJECT] under [${type}]`)
}

export const text: Reader<string> = (value) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined

export const flag: Reader<boolean> = (value) => {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : undefined
}

/** Numbers may come as strings, as Elasticsearch takes them. */
export const number: Reader<number> = (value) => {
  const result = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof result === 'number' && Number.isFinite(result) ? result : undefined
}

/** A whole number in these bounds; Elasticsearch cuts a fraction off. */
export function integer(least: number, most = 2 ** 31 - 1): Reader<number> {
  return (value) => {
    const result = number(value)
    if (result === undefined) return undefined
    const whole = Math.trunc(result)
    return whole >= least && whole <= most ? whole : undefined
  }
}

export function oneOf<T extends string>(...choices: T[]): Reader<T> {
  return (value) => choices.find((choice) => choice === value)
}

/** Any value but null: the aggregation looks closer itself. */
export const anything: Reader<NonNullable<unknown>> = (value) => value ?? undefined

/** What every aggregation over one field takes. */
export const fieldShape = { field: text, missing: anything }
