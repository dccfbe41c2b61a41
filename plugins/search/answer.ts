import { isObject } from '../../kit/objects.js'
import type { SearchRequest } from '../kit/context.js'
import { EngineFailure } from './failure.js'

/** A hit as Elasticsearch returns it, as far as we hand it on. */
interface Hit {
  _id: string
  _score?: number | null
  _source?: Record<string, unknown>
  sort?: unknown
  highlight?: unknown
  fields?: unknown
  inner_hits?: unknown
}

/** A whole search answer of Elasticsearch, judged. */
export interface EngineAnswer {
  hits: Hit[]
  /** Undefined when the caller switched `track_total_hits` off. */
  total: { value: number; relation: 'eq' | 'gte' } | undefined
  aggregations: unknown
}

/** `data` of a search (docs/api.md, Search). */
export interface SearchPayload {
  results: Record<string, unknown>[]
  total: number
  /** Present when `total` is only a lower bound. */
  totalRelation?: 'gte'
  index: string
  version: string
  aggregations?: unknown
}

/**
 * Judges the text of a 200: only the whole answer to a search passes. Numbers are read as doubles, as any JSON client
 * in JavaScript would: an integer beyond 2^53 in a document is rounded.
 * @throws EngineFailure `unreadable` or `partial`.
 */
export function readAnswer(text: string): EngineAnswer {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw new EngineFailure('unreadable')
  }
  if (!isObject(answer) || !isObject(answer.hits) || !isObject(answer._shards)) throw new EngineFailure('unreadable')
  if (answer.timed_out !== false || answer._shards.failed !== 0) throw new EngineFailure('partial')
  const { hits = [], total } = answer.hits
  if (!Array.isArray(hits) || !hits.every(isHit) || !isTotal(total)) throw new EngineFailure('unreadable')
  return { hits, total, aggregations: answer.aggregations }
}

/** What the caller gets to see of an answer. */
export function payloadOf(answer: EngineAnswer, search: SearchRequest, version: string): SearchPayload {
  const { value, relation } = answer.total ?? { value: answer.hits.length, relation: 'gte' }
  return {
    results: answer.hits.map(resultOf),
    total: value,
    ...(relation === 'gte' && { totalRelation: relation }),
    index: search.index,
    version,
    ...(search.hasAggregations && answer.aggregations !== undefined && { aggregations: answer.aggregations }),
  }
}

/** Whether an answer holds no hit and no bucket with a document, where hits or buckets were asked for. */
export function foundNothing({ hits, total, aggregations }: EngineAnswer): boolean {
  if (hits.length > 0) return false
  return aggregations === undefined ? (total?.value ?? 0) === 0 : !holdsDocuments(aggregations)
}

function holdsDocuments(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Number((value as { doc_count?: unknown }).doc_count) > 0) return true
  return Object.values(value).some(holdsDocuments)
}

function resultOf({ _id, _score = null, _source, sort, highlight, fields, inner_hits }: Hit): Record<string, unknown> {
  const result: Record<string, unknown> = { ..._source, id: _source?.id ?? _id, _score }
  if (sort !== undefined) result._sort = sort
  if (highlight !== undefined) result._highlight = highlight
  if (fields !== undefined) result._fields = fields
  if (inner_hits !== undefined) result._innerHits = inner_hits
  return result
}

function isHit(value: unknown): value is Hit {
  return isObject(value) && typeof value._id === 'string' && (value._source === undefined || isObject(value._source))
}

function isTotal(value: unknown): value is EngineAnswer['total'] {
  return (
    value === undefined || (isObject(value) && Number.isSafeInteger(value.value) && typeof value.relation === 'string')
  )
}
