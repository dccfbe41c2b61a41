/**
 * One row of the error table: the meaning of a code for the HTTP client and for the reader of the
 * docs.
 */
export interface ErrorKind {
  /** HTTP status of the response. */
  status: number
  /** When it happens, for docs/errors.md. */
  cause: string
  /** What the caller can do about it. */
  remedy: string
}

/**
 * Every error code of the public API (docs/api.md, Errors): the code and the docs both use this
 * table.
 */
export const errorKinds = {
  AUTHENTICATION_REQUIRED: {
    status: 401,
    cause:
      'No credential, a wrong e-mail or password, or an API key that is unknown, malformed, ' +
      'revoked or expired.',
    remedy: 'Log in, or send a valid API key.',
  },
  TOKEN_EXPIRED: {
    status: 401,
    cause: 'The access token is expired, revoked or does not verify.',
    remedy: 'Use the refresh token to get a new access token.',
  },
  UNAUTHORIZED: {
    status: 401,
    cause:
      'The endpoint requires another kind of credential, or the refresh token is not accepted.',
    remedy: 'Log in again and send the credential that the endpoint requires.',
  },
  FORBIDDEN: {
    status: 403,
    cause:
      'The credential is valid but does not have a required scope, or may not be used from ' +
      'this address or origin.',
    remedy:
      'Use a credential with the scopes in details.required; with details.reason, call from an ' +
      'allowed address or page.',
  },
  VALIDATION_ERROR: {
    status: 400,
    cause: 'The request is malformed, breaks a rule, or carries several different credentials.',
    remedy: 'Fix the fields named in details.',
  },
  NOT_FOUND: {
    status: 404,
    cause: 'No such path or record.',
    remedy: 'Check the path and the id.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    cause: 'The path exists, but not with this method.',
    remedy: 'Use a method of the Allow header.',
  },
  NOT_ACCEPTABLE: {
    status: 406,
    cause: 'The Accept header rules out application/json.',
    remedy: 'Accept application/json.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    cause: 'The request did not arrive in time.',
    remedy: 'Send the whole request at once.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    cause: 'The body is larger than the endpoint accepts.',
    remedy: 'Send a smaller body.',
  },
  URI_TOO_LONG: {
    status: 414,
    cause: 'The request target is too long.',
    remedy: 'Send the query in the body.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    cause: 'The body is not plain application/json.',
    remedy: 'Send Content-Type: application/json, in UTF-8, without Content-Encoding.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    cause: 'The request headers are too large.',
    remedy: 'Send fewer headers.',
  },
  RATE_LIMITED: {
    status: 429,
    cause: 'Rate limit exceeded.',
    remedy: 'Wait the number of seconds in Retry-After.',
  },
  ELASTICSEARCH_UNAVAILABLE: {
    status: 503,
    cause:
      'The search engine is unreachable, too slow, overloaded or failing, or its answer is ' +
      'partial or unreadable.',
    remedy:
      'See details.reason: after timeout, response_too_large and cancelled ask for less, ' +
      'otherwise try again after Retry-After.',
  },
  UPSTREAM_UNAVAILABLE: {
    status: 502,
    cause:
      'The upstream service cannot be reached, fails, returns no usable answer, or refuses ' +
      'the gateway: see details.reason.',
    remedy: 'Try again. If details.reason is credential-refused, only the operator can fix it.',
  },
  UPSTREAM_TIMEOUT: {
    status: 504,
    cause: 'The upstream service did not answer in time.',
    remedy: 'Try again.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    cause:
      'The auth service is unavailable and the credential cannot be verified, or it cannot use its store.',
    remedy: 'Try again after Retry-After.',
  },
  OVERLOADED: {
    status: 503,
    cause: 'The service is overloaded.',
    remedy: 'Try again after Retry-After.',
  },
  SHUTTING_DOWN: {
    status: 503,
    cause: 'The service is being stopped.',
    remedy: 'Try again after Retry-After.',
  },
  INTERNAL_ERROR: {
    status: 500,
    cause: 'Anything else. The cause is in the log under the request id.',
    remedy: 'Report the requestId.',
  },
} as const satisfies Record<string, ErrorKind>

/** A code of the error table. */
export type ErrorCode = keyof typeof errorKinds

/** `error.details`: always an object. */
export type ErrorDetails = Record<string, unknown>

/** What an ApiError may contain in addition to code and message. */
export interface ApiErrorOptions {
  /** `error.details` of the envelope. */
  details?: ErrorDetails
  /** Response headers, e.g. `Retry-After`, `Allow`. */
  headers?: Record<string, string>
  /** The internal cause: for the log only, never for the caller. */
  cause?: unknown
}

/** Tells an ApiError of another copy of this module: an own policy may have one installed. */
const mark = Symbol.for('directory.api-error')

/**
 * A refused request. Steps throw it; only the envelope and the auth service's app render it.
 * Anything else that is thrown becomes INTERNAL_ERROR.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetails
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ErrorCode,
    message: string,
    { details = {}, headers = {}, cause }: ApiErrorOptions = {},
  ) {
    const { stackTraceLimit } = Error
    // its stack is never read, and would make a refusal ten times as expensive
    Error.stackTraceLimit = 0
    super(message, cause === undefined ? undefined : { cause })
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'ApiError'
    this.code = code
    this.status = errorKinds[code].status
    this.details = details
    this.headers = headers
  }

  get [mark](): true {
    return true
  }
}

/**
 * The header in which the auth service repeats the code of an error, so that the gateway can count
 * it without reading the body. It goes no further.
 */
export const errorCodeHeader = 'x-error-code'

/** Field → its mistakes, the `details` of a VALIDATION_ERROR (docs/api.md, Envelope). */
export type FieldErrors = Record<string, { _errors: string[] }>

/** Mistakes by field, in the form of `details`. */
export function fieldErrors(fields: Record<string, string[]>): FieldErrors {
  const details: FieldErrors = {}
  for (const [field, errors] of Object.entries(fields)) details[field] = { _errors: errors }
  return details
}

/**
 * A VALIDATION_ERROR that names each invalid field. The message is the first mistake.
 * @param cause The parameters that refuse, where they are known.
 * @throws TypeError when no field is given: a refusal without a reason is a programming error.
 */
export function validationError(fields: Record<string, string[]>, cause?: unknown): ApiError {
  const first = Object.values(fields)[0]?.[0]
  if (first === undefined)
    throw new TypeError('validationError needs at least one field with one error')
  return new ApiError('VALIDATION_ERROR', first, { details: fieldErrors(fields), cause })
}

/** The texts that do not change (docs/api.md, Errors). */
export const texts = {
  badLogin: 'E-mail or password is not valid',
  badApiKey: 'API key is not valid',
  badAccessToken: 'Access token is invalid or expired. Use the refresh token to get a new one.',
  engineUnavailable: 'The search engine cannot be reached. Try again shortly.',
  storeKey: 'Store this key now. It will not be shown again.',
  internal: 'Something went wrong on our side. Report the requestId if it happens again.',
} as const

/** Renders anything thrown as an ApiError: an unknown error reveals nothing of its cause. */
export function toApiError(thrown: unknown): ApiError {
  return thrown instanceof Error && mark in thrown
    ? (thrown as ApiError)
    : new ApiError('INTERNAL_ERROR', texts.internal, { cause: thrown })
}
