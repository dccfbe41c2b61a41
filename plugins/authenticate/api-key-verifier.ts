import { LRUCache } from 'lru-cache'
import type { KeyAllowList, KeyVerification } from '../../kit/api/internal-answers.js'
import { type ApiKeyParts, parseApiKey } from '../../kit/credentials/api-key-format.js'
import { makeCredentialRefusal } from '../../kit/credentials/credentials.js'
import { defaultPlan } from '../../kit/credentials/plans.js'
import { lruOptions } from '../../kit/process/lru-options.js'
import type { Caller } from '../kit/context.js'
import { AuthServiceUnavailable } from './answers.js'
import type { Asker } from './auth-service-client.js'
import type { AuthServiceConnection } from './auth-service-connection.js'
import type { CredentialVerifier, Identified } from './credential-verifier.js'
import { AllowedPlaces } from './credential-verifier.js'

/** How long a refusal is cached, in milliseconds. */
const refusalMs = 1000

/** A verified key. */
interface GoodKey extends Identified {
  /** The key itself, unless another worker has verified it. */
  key?: string
  allow: KeyAllowList | undefined
  /** Milliseconds since 1970. */
  expiresAt: number
  /** The position in the changes feed when the result was requested. */
  position: number
  /** When the result arrived, by performance.now(). */
  learnedAt: number
}

/** A verified key for another worker, without the key; `ageMs` instead of `learnedAt`. */
export type RememberedKey = Pick<GoodKey, 'caller' | 'allow' | 'expiresAt' | 'position'> & {
  /** The SHA-256 of the key. */
  hash: string
  ageMs: number
}

/** A result, with the position in the changes feed when it was requested. */
interface PositionedVerification {
  result: KeyVerification
  position: number
}

export interface ApiKeyVerifierOptions {
  link: AuthServiceConnection
  /** How long a result is used without a new request. */
  keyCacheSeconds: number
  /** How much longer it is used while the auth service is unavailable. */
  staleSeconds: number
  /** How many keys are remembered; as many that were refused. */
  keyCacheSize: number
}

/**
 * Verifies API keys by asking the auth service. Only the SHA-256 of a key is sent, never the
 * key.
 */
export class ApiKeyVerifier implements CredentialVerifier {
  /** By the SHA-256 of the key. */
  readonly #remembered: LRUCache<string, GoodKey>
  /** The SHA-256 of each cached key and of no other, so that a known key is not hashed again. */
  readonly #hashes = new Map<string, string>()
  readonly #refused: LRUCache<string, true>
  readonly #pending = new Map<string, Promise<PositionedVerification>>()
  readonly #link: AuthServiceConnection
  readonly #cacheMs: number

