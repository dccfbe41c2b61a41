import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Trimmings } from '../../kit/api/envelope.js'
import { parseExact, stringifyExact } from '../../kit/api/json.js'
import { isObject } from '../../kit/config/objects.js'
import type { SearchAnswer, SearchRequest } from '../kit/context.js'
import { isTooDeep } from '../kit/nesting.js'
import { EngineFailure } from './failure.js'
import { type Hit, isHit, resultOf } from './hit.js'
import { type Spliced, splice } from './splice.js'

/**
 * Validates the body of a 200: only the whole answer to a search passes. If it is in the engine's
 * plain form, its documents are not parsed; otherwise integers keep their digits, and other numbers
 * are read as doubles.
 * @throws EngineFailure `unreadable_response`, `timeout` or `partial`.
 */
export function readAnswer(body: Buffer): SearchAnswer {
  const parts = splice(body)
  for (let part = parts.next(); ; part = parts.next())
    if (part.done) return answerOf(body, part.value)
}

/**
 * Like `readAnswer`, but yields between the parts of a large answer, which would otherwise block
 * for 20 ms: one part in each turn of the event loop.
 */
export async function readLargeAnswer(body: Buffer): Promise<SearchAnswer> {
  const parts = splice(body)
  for (;;) {
    const part = parts.next()
    if (part.done) return answerOf(body, part.value)
    await nextTurn()
  }
}

function answerOf(body: Buffer, spliced: Spliced | undefined): SearchAnswer {
  if (!spliced) return parsed(body)
  const { results, count, aggregations } = spliced
  const total: unknown = spliced.total && JSON.parse(spliced.total)
  if (!isTotal(total)) throw new EngineFailure('unreadable_response')
  return { results, count, total, aggregations }
}

/** @throws EngineFailure */
function parsed(body: Buffer): SearchAnswer {
  const { hits, total, aggregations } = parsedAnswer(body)
  return {
    ...{ results: bytesOf(hits.map(resultOf)), count: hits.length, total },
    aggregations: aggregations === undefined ? undefined : bytesOf(aggregations),
  }
}

/** A whole answer, as `parsedAnswer` returns it. */
interface ParsedAnswer {
  hits: readonly Hit[]
  total: SearchAnswer['total']
  aggregations: unknown
  pit_id: unknown
}

/**
 * Parses an answer in any form of JSON, and validates it as `readAnswer` does.
 * @throws EngineFailure `unreadable_response`, `timeout` or `partial`.
 */
export function parsedAnswer(body: Buffer): ParsedAnswer {
  let answer: unknown
  try {
    answer = parseExact(body.toString())
  } catch {
    throw new EngineFailure('unreadable_response')
  }
  if (
    isTooDeep(answer) ||
    !isObject(answer) ||
    !isObject(answer.hits) ||
    !isObject(answer._shards) ||
    answer.timed_out === undefined
  ) {
    throw new EngineFailure('unreadable_response')
  }
  if (answer.timed_out !== false) throw new EngineFailure('timeout')
  if (answer._shards.failed !== 0) throw new EngineFailure('partial')
  const { hits = [], total } = answer.hits
  if (!Array.isArray(hits) || !hits.every(isHit) || !isTotal(total))
    throw new EngineFailure('unreadable_response')
  return { hits, total, aggregations: answer.aggregations, pit_id: answer.pit_id }
}

/**
 * The part of an answer that the caller sees: `data` of a search (docs/api.md, Search), as JSON in
 * pieces.
 */
export function payloadOf(answer: SearchAnswer, search: SearchRequest, version: string): Buffer[] {
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
export function searchMetaOf(
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

const bytesOf = (value: unknown): Buffer => Buffer.from(stringifyExact(value))

function isTotal(value: unknown): value is SearchAnswer['total'] {
  return (
    value === undefined ||
    (isObject(value) && Number.isSafeInteger(value.value) && typeof value.relation === 'string')
  )
}
