import { LRUCache } from 'lru-cache'
import type { KeyVerdict } from '../../kit/api/internal-answers.js'
import { type ApiKeyParts, parseApiKey } from '../../kit/credentials/api-key-format.js'
import { refusedCredential } from '../../kit/credentials/credentials.js'
import { defaultPlan } from '../../kit/credentials/plans.js'
import { lruOptions } from '../../kit/process/lru-options.js'
import type { Caller } from '../kit/context.js'
import { AllowedPlaces } from './allowed-places.js'
import type { AuthServiceConnection } from './auth-service-connection.js'
import type { CredentialVerifier, Identified } from './credential-verifier.js'
import { AuthServiceUnavailable } from './unavailable.js'

/** How long a refusal is cached, in milliseconds. */
const refusalMs = 1000

/** A key with a positive verdict. */
interface GoodKey extends Identified {
  /** The key itself. */
  key: string
  /** Milliseconds since 1970. */
  expiresAt: number
  /** The position in the changes feed when the verdict was requested. */
  position: number
  /** When the verdict arrived, by performance.now(). */
  learnedAt: number
}

/** A verdict, with the position in the changes feed when it was requested. */
interface PositionedVerdict {
  verdict: KeyVerdict
  position: number
}

export interface ApiKeyVerifierOptions {
  link: AuthServiceConnection
  /** How long a verdict is used without a new request. */
  verdictSeconds: number
  /** How much longer it is used while the auth service is unavailable. */
  staleSeconds: number
  /** How many keys are remembered; as many that were refused. */
  rememberedKeys: number
}

/**
 * Verifies API keys by the auth service's verdicts. Only the SHA-256 of a key is sent, never the
 * key.
 */
export class ApiKeyVerifier implements CredentialVerifier {
  /** By the SHA-256 of the key. */
  readonly #remembered: LRUCache<string, GoodKey>
  /** The SHA-256 of each cached key and of no other, so that a known key is not hashed again. */
  readonly #hashes = new Map<string, string>()
  readonly #refused: LRUCache<string, true>
  readonly #questions = new Map<string, Promise<PositionedVerdict>>()
  readonly #link: AuthServiceConnection
  readonly #verdictMs: number

  constructor({ link, verdictSeconds, staleSeconds, rememberedKeys }: ApiKeyVerifierOptions) {
    this.#link = link
    this.#verdictMs = verdictSeconds * 1000
    this.#refused = new LRUCache({ ...lruOptions(rememberedKeys), ttl: refusalMs })
    this.#remembered = new LRUCache({
      ...lruOptions(rememberedKeys),
      ttl: Math.max(1, this.#verdictMs + staleSeconds * 1000),
      dispose: ({ key }) => this.#hashes.delete(key),
    })
  }

  /**
   * @throws ApiError AUTHENTICATION_REQUIRED for a typo, or when the key was refused within the
   *   last second.
   */
  cached(key: string, now: number): Identified | undefined {
    const hash = this.#hashes.get(key) ?? partsOf(key).hash
    const remembered = this.#remembered.get(hash)
    if (!remembered) {
      if (this.#refused.has(hash)) throw refusedCredential('api-key')
      return undefined
    }
    if (!this.#stands(remembered, now)) {
      this.#remembered.delete(hash)
      return undefined
    }
    const isYoung = performance.now() - remembered.learnedAt < this.#verdictMs
    return isYoung || this.#link.changes.isUnavailable ? remembered : undefined
  }

  /** Requests a verdict; without an answer, the last one remains valid. */
  async verify(key: string, now: number, address: string): Promise<Identified> {
    const parts = partsOf(key)
    try {
      return this.#learn(key, parts, await this.#verdict(parts, address), now)
    } catch (error) {
      const last = this.#remembered.get(parts.hash)
      if (error instanceof AuthServiceUnavailable && last && this.#stands(last, now)) return last
      throw error
    }
  }

  /** @throws ApiError AUTHENTICATION_REQUIRED when the verdict is negative. */
  #learn(
    key: string,
    { hash, prefix }: ApiKeyParts,
    answered: PositionedVerdict,
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
      throw refusedCredential('api-key')
    }
    this.#remembered.set(hash, good)
    this.#hashes.set(key, hash)
    return good
  }

  /** A verdict that may be older than a change is not trusted: it is requested once more. */
  async #verdict(parts: ApiKeyParts, address: string): Promise<PositionedVerdict> {
    for (let question = 1; question <= 2; question++) {
      const answered = await this.#requestVerdict(parts, address)
      if (!this.#isOutdated(answered)) return answered
    }
    throw new AuthServiceUnavailable('verdict is older than a change')
  }

  /** Concurrent requests for one key are merged. */
  #requestVerdict(parts: ApiKeyParts, address: string): Promise<PositionedVerdict> {
    const { hash } = parts
    let question = this.#questions.get(hash)
    if (!question) {
      const { position } = this.#link.changes
      question = this.#link.client
        .verifyApiKey(parts, address)
        .then((verdict) => ({ verdict, position }))
        .finally(() => this.#questions.delete(hash))
      this.#questions.set(hash, question)
    }
    return question
  }

  #isOutdated({ verdict, position }: PositionedVerdict): boolean {
    return (
      verdict.state === 'active' &&
      position < this.#link.changes.keyChangedAt(verdict.id, verdict.ownerId)
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
  { verdict, position }: PositionedVerdict,
  keyPrefix: string,
): GoodKey | undefined {
  if (verdict.state !== 'active') return undefined
  const { id, ownerId, scopes, plan = defaultPlan, allow, expiresAt } = verdict
  const caller: Caller = { kind: 'api-key', ownerId, scopes, plan, credentialId: id, keyPrefix }
  return {
    key,
    caller,
    ...(allow && { allowed: new AllowedPlaces(allow) }),
    expiresAt: Date.parse(expiresAt),
    position,
    learnedAt: performance.now(),
  }
}

/** @throws ApiError AUTHENTICATION_REQUIRED when the key is malformed, including typos. */
function partsOf(key: string): ApiKeyParts {
  const parts = parseApiKey(key)
  if (!parts) throw refusedCredential('api-key')
  return parts
}