  constructor({ link, keyCacheSeconds, staleSeconds, keyCacheSize }: ApiKeyVerifierOptions) {
    this.#link = link
    this.#cacheMs = keyCacheSeconds * 1000
    this.#refused = new LRUCache({ ...lruOptions(keyCacheSize), ttl: refusalMs })
    this.#remembered = new LRUCache({
      ...lruOptions(keyCacheSize),
      ttl: Math.max(1, this.#cacheMs + staleSeconds * 1000),
      dispose: ({ key }) => key !== undefined && this.#hashes.delete(key),
    })
  }

  /**
   * @throws ApiError AUTHENTICATION_REQUIRED for a typo, or when the key was refused within the
   *   last second.
   */
  cached(key: string, now: number): Identified | undefined {
    const hash = this.#hashes.get(key) ?? parseParts(key).hash
    const remembered = this.#remembered.get(hash)
    if (!remembered) {
      if (this.#refused.has(hash)) throw makeCredentialRefusal('api-key')
      return undefined
    }
    if (!this.#stands(remembered, now)) {
      this.#remembered.delete(hash)
      return undefined
    }
    const isYoung = performance.now() - remembered.learnedAt < this.#cacheMs
    return isYoung || this.#link.changes.isUnavailable ? remembered : undefined
  }

  /** Verifies a key again; without an answer, the last result remains valid. */
  async verify(key: string, now: number, asker: Asker): Promise<Identified> {
    const parts = parseParts(key)
    try {
      return this.#learn(key, parts, await this.#verified(parts, asker), now)
    } catch (error) {
      const last = this.#remembered.get(parts.hash)
      if (error instanceof AuthServiceUnavailable && last && this.#stands(last, now)) return last
      throw error
    }
  }

  /** The least recently used first. */
  remembered(): RememberedKey[] {
    const now = performance.now()
    return [...this.#remembered.entries()]
      .reverse()
      .map(([hash, { caller, allow, expiresAt, position, learnedAt }]) => ({
        ...{ hash, caller, allow, expiresAt, position },
        ageMs: now - learnedAt,
      }))
  }

  /** Continues with keys that another worker has verified. */
  takeOver(keys: readonly RememberedKey[]): void {
    for (const { hash, ageMs, ...rest } of keys) {
      const learnedAt = performance.now() - ageMs
      const allowed = rest.allow && { allowed: new AllowedPlaces(rest.allow) }
      this.#remembered.set(hash, { ...rest, ...allowed, learnedAt }, { start: learnedAt })
    }
  }

  /** @throws ApiError AUTHENTICATION_REQUIRED when the key is not active. */
  #learn(
    key: string,
    { hash, prefix }: ApiKeyParts,
    answered: PositionedVerification,
    now: number,
  ): Identified {
    const good = goodKey(key, answered, prefix)
    if (
      !good ||
      good.expiresAt <= now ||
      this.#link.changes.hasKeyEnded(good.caller.credentialId)
    ) {
      this.#remembered.delete(hash)
      this.#refused.set(hash, true)
      throw makeCredentialRefusal('api-key')
    }
    this.#remembered.set(hash, good)
    this.#hashes.set(key, hash)
    return good
  }

  /** A result that may be older than a change is not trusted: it is requested once more. */
  async #verified(parts: ApiKeyParts, asker: Asker): Promise<PositionedVerification> {
    for (let attempt = 1; attempt <= 2; attempt++) {
      const answered = await this.#request(parts, asker)
      if (!this.#isOutdated(answered)) return answered
    }
    throw new AuthServiceUnavailable('the answer is older than a change')
  }

  /** Concurrent requests for one key are merged. */
  #request(parts: ApiKeyParts, asker: Asker): Promise<PositionedVerification> {
    const { hash } = parts
    let request = this.#pending.get(hash)
    if (!request) {
      const { position } = this.#link.changes
      request = this.#link.client
        .verifyApiKey(parts, asker)
        .then((result) => ({ result, position }))
        .finally(() => this.#pending.delete(hash))
      this.#pending.set(hash, request)
    }
    return request
  }

  #isOutdated({ result, position }: PositionedVerification): boolean {
    return (
      result.state === 'active' &&
      position < this.#link.changes.keyChangedAt(result.id, result.ownerId)
    )
  }

  #stands(
    { caller: { credentialId, ownerId }, expiresAt, position }: GoodKey,
    now: number,
  ): boolean {
    return expiresAt > now && position >= this.#link.changes.keyChangedAt(credentialId, ownerId)
  }
}

function goodKey(
  key: string,
  { result, position }: PositionedVerification,
  keyPrefix: string,
): GoodKey | undefined {
  if (result.state !== 'active') return undefined
  const { id, ownerId, scopes, plan = defaultPlan, allow, expiresAt } = result
  const caller: Caller = { kind: 'api-key', ownerId, scopes, plan, credentialId: id, keyPrefix }
  return {
    key,
    caller,
    allow,
    ...(allow && { allowed: new AllowedPlaces(allow) }),
    expiresAt: Date.parse(expiresAt),
    position,
    learnedAt: performance.now(),
  }
}

/** @throws ApiError AUTHENTICATION_REQUIRED when the key is malformed, including typos. */
function parseParts(key: string): ApiKeyParts {
  const parts = parseApiKey(key)
  if (!parts) throw makeCredentialRefusal('api-key')
  return parts
}
