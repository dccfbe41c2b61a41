import { parseExact } from '../../kit/api/json.js'
import {
  type CatalogFields,
  findParent,
  isPattern,
  makeCover,
  noField,
  sourceParts,
} from '../../packages/query-guard/src/index.js'
import type { SearchRequest } from '../kit/context.js'

/** The column that every document has. */
const id = 'id'

/**
 * The fields that the documents of a search may have, for a table: those that `_source` names, in
 * its order, else those of the indices that it leaves, by name. `id` is the first. None, if they
 * are not known. The search rules have confined `_source` to the fields that the caller may see,
 * and written names in place of its patterns.
 */
export function listColumns({ body, ownBody = body, fields }: SearchRequest): string[] {
  const { _source } = parseExact(ownBody) as { _source?: unknown }
  if (_source === false || _source === 'false') return [id]
  const { includes = [], excludes } = sourceParts(_source)
  if ([...includes, ...excludes].some(isPattern)) return []
  const offered = includes.length > 0 ? includes.map(String) : listStored(fields)
  if (offered.length === 0) return []
  const excluded = excludes.map((name) => makeCover(String(name)))
  const isLeft = (name: string) => name !== noField && !excluded.some((covers) => covers(name))
  return [...new Set([id, ...offered.filter(isLeft)])]
}

/** The fields of documents: no sub-fields, which are the same value in other forms. */
function listStored(known: CatalogFields = new Map()): string[] {
  return [...known.keys()]
    .filter((name) => !name.startsWith('_') && findParent(name, known) === undefined)
    .sort()
}
