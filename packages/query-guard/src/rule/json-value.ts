export type JsonObject = Record<string, unknown>

export type JsonKind = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object'

/** Keys allowed next to the type of an aggregation. */
export const besideAggregation: ReadonlySet<string> = new Set(['aggs', 'aggregations', 'meta'])

/**
 * The key of an object that has exactly one.
 * @param value As parsed from JSON: its keys are its own.
 * @param allowed Keys that may come with it.
 */
export function onlyKey(value: unknown, allowed?: ReadonlySet<string>): string | undefined {
  if (!isObject(value)) return undefined
  let only: string | undefined
  for (const key in value) {
    if (allowed?.has(key)) continue
    if (only !== undefined) return undefined
    only = key
  }
  return only
}

/** The kind of a value, as JSON names it. */
export function getKind(value: unknown): JsonKind {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : (typeof value as JsonKind)
}

/**
 * A value as a number or a text. An object in place of one, which the rules refuse, is none: it may
 * have a `toString` of its own that is no function.
 */
export const toNumber = (value: unknown): number =>
  typeof value === 'object' ? Number.NaN : Number(value)
export const toText = (value: unknown): string => (typeof value === 'object' ? '' : String(value))

/** An object with members: no list, and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
