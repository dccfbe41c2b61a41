import type { EngineReason } from '../../../kit/api/engine-unavailable.js'
import { ApiError, validationError } from '../../../kit/api/errors.js'
import { isObject } from '../../../kit/config/objects.js'
import { type BodyPath, pathText } from '../../../packages/query-guard/src/index.js'
import type { SearchRequest } from '../context.js'
import { EngineFailure } from './failure.js'

/**
 * Errors caused by the query although Elasticsearch answers some of them with a 5xx. A tripped
 * breaker (`circuit_breaking_exception`) is not one: its answer does not say whose memory it was.
 */
const causedByQuery = new Set<unknown>([
  'too_complex_to_determinize_exception',
  'too_many_buckets_exception',
  'too_many_clauses',
  'too_many_nested_clauses',
])

/** A search that exceeded its own `timeout`: 429, in older versions 504. */
const ownTimeout = 'search_timeout_exception'

/**
 * The meaning of an answer other than 200: the caller's mistake, or a failure of the engine. A body
 * that the operator has declared is not the caller's: its refusal is a failure, with the reason in
 * the log.
 * @returns VALIDATION_ERROR on `index` when it does not exist or is closed, on `body` when the
 *   engine refuses the query; PAYLOAD_TOO_LARGE when it, or a proxy before it, accepts no body of
 *   this size.
 * @throws EngineFailure for everything else: our own credential refused, overload, errors,
 *   redirects.
 */
export function toRefusal(status: number, text: string, request: SearchRequest): ApiError {
  const { type, reason } = parseError(text)
  const sentence = () => describeError(type ?? '', reason, request.ownBody ?? request.body)
  if (request.isDeclared)
    throw new EngineFailure(classify(status, type), { status, ...(type && { note: sentence() }) })
  if (status === 413)
    return new ApiError('PAYLOAD_TOO_LARGE', 'The body is larger than the search engine takes')
  if (status === 404 && type === 'index_not_found_exception')
    return validationError({ index: ['index does not exist'] })
  if (status === 400 && type === 'index_closed_exception')
    return validationError({ index: ['index is closed'] })
  if (type !== undefined && (status === 400 || (status >= 500 && causedByQuery.has(type))))
    return validationError({ body: withHints(sentence(), request) })
  throw new EngineFailure(classify(status, type), { status })
}

/** A refusal, and what else is known of its place: the field that a misspelt one may mean. */
function withHints(told: string, { hints }: SearchRequest): string[] {
  const at = `body.${told.slice(0, told.indexOf(': '))}: `
  const near = hints?.(true).filter((hint) => hint.startsWith(at)) ?? []
  return [told, ...near.map((hint) => hint.slice('body.'.length))]
}

/** Whether an answer says that the search exceeded its own `timeout`. */
export function isOwnTimeout(text: string): boolean {
  return parseError(text).type === ownTimeout
}

function classify(status: number, type: string | undefined): EngineReason {
  if (type === ownTimeout) return 'timeout'
  if (status === 401 || status === 403) return 'refused_credential'
  return status === 429 || type === 'circuit_breaking_exception' ? 'engine_busy' : 'engine_error'
}

/**
 * The error of an answer: the first of its shards, else the innermost of its causes. Where shards
 * fail differently, the query is at fault only if it is for all of them.
 */
function parseError(text: string): { type?: string; reason?: string } {
  let error: unknown
  try {
    error = JSON.parse(text)?.error
  } catch {} // no JSON: an error without a type
  if (!isObject(error)) return {}
  const causes = Array.isArray(error.root_cause) ? error.root_cause.filter(isObject) : []
  let inner = error
  while (isObject(inner.caused_by)) inner = inner.caused_by
  const { type, reason } = causes.find(({ type }) => !causedByQuery.has(type)) ?? causes[0] ?? inner
  return {
    ...(typeof type === 'string' && /^[a-z_]{1,64}$/.test(type) && { type }),
    ...(typeof reason === 'string' && { reason }),
  }
}

/**
 * Why the engine refuses a query, in its own words without values, after the place in the caller's
 * body of the first name that they contain. The embedded engine's own sentence stands alone.
 */
function describeError(type: string, reason = '', body: string): string {
  const names = new Map<string, BodyPath>()
  collectNames(JSON.parse(body), [], names)
  const words = removeValues(reason.split('\n', 1)[0]!, names)
  if (type === 'embedded_engine_exception' && words !== '') return words
  const name = words.match(/\[[\w.@-]+\]/)?.[0].slice(1, -1) ?? ''
  const place = pathText(names.get(name) ?? [])
  return `${place}: the engine refused the query: ${type}${words && `: ${words}`}`
}

/**
 * Removes what is in brackets or quotes, up to the last closing mark (values may contain some) and
 * all behind it if that is in another sentence, but names that the caller wrote; and each word that
 * may name an index, a node or a value: with digits, dots or hyphens.
 */
function removeValues(reason: string, names: ReadonlyMap<string, BodyPath>): string {
  let line = reason.replace(/^(?:\[\d+:\d+\] )?(?:failed to create query: )?/, '')
  const marks = line.matchAll(/\[([\w.@-]{1,64})\]|[["`]|(?<![a-z](?='[a-z]))'/gi)
  const hidden = [...marks].find(({ 1: name }) => name === undefined || !names.has(name))
  if (hidden) {
    const ends = [...`]"'\``].map((closing) => line.lastIndexOf(closing))
    const end = Math.max(...ends, hidden.index) + 1
    const isInSentence = !line.slice(hidden.index, end).includes('. ')
    line = `${line.slice(0, hidden.index)}…${isInSentence ? line.slice(end) : ''}`
  }
  const isHarmless = (word: string) =>
    /^[("]?[A-Za-z_]*(?:'[a-z]+)?[.,:;!?)"]*$|^\(?\[[\w.@-]+\][.,:;)]*$/.test(word)
  const words = line.split(' ').map((word) => (isHarmless(word) ? word : '…'))
  return words.join(' ').trim().slice(0, 400)
}

/** The names that the caller wrote, with their place if it is the only one: keys, and fields. */
function collectNames(value: unknown, path: BodyPath, names: Map<string, BodyPath>): void {
  const add = (name: string, place: BodyPath) => names.set(name, names.has(name) ? [] : place)
  const isAggregation = /^agg(s|regations)$/.test(String(path.at(-4)))
  const isField = path.at(-1) === 'field' && (isAggregation || path[0] === 'collapse')
  const isSortKey = path[0] === 'sort' && path.length <= 2
  if (typeof value === 'string' && (isField || isSortKey)) add(value, path)
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value)) {
    const place = [...path, Array.isArray(value) ? Number(key) : key]
    if (!Array.isArray(value)) add(key, place)
    collectNames(item, place, names)
  }
}
