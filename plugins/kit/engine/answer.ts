import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseExact, stringifyExact } from '../../../kit/api/json.js'
import { isObject } from '../../../kit/config/objects.js'
import type { SearchAnswer } from '../context.js'
import { isTooDeep } from '../nesting.js'
import { EngineFailure } from './failure.js'
import { type Hit, isHit, toResult } from './hit.js'
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
    if (part.done) return toAnswer(body, part.value)
}

/**
 * Like `readAnswer`, but yields between the parts of a large answer, which would otherwise block
 * for 20 ms: one part in each turn of the event loop.
 */
export async function readLargeAnswer(body: Buffer): Promise<SearchAnswer> {
  const parts = splice(body)
  for (;;) {
    const part = parts.next()
    if (part.done) return toAnswer(body, part.value)
    await nextTurn()
  }
}

function toAnswer(body: Buffer, spliced: Spliced | undefined): SearchAnswer {
  if (!spliced) return parseWhole(body)
  const { results, count, aggregations } = spliced
  const total: unknown = spliced.total && JSON.parse(spliced.total)
  if (!isTotal(total)) throw new EngineFailure('unreadable_response')
  return { results, count, total, aggregations }
}

/** @throws EngineFailure */
function parseWhole(body: Buffer): SearchAnswer {
  const { hits, total, aggregations } = parseAnswer(body)
  return {
    ...{ results: toBytes(hits.map(toResult)), count: hits.length, total },
    aggregations: aggregations === undefined ? undefined : toBytes(aggregations),
  }
}

/** A whole answer, as `parseAnswer` returns it. */
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
export function parseAnswer(body: Buffer): ParsedAnswer {
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

const toBytes = (value: unknown): Buffer => Buffer.from(stringifyExact(value))

function isTotal(value: unknown): value is SearchAnswer['total'] {
  return (
    value === undefined ||
    (isObject(value) && Number.isSafeInteger(value.value) && typeof value.relation === 'string')
  )
}
