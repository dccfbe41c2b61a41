import type { Shard } from './index/shard.js'
import { namePattern } from './queries/patterns.js'

/** What `_field_caps` shows of one type of a field. */
interface Capability {
  type: string
  metadata_field: false
  searchable: true
  aggregatable: boolean
  /** Where the field has this type, when it has another one elsewhere. */
  indices?: string[]
}

/**
 * `_field_caps`: the fields of some indices with their types. Neither meta-fields nor objects: it
 * knows only fields.
 */
export function fieldCaps(shards: readonly Shard[], patterns: readonly string[]) {
  const isAsked = patterns.map(namePattern)
  const found = new Map<string, Map<string, string[]>>()
  for (const { name: index, mapping } of shards) {
    for (const { name, type } of mapping.fields.values()) {
      if (!isAsked.some((matches) => matches(name))) continue
      const types = found.get(name) ?? new Map<string, string[]>()
      found.set(name, types.set(type, [...(types.get(type) ?? []), index]))
    }
  }
  const fields = Array.from(found, ([name, types]) => [
    name,
    Object.fromEntries(capabilities(types)),
  ])
  return { indices: shards.map(({ name }) => name), fields: Object.fromEntries(fields) }
}

function capabilities(types: ReadonlyMap<string, string[]>): [string, Capability][] {
  return Array.from(types, ([type, indices]) => [
    type,
    {
      type,
      metadata_field: false,
      searchable: true,
      aggregatable: type !== 'text',
      ...(types.size > 1 ? { indices } : {}),
    },
  ])
}
