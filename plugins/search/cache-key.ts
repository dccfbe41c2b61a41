import { createHash } from 'node:crypto'
import { isObject } from '../../kit/config/objects.js'
import type { SearchRequest } from '../kit/context.js'

/** Longer bodies are not compared: that costs more than their repetition is likely to save. */
const longestBody = 64 * 1024

/** Members whose objects depend on the order of their keys: the sort keys apply first, second, … */
const ordered = ['sort', 'order']

/**
 * The key shared by equal searches: index and validated body, whatever the order of its members.
 * Undefined for a search that is not to be compared.
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
  return Object.fromEntries(
    names.map((name) => [name, sorted(value[name], keepsOrder || ordered.includes(name))]),
  )
}
