import { Pool } from 'undici'
import type { ApiKeyParts } from '../../kit/api-key-format.js'
import { isObject } from '../../kit/objects.js'

/** A public signing key (PASERK). */
export interface PublicKeyRecord {
  /** `k4.pid.…`, what the footer of a token names. */
  kid: string
  /** `k4.public.…` */
  key: string
}

/** What the auth service signs its tokens with, and as whom for whom. */
export interface PublicKeys {
  /** `iss` of its tokens. */
  issuer: string
  /** `aud` of its tokens. */
  audience: string
  keys: PublicKeyRecord[]
}

/** What the auth service says of an API key. */
export interface Verdict {
  state: 'active' | 'expired' | 'revoked' | 'unknown'
  /** Id of the key; empty when unknown. */
  id: string
  ownerId: string
  scopes: string[]
  /** Milliseconds since 1970. */
  expiresAt: number
  /** When the auth service read its store, in milliseconds since 1970 by its clock. */
  asOf: number
}

/** Something that ended (revoked, disabled, withdrawn) or changed (narrowed, another role) and must be forgotten. */
export interface Change {
  id: string
  kind: 'ended' | 'changed'
  /** When, in milliseconds since 1970 by the auth service's clock. */
  at: number
  /** Until when it may matter, in milliseconds since 1970. */
  until?: number
}

/** One answer of the changes feed (DESIGN 4). */
export interface ChangesPage {
  cursor: string
  /** When the auth service read its store, in milliseconds since 1970 by its clock. */
  asOf: number
  /** True for a snapshot that replaces everything known. */
  full: boolean
  keys: Change[]
  sessions: Change[]
  users: Change[]
  signingKeys: Change[]
}

/** The auth service gave no usable answer. Its message holds no secret. */
export class AuthServiceAway extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`auth service: ${reason}`, options)
    this.name = 'AuthServiceAway'
  }
}

/** Greatest time for one question, from its start to the last byte of the answer. */
const deadlineMs = 2000

/** Greatest answer: a snapshot of some 100,000 ended sessions. */
const maxAnswerBytes = 16 * 1024 * 1024

/** Asks the auth service's internal listener (DESIGN 4). Every call throws AuthServiceAway when it fails. */
export class AuthServiceClient {
  readonly #pool: Pool
  readonly #authorization: string

  /** @throws Error when the URL is not an http(s) origin. */
  constructor(url: string, secret: string) {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw new Error('authenticate: authServiceUrl must be an http(s) URL such as http://127.0.0.1:8084')
    }
    this.#pool = new Pool(new URL(url).origin, {
      connections: 16,
      keepAliveTimeout: 30_000,
      connectTimeout: deadlineMs,
      maxResponseSize: maxAnswerBytes,
    })
    this.#authorization = `Bearer ${secret}`
  }

  async publicKeys(): Promise<PublicKeys> {
    const { issuer, audience, keys } = await this.#ask('GET', '/internal/public-keys')
    if (!isName(issuer) || !isName(audience)) throw new AuthServiceAway('it tells no issuer or no audience')
    if (!Array.isArray(keys) || !keys.every(isPublicKey)) throw new AuthServiceAway('unreadable public keys')
    return { issuer, audience, keys }
  }

  /** @param address The caller's, so that the key's owner can see where it was used last. */
  async verifyApiKey({ prefix, hash }: ApiKeyParts, address: string): Promise<Verdict> {
    return toVerdict(await this.#ask('POST', '/internal/api-keys/verify', { prefix, hash, address }))
  }

  /** @param cursor Of the last answer; undefined asks for a snapshot. */
  async changes(cursor: string | undefined): Promise<ChangesPage> {
    const query = cursor === undefined ? '' : `?since=${encodeURIComponent(cursor)}`
    return toPage(await this.#ask('GET', `/internal/changes${query}`))
  }

  async #ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Record<string, unknown>> {
    let status: number
    let answer: unknown
    try {
      const response = await this.#pool.request({
        method,
        path,
        headers: { authorization: this.#authorization, 'content-type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(deadlineMs),
      })
      status = response.statusCode
      answer = await response.body.json()
    } catch (cause) {
      throw new AuthServiceAway('no answer', { cause })
    }
    if (status !== 200) throw new AuthServiceAway(`answered ${status}`)
    if (!isObject(answer) || !isObject(answer.data)) throw new AuthServiceAway('unreadable answer')
    return answer.data
  }
}

function toVerdict({ state, id, ownerId, scopes, expiresAt, asOf }: Record<string, unknown>): Verdict {
  if (typeof asOf !== 'number') throw new AuthServiceAway('unreadable verdict')
  if (state !== 'active') {
    if (state !== 'expired' && state !== 'revoked' && state !== 'unknown') throw new AuthServiceAway('unknown state')
    return { state, id: '', ownerId: '', scopes: [], expiresAt: 0, asOf }
  }
  const expires = typeof expiresAt === 'string' ? Date.parse(expiresAt) : Number.NaN
  if (typeof id !== 'string' || !isId(ownerId) || !isScopes(scopes) || Number.isNaN(expires)) {
    throw new AuthServiceAway('unreadable verdict')
  }
  return { state, id, ownerId: String(ownerId), scopes, expiresAt: expires, asOf }
}

function toPage({ cursor, asOf, full, keys, sessions, users, signingKeys }: Record<string, unknown>): ChangesPage {
  if (typeof cursor !== 'string' || typeof asOf !== 'number' || typeof full !== 'boolean') {
    throw new AuthServiceAway('unreadable changes')
  }
  return {
    cursor,
    asOf,
    full,
    keys: toChanges(keys),
    sessions: toChanges(sessions),
    users: toChanges(users),
    signingKeys: toChanges(signingKeys),
  }
}

function toChanges(list: unknown): Change[] {
  if (!Array.isArray(list)) throw new AuthServiceAway('unreadable changes')
  return list.map(({ id, kind, at, until }) => {
    if (!isId(id) || (kind !== 'ended' && kind !== 'changed') || typeof at !== 'number') {
      throw new AuthServiceAway('unreadable change')
    }
    return { id: String(id), kind, at, ...(typeof until === 'number' && { until }) }
  })
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isPublicKey(value: unknown): value is PublicKeyRecord {
  return isObject(value) && typeof value.kid === 'string' && typeof value.key === 'string'
}

/** Users are numbers to the public (SPEC 2.3), strings in tokens. */
function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

export function isScopes(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((scope) => typeof scope === 'string')
}
