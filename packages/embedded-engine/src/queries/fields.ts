import { illegalArgument, parsingError } from '../errors.js'
import type { Shard } from '../index/shard.js'
import type { FieldKind } from '../types.js'
import type { Parsing } from './clause.js'
import { namePattern } from './patterns.js'

/** Fields to search with their weights, as `name^2` and `title*` name them. */
export type WeightedFields = ReadonlyMap<string, number>

/** How a text is searched in several fields. */
export interface FieldOptions {
  /** How much the fields besides the best one count. */
  tieBreaker: number
  minimum?: string | undefined
  parsing: Parsing
}

/** Reads a list of fields (or one). @throws EngineError */
export function weightedFields(value: unknown, clause: string): WeightedFields {
  const names = Array.isArray(value) ? value : [value]
  const fields = new Map<string, number>()
  for (const name of names) {
    if (typeof name !== 'string')
      throw parsingError(`[${clause}] query does not support [fields] of this kind`)
    const [field, weight = '1'] = name.split('^') as [string, string | undefined]
    if (!/^\d+(\.\d+)?$/.test(weight))
      throw illegalArgument(`[${clause}] a weight must be a positive number`)
    fields.set(field, Math.fround((fields.get(field) ?? 1) * Number(weight)))
  }
  return fields
}

/** Kinds that a pattern of field names stands for: what text can be searched in. */
const searchable: ReadonlySet<FieldKind> = new Set([
  'text',
  'keyword',
  'long',
  'double',
  'date',
  'boolean',
])

/**
 * The fields of a shard that the names mean, with their weights, in the order of the names. Names
 * without a star stay even if the shard does not know them.
 */
export function resolveFields(shard: Shard, fields: WeightedFields): WeightedFields {
  const resolved = new Map<string, number>()
  const add = (name: string, weight: number) => {
    resolved.set(name, Math.fround((resolved.get(name) ?? 1) * weight))
  }
  for (const [name, weight] of fields) {
    if (!name.includes('*')) {
      add(name, weight)
      continue
    }
    const isNamed = namePattern(name)
    for (const [path, { kind }] of shard.mapping.fields)
      if (searchable.has(kind) && isNamed(path)) add(path, weight)
  }
  return resolved
}

/** Those of the fields that the shard knows. */
export function mappedFields(shard: Shard, fields: WeightedFields): [string, number][] {
  return [...resolveFields(shard, fields)].filter(([name]) => shard.field(name) !== undefined)
}
