import { type ErrorCode, type ErrorDetails, texts } from '../kit/api/errors.js'

/** `error` of an answer, without its code. */
export interface ErrorExample {
  message: string
  details: ErrorDetails
}

const badIndex = 'index must begin with map-serp, organization-entity or organization-serp'

/**
 * What an answer with each code may contain: docs/errors.md and the OpenAPI document show them, and
 * a test finds each of them, but for its numbers, among real answers
 * (test/http/openapi.test.ts).
 */
export const errorExamples: Readonly<Record<ErrorCode, ErrorExample>> = {
  AUTHENTICATION_REQUIRED: {
    message: 'Send an access token or an API key',
    details: {
      headers: [
        'Authorization: Bearer <access token>',
        'Authorization: Bearer <API key>',
        'X-API-Key: <API key>',
      ],
    },
  },
  TOKEN_EXPIRED: { message: texts.badAccessToken, details: {} },
  UNAUTHORIZED: {
    message: 'Send an access token: Authorization: Bearer <token>',
    details: { headers: ['Authorization: Bearer <access token>'] },
  },
  FORBIDDEN: {
    message: 'The credential does not have a scope that this call requires',
    details: { required: ['organizations:read'], granted: ['grants:read'] },
  },
  VALIDATION_ERROR: { message: badIndex, details: { index: { _errors: [badIndex] } } },
  NOT_FOUND: { message: 'No such endpoint', details: {} },
  METHOD_NOT_ALLOWED: { message: 'This path takes POST', details: {} },
  NOT_ACCEPTABLE: {
    message: 'The answer is application/json, which the Accept header rules out',
    details: {},
  },
  REQUEST_TIMEOUT: { message: 'The request did not arrive in time', details: {} },
  PAYLOAD_TOO_LARGE: { message: 'The request body must not exceed 1048576 bytes', details: {} },
  URI_TOO_LONG: { message: 'The request target must not exceed 8192 bytes', details: {} },
  UNSUPPORTED_MEDIA_TYPE: {
    message: 'Send Content-Type: application/json',
    details: {},
  },
  HEADERS_TOO_LARGE: { message: 'The request headers are too large', details: {} },
  RATE_LIMITED: {
    message: 'No more than 600 requests in 60 seconds',
    details: {
      limit: 600,
      unit: 'requests',
      by: 'address',
      windowSeconds: 60,
      remaining: 0,
      retryAfterSeconds: 42,
      name: 'requests-per-address',
    },
  },
  ELASTICSEARCH_UNAVAILABLE: {
    message: texts.engineUnavailable,
    details: { version: 'v9', reason: 'unreachable' },
  },
  UPSTREAM_UNAVAILABLE: { message: 'The upstream service cannot be reached', details: {} },
  UPSTREAM_TIMEOUT: {
    message: 'The upstream service did not answer in 10000 ms',
    details: {},
  },
  SERVICE_UNAVAILABLE: {
    message: 'The credential cannot be verified right now. Try again shortly.',
    details: {},
  },
  OVERLOADED: { message: 'Too many logins at once. Try again shortly.', details: {} },
  SHUTTING_DOWN: { message: 'The service is being stopped. Try again shortly.', details: {} },
  INTERNAL_ERROR: { message: texts.internal, details: {} },
}
