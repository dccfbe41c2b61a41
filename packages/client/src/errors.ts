import type { KnownErrorCode } from './error-codes.js'

/** One of the known codes, or one that a later version of the service has added. */
export type ErrorCode = KnownErrorCode | (string & {})

/** Why the search engine gave no answer; a later version of the service may add reasons. */
export type EngineReason =
  | 'unreachable'
  | 'engine_busy'
  | 'timeout'
  | 'response_too_large'
  | 'cancelled'
  | 'partial'
  | 'refused_credential'
  | 'engine_error'
  | 'unreadable_response'
  | (string & {})

/** A limit that refused a call. */
export interface RefusingLimit {
  limit: number
  /** What is counted: `requests`, `cost`, or another unit. */
  unit: string
  /** What it is counted by: `address`, `owner`, `key`, or something else. */
  by: string
  /** Undefined for limits without a window. */
  windowSeconds?: number
  remaining: number
  retryAfterSeconds: number
  /** Such as `requests-per-owner`, or as the operator named it; undefined where there is a `reason`. */
  name?: string
  /** Of limits that are no setting of the operator, such as `search_queue`. */
  reason?: string
}

/** Base class of this client's errors. No message or member holds a credential. */
export class DirectoryError extends Error {
  override name = 'DirectoryError'
}

/** Data of an answer besides its error. */
export interface Circumstances {
  status: number
  details: Record<string, unknown>
  /** Id of the request, by which the operator finds it in the log. */
  requestId?: string | undefined
  /** Seconds of `Retry-After`. */
  retryAfterSeconds?: number | undefined
}

/** The service has refused a call, or failed at it, and reported that in its envelope. */
export class ApiError extends DirectoryError {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown>
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    { status, details, requestId, retryAfterSeconds }: Circumstances,
  ) {
    super(message)
    this.code = code
    this.status = status
    this.details = details
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Why the search engine gave no answer, for an ELASTICSEARCH_UNAVAILABLE: `details.reason`. */
  get reason(): EngineReason | undefined {
    const { reason } = this.details
    return this.code === 'ELASTICSEARCH_UNAVAILABLE' && typeof reason === 'string'
      ? reason
      : undefined
  }

  /** The limit of a RATE_LIMITED: its `details`. */
  get limit(): RefusingLimit | undefined {
    const isLimit = this.code === 'RATE_LIMITED' && typeof this.details.limit === 'number'
    return isLimit ? (this.details as unknown as RefusingLimit) : undefined
  }

  /**
   * The mistakes of a VALIDATION_ERROR by field, such as `{ body: ['query is required'] }`; empty
   * for other codes.
   */
  get mistakes(): Record<string, string[]> {
    if (this.code !== 'VALIDATION_ERROR') return {}
    const fields = Object.entries(this.details as Record<string, { _errors?: string[] }>)
    return Object.fromEntries(fields.map(([field, problem]) => [field, problem?._errors ?? []]))
  }
}

/**
 * The service gave no answer: it cannot be reached, the connection broke, or something else
 * answered instead.
 */
export class NetworkError extends DirectoryError {
  override name = 'NetworkError'
  /** HTTP status of an answer without an envelope, such as that of a proxy. */
  readonly status: number | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, { cause, status, retryAfterSeconds }: NetworkErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface NetworkErrorOptions {
  cause?: unknown
  status?: number | undefined
  retryAfterSeconds?: number | undefined
}

/** The service did not answer in time. */
export class TimeoutError extends DirectoryError {
  override name = 'TimeoutError'
  readonly timeoutMs: number

  constructor(timeoutMs: number, baseUrl: string) {
    super(`No answer from ${baseUrl} within ${timeoutMs} ms`)
    this.timeoutMs = timeoutMs
  }
}
