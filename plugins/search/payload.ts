import type { Trimmings } from '../../kit/api/envelope.js'
import type { SearchAnswer, SearchRequest } from '../kit/context.js'

/**
 * The part of an answer that the caller sees: `data` of a search (docs/api.md, Search), as JSON in
 * pieces.
 */
export function renderPayload(
  answer: SearchAnswer,
  search: SearchRequest,
  version: string,
): Buffer[] {
  const { results, count, aggregations } = answer
  const { value, relation } = answer.total ?? { value: count, relation: 'gte' }
  const totalRelation = relation === 'gte' ? ',"totalRelation":"gte"' : ''
  const of = `"index":${JSON.stringify(search.index)},"version":${JSON.stringify(version)}`
  // concatenated text: half the time of serializing one object
  const others = `"total":${value}${totalRelation},${of}`
  if (!search.hasAggregations || !aggregations)
    return [beforeResults, results, Buffer.from(`,${others}}`)]
  return [beforeResults, results, Buffer.from(`,${others},"aggregations":`), aggregations, end]
}

/**
 * The additional members of `meta`. Of the data a search of the caller's own has only the date,
 * which the loader never chooses by itself, so its answers have the members of the contract and no
 * others.
 */
export function makeMeta(
  { about, isDeclared, understood }: SearchRequest,
  hints: readonly string[],
): OwnMeta {
  const meta: OwnMeta = {}
  if (about?.dataAsOf !== undefined) meta.dataAsOf = about.dataAsOf
  if (isDeclared && about?.attribution !== undefined) meta.attribution = about.attribution
  if (understood) meta.understood = understood
  if (hints.length > 0) meta.hints = hints
  return meta
}

export type OwnMeta = NonNullable<Trimmings['meta']>

const beforeResults = Buffer.from('{"results":')
const end = Buffer.from('}')

/**
 * Whether an answer has no hit and no bucket with a document, although hits or buckets were
 * requested. Facets of a declared search have buckets also of what its filters leave out: there
 * the total decides.
 */
export function foundNothing(
  { isDeclared }: Pick<SearchRequest, 'isDeclared'>,
  { count, total, aggregations }: SearchAnswer,
): boolean {
  if (count > 0) return false
  return aggregations === undefined || (isDeclared && total !== undefined)
    ? (total?.value ?? 0) === 0
    : !holdsDocuments(JSON.parse(aggregations.toString()))
}

function holdsDocuments(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Number((value as { doc_count?: unknown }).doc_count) > 0) return true
  return Object.values(value).some(holdsDocuments)
}
