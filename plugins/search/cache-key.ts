import { createHash } from 'node:crypto'
import { isObject } from '../../kit/config/objects.js'
import type { SearchRequest } from '../kit/context.js'

/** Longer bodies are asked each for itself: to compare them costs more than their repetition is likely to save. */
const longestBody = 64 * 1024

/** Members whose objects mean something by the order of their names: the keys of a sort come first, second, … */
const ordered = ['sort', 'order']

/**
 * What searches have in common that ask for the same: index and judged body, whatever the order of its members. Undefined for
 * one that is not to be compared.
 */
export function keyOf({ index, body }: SearchRequest): string | undefined {
  if (body.length > longestBody) return undefined
  const canonical = JSON.stringify([index, sorted(JSON.parse(body), false)])
  return createHash('sha256').update(canonical).digest('base64')
}

function sorted(value: unknown, keepsOrder: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => sorted(item, keepsOrder))
  if (!isObject(value)) return value
  const names = Object.keys(value)
  if (!keepsOrder) names.sort()
  return Object.fromEntries(names.map((name) => [name, sorted(value[name], keepsOrder || ordered.includes(name))]))
}
