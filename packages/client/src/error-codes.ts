// Written by `npm run docs` from kit/api/errors.ts; a test compares.

/** The codes of the API's errors. Later versions of the service may add some. */
export const errorCodes = [
  'AUTHENTICATION_REQUIRED',
  'TOKEN_EXPIRED',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'VALIDATION_ERROR',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'URI_TOO_LONG',
  'UNSUPPORTED_MEDIA_TYPE',
  'HEADERS_TOO_LARGE',
  'RATE_LIMITED',
  'ELASTICSEARCH_UNAVAILABLE',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'SERVICE_UNAVAILABLE',
  'OVERLOADED',
  'SHUTTING_DOWN',
  'INTERNAL_ERROR',
] as const

export type KnownErrorCode = (typeof errorCodes)[number]
