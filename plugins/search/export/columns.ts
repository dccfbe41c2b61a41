import { parseExact } from '../../../kit/api/exact-json.js'
import type { SearchRequest } from '../../kit/context.js'
import type { CatalogFields } from '../../kit/field-catalog.js'
import { parentOf } from '../../kit/field-description.js'
import { coverOf, sourceParts } from '../../kit/field-rules.js'

/** The column that every document has. */
const id = 'id'

/**
 * The fields that the documents of a search may have, for a table: those that `_source` names, in
 * its order, else those of the indices that it leaves, by name. `id` is the first. None, if they
 * are not known. The search rules have confined `_source` to the fields that the caller may see.
 */
export function columnsOf({ body, ownBody = body, fields }: SearchRequest): string[] {
  const { _source } = parseExact(ownBody) as { _source?: unknown }
  if (_source === false || _source === 'false') return [id]
  const { includes = [], excludes } = sourceParts(_source)
  const named = includes.map(String)
  const isPlain = named.length > 0 && !named.some((name) => name.includes('*'))
  const offered = isPlain ? named : storedIn(fields).filter(matching(named))
  if (offered.length === 0) return []
  const isExcluded = matching(excludes.map(String), false)
  return [...new Set([id, ...offered.filter((name) => !isExcluded(name))])]
}

/** The fields of documents: no sub-fields, which are the same value in other forms. */
function storedIn(known: CatalogFields = new Map()): string[] {
  return [...known.keys()]
    .filter((name) => !name.startsWith('_') && parentOf(name, known) === undefined)
    .sort()
}

/** @param ofNone Whether no patterns at all match everything. */
function matching(patterns: readonly string[], ofNone = true): (name: string) => boolean {
  const covers = patterns.map(coverOf)
  return (name) => (covers.length === 0 ? ofNone : covers.some((one) => one(name)))
}
