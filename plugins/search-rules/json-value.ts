import { isObject } from '../../kit/objects.js'

export type JsonObject = Record<string, unknown>

export type JsonKind = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object'

/** The key of an object that has exactly one. */
export function onlyKey(value: unknown): string | undefined {
  if (!isObject(value)) return undefined
  const keys = Object.keys(value)
  return keys.length === 1 ? keys[0] : undefined
}

/** The kind of a value, as JSON names it. */
export function kindOf(value: unknown): JsonKind {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : (typeof value as JsonKind)
}
