import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { ApiError, type ErrorDetails, texts, validationError } from '../api/errors.js'
import { lruOptions } from '../process/lru-options.js'

/** The prefix of all our access tokens. */
const tokenStart = 'v4.public.'
/** The prefix of all our API keys. */
const keyStart = 'npd_'

interface Sent<Kind> {
  kind: Kind
  value: string
  /** Why it cannot be valid, where its form tells. Contains nothing of what was sent. */
  fault?: string | undefined
  /** It is in the URL, by which caches keep the answer. */
  isInUrl?: true
}

/** The credential of a request, not yet verified. `unknown` is neither a token nor a key. */
export type Credential = Sent<'access-token'> | Sent<'api-key'> | Sent<'unknown'>

/** The kinds of credential that an endpoint may accept. */
export type CredentialKind = Exclude<Credential['kind'], 'unknown'>

/**
 * The headers that carry each kind (docs/api.md, Credentials). `?api_key=` is discouraged, so it is
 * not suggested.
 */
const headersFor: Record<CredentialKind, readonly string[]> = {
  'access-token': ['Authorization: Bearer <access token>'],
  'api-key': ['Authorization: Bearer <API key>', 'X-API-Key: <API key>'],
}

/**
 * Parsed Authorization headers, by their exact text (LRU): some 2 MB. A token that is the same
 * string object each time is hashed only once.
 */
const carried = new LRUCache<string, Credential>(lruOptions(2000))
const maxCachedLength = 1024

const headersThatCarryOne = ['authorization', 'x-api-key']

/**
 * The one credential of a request (docs/api.md, Credentials): `Authorization: Bearer <token or
 * key>`, `X-API-Key: <key>` or `?api_key=<key>`. Generated clients send theirs in each place that
 * the OpenAPI document names: the same text in several places is one credential.
 * @returns undefined when there is none.
 * @throws ApiError VALIDATION_ERROR when there are different ones.
 */
export function readCredential(req: IncomingMessage, queryAllowed = true): Credential | undefined {
  const found: Credential[] = []
  // rawHeaders, because Node keeps only the first of several Authorization headers
  for (let i = 0; i < req.rawHeaders.length; i += 2) {
    const name = req.rawHeaders[i]!.toLowerCase()
    if (headersThatCarryOne.includes(name)) found.push(parseHeader(name, req.rawHeaders[i + 1]!))
  }
  const inUrl = readQueryKeys(req.url ?? '')
  if (inUrl.length > 0 && !queryAllowed)
    found.unshift({ kind: 'unknown', value: '', fault: keyInUrl })
  else found.push(...inUrl.map(toApiKey))
  const [first, ...others] = found
  if (others.some(({ value }) => value !== first?.value)) {
    const places = `Authorization${queryAllowed ? ', X-API-Key or api_key' : ' or X-API-Key'}`
    throw validationError({ credentials: [`Send one credential only: ${places}`] })
  }
  // an access token in X-API-Key too is the one in Authorization
  const meant = found.find(({ fault }) => fault === undefined) ?? first
  return meant && inUrl.length > 0 ? { ...meant, isInUrl: true } : meant
}

const keyInUrl = 'an API key in the URL, which is not accepted here'

/** The refusal for an invalid credential, by its kind (docs/api.md, Errors). */
export function makeCredentialRefusal(
  kind: Credential['kind'],
  details: ErrorDetails = {},
): ApiError {
  if (kind === 'api-key')
    return new ApiError('AUTHENTICATION_REQUIRED', texts.badApiKey, { details })
  if (kind === 'access-token')
    return new ApiError('TOKEN_EXPIRED', texts.badAccessToken, { details })
  return new ApiError('UNAUTHORIZED', 'The credential is neither an access token nor an API key', {
    details,
  })
}

/** `details` of a 401: the accepted headers, and what the request contains instead. */
export function describeWanted(
  kinds: readonly CredentialKind[],
  sent: Credential | undefined,
): ErrorDetails {
  const found = sent?.fault
  return {
    ...(found !== undefined && { found }),
    headers: kinds.flatMap((kind) => headersFor[kind]),
  }
}

function parseHeader(name: string, value: string): Credential {
  if (name === 'x-api-key') return toApiKey(value)
  const known = carried.get(value)
  if (known) return known
  const credential = parseBearer(/^Bearer +(\S+) *$/i.exec(value)?.[1]) ?? toUnknown(value)
  if (value.length <= maxCachedLength) carried.set(value, credential)
  return credential
}

function parseBearer(bearer: string | undefined): Credential | undefined {
  if (bearer?.startsWith(tokenStart)) return { kind: 'access-token', value: bearer }
  if (bearer?.startsWith(keyStart)) return toApiKey(bearer)
  return undefined
}

function toApiKey(value: string): Credential & { kind: 'api-key' } {
  const isToken = value.startsWith(tokenStart)
  return { kind: 'api-key', value, fault: isToken ? tokenAsKey : undefined }
}

const tokenAsKey = 'an access token where only an API key is allowed'

function toUnknown(authorization: string): Credential {
  const isBearer = /^bearer\b/i.test(authorization)
  return { kind: 'unknown', value: authorization, fault: isBearer ? undefined : otherScheme }
}

const otherScheme = 'a scheme other than Bearer'

function readQueryKeys(url: string): string[] {
  const start = url.indexOf('?')
  return start < 0 ? [] : new URLSearchParams(url.slice(start + 1)).getAll('api_key')
}

/** Whether a name is `api_key` or `X-API-Key`, or another spelling: `apiKey`, `API-KEY`. */
export function isKeyName(name: string): boolean {
  return /^(x[-_.])?api[-_.]?key$/i.test(name)
}
