import type { IncomingMessage } from 'node:http'
import { ApiError, texts, validationError } from './errors.js'

/** What a request carries to prove who makes it, not yet judged. */
export type Credential =
  | { kind: 'access-token'; value: string }
  | { kind: 'api-key'; value: string }
  /** Another scheme, or a bearer value that is neither token nor key. */
  | { kind: 'unknown' }

const headersThatCarryOne = ['authorization', 'x-api-key']

/**
 * The one credential of a request (docs/api.md, Credentials): `Authorization: Bearer <token or key>`, `X-API-Key: <key>` or
 * `?api_key=<key>`.
 * @returns undefined when there is none.
 * @throws ApiError VALIDATION_ERROR when there is more than one (RFC 6750 section 2), in whatever form.
 */
export function credentialOf(req: IncomingMessage, queryAllowed = true): Credential | undefined {
  const found: Credential[] = []
  // rawHeaders, because Node keeps only the first of several Authorization headers
  for (let i = 0; i < req.rawHeaders.length; i += 2) {
    const name = req.rawHeaders[i]!.toLowerCase()
    if (headersThatCarryOne.includes(name)) found.push(fromHeader(name, req.rawHeaders[i + 1]!))
  }
  for (const value of queryKeys(req.url ?? '')) {
    found.push(queryAllowed ? { kind: 'api-key', value } : { kind: 'unknown' })
  }
  if (found.length > 1) {
    throw validationError({ credentials: ['Send one credential only: Authorization, X-API-Key or api_key'] })
  }
  return found[0]
}

/** The refusal that fits a credential that was judged and found bad, by its kind (docs/api.md, Errors). */
export function refusedCredential(kind: Credential['kind']): ApiError {
  if (kind === 'api-key') return new ApiError('AUTHENTICATION_REQUIRED', texts.badApiKey)
  if (kind === 'access-token') return new ApiError('TOKEN_EXPIRED', texts.badAccessToken)
  return new ApiError('UNAUTHORIZED', 'The credential is neither an access token nor an API key')
}

function fromHeader(name: string, value: string): Credential {
  if (name === 'x-api-key') return { kind: 'api-key', value }
  const bearer = /^Bearer +(\S+) *$/i.exec(value)?.[1]
  if (bearer?.startsWith('v4.public.')) return { kind: 'access-token', value: bearer }
  if (bearer?.startsWith('npd_')) return { kind: 'api-key', value: bearer }
  return { kind: 'unknown' }
}

function queryKeys(url: string): string[] {
  const start = url.indexOf('?')
  return start < 0 ? [] : new URLSearchParams(url.slice(start + 1)).getAll('api_key')
}
