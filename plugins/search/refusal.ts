import type { EngineReason } from '../../kit/api/engine-unavailable.js'
import { ApiError, validationError } from '../../kit/api/errors.js'
import type { SearchRequest } from '../kit/context.js'
import { EngineFailure } from './failure.js'
import { leadingWildcard } from './reasons/of-values.js'
import { reasonFor } from './reasons/reason-for.js'

interface EngineError {
  type?: unknown
  reason?: unknown
  root_cause?: EngineError[]
  caused_by?: EngineError
}

/**
 * Errors caused by the query although Elasticsearch answers some of them with a 5xx. A tripped
 * breaker (`circuit_breaking_exception`) is not one: its answer does not say whose memory it was.
 */
const causedByQuery = [
  'too_complex_to_determinize_exception',
  'too_many_buckets_exception',
  'too_many_clauses',
  'too_many_nested_clauses',
]

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
export function refusalOf(status: number, text: string, request: SearchRequest): ApiError {
  const error = errorIn(text)
  const type = typeOf(error)
  const reason = () => reasonFor(type ?? '', error?.reason, request.ownBody ?? request.body)
  if (request.isDeclared)
    throw new EngineFailure(reasonOf(status, type), { status, ...(type && { note: reason() }) })
  if (status === 413)
    return new ApiError('PAYLOAD_TOO_LARGE', 'The body is larger than the search engine takes')
  if (status === 404 && type === 'index_not_found_exception')
    return validationError({ index: ['index does not exist'] })
  if (status === 400 && type === 'index_closed_exception')
    return validationError({ index: ['index is closed'] })
  if (type !== undefined && (status === 400 || (status >= 500 && isCausedByQuery(type)))) {
    return validationError({ body: [reason()] })
  }
  throw new EngineFailure(reasonOf(status, type), { status })
}

/** A search that exceeded its own `timeout`: 429, in older versions 504. */
const ownTimeout = 'search_timeout_exception'

/** Whether an answer says that the search exceeded its own `timeout`. */
export function saysTimeout(text: string): boolean {
  return typeOf(errorIn(text)) === ownTimeout
}

function reasonOf(status: number, type: string | undefined): EngineReason {
  if (type === ownTimeout) return 'timeout'
  if (status === 401 || status === 403) return 'refused_credential'
  return status === 429 || type === 'circuit_breaking_exception' ? 'engine_busy' : 'engine_error'
}

/** The error of an answer: the one common to its shards, else the innermost of its causes. */
function errorIn(text: string): EngineError | undefined {
  const error = outermostIn(text)
  if (!error) return undefined
  const causes = Array.isArray(error.root_cause) ? error.root_cause.filter(isError) : []
  if (causes.some(({ type }) => type !== causes[0]?.type))
    return causes.find(({ type }) => !isCausedByQuery(type))
  const innermost = innermostOf(error)
  const common = causes[0] ?? innermost
  return saysMore(innermost, common) ? { ...common, reason: innermost.reason } : common
}

function innermostOf(error: EngineError): EngineError {
  let inner = error
  while (isError(inner.caused_by)) inner = inner.caused_by
  return inner
}

function outermostIn(text: string): EngineError | undefined {
  try {
    const error: unknown = JSON.parse(text)?.error
    return isError(error) ? error : undefined
  } catch {
    return undefined
  }
}

/** Errors of a parser, and of query texts with a wildcard that is not allowed, hide their cause. */
function saysMore({ reason: inner }: EngineError, { reason: outer }: EngineError): boolean {
  if (typeof inner !== 'string' || typeof outer !== 'string') return false
  return /^(?:\[\d+:\d+\] )?Failed to build \[/.test(outer) || leadingWildcard.test(inner)
}

function isError(value: unknown): value is EngineError {
  return typeof value === 'object' && value !== null
}

function isCausedByQuery(type: unknown): boolean {
  return causedByQuery.some((known) => known === type)
}

function typeOf(error: EngineError | undefined): string | undefined {
  return typeof error?.type === 'string' && /^[a-z_]{1,64}$/.test(error.type)
    ? error.type
    : undefined
}
