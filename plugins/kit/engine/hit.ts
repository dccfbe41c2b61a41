import { isObject } from '../../../kit/config/objects.js'

/** A hit as Elasticsearch returns it, limited to the members that we pass on. */
export interface Hit {
  _id: string
  _score?: number | null
  _source?: Record<string, unknown>
  sort?: unknown
  highlight?: unknown
  fields?: unknown
  inner_hits?: unknown
}

export function isHit(value: unknown): value is Hit {
  return (
    isObject(value) &&
    typeof value._id === 'string' &&
    (value._source === undefined || isObject(value._source))
  )
}

/** A row of an export: the document, with its id (docs/export.md). */
export function toRow({ _id, _source }: Hit): Record<string, unknown> {
  const { _cursor, ...members } = _source ?? {} // the name is ours there
  return { ...members, id: members.id ?? _id }
}

/** Groups of inner hits without `_index`, which is the name behind an alias. */
function withoutIndex(groups: unknown): unknown {
  if (!isObject(groups)) return groups
  return Object.fromEntries(
    Object.entries(groups).map(([name, group]) => [name, isObject(group) ? ofGroup(group) : group]),
  )
}

function ofGroup(group: Record<string, unknown>): Record<string, unknown> {
  const { hits } = group
  if (!isObject(hits) || !Array.isArray(hits.hits)) return group
  const all = hits.hits.map((hit: unknown) => {
    if (!isObject(hit)) return hit
    const { _index, ...members } = hit
    const { inner_hits } = members
    return inner_hits === undefined ? members : { ...members, inner_hits: withoutIndex(inner_hits) }
  })
  return { ...group, hits: { ...hits, hits: all } }
}

/** A result as callers see it (docs/api.md, Search). */
export function toResult({
  _id,
  _score = null,
  _source,
  sort,
  highlight,
  fields,
  inner_hits,
}: Hit): object {
  const result: Record<string, unknown> = { ..._source, id: _source?.id ?? _id, _score }
  if (sort !== undefined) result._sort = sort
  if (highlight !== undefined) result._highlight = highlight
  if (fields !== undefined) result._fields = fields
  if (inner_hits !== undefined) result._innerHits = withoutIndex(inner_hits)
  return result
}
