import type { ChangeRow, ChangesPage } from '../../kit/internal-answers.js'
import { log } from '../../kit/log.js'
import type { AuthServiceClient } from './auth-service-client.js'
import type { PublicKeys } from './public-keys.js'

/** How long the auth service may wait for a change until it answers; it answers at once when there is one. */
const longestWaitMs = 5000

/** From one answer to the next question: what changes in between shares an answer. */
const pauseMs = 20

/** From a question that failed to the next one. */
const retryMs = 250

/** How long a change is remembered when the auth service does not say: longer than any access token or verdict. */
const rememberMs = 24 * 60 * 60 * 1000

const sweepEveryMs = 60_000

/** What ended or changed, by id: when it did, and until when that matters. */
type Memory = Map<string, { at: number; until: number }>

/**
 * Follows the auth service's changes feed. Credentials are judged against it at every use, so nothing that was cached
 * survives a revocation.
 */
export class KnownChanges {
  readonly #client: AuthServiceClient
  readonly #publicKeys: PublicKeys
  #keys: Memory = new Map()
  #sessions: Memory = new Map()
  #users: Memory = new Map()
  /** Verdicts from before this moment are worth nothing: we cannot know what they missed. */
  #knownSince = 0
  #cursor: string | undefined
  #waitMs = longestWaitMs
  #lastAnswerAt = Number.NEGATIVE_INFINITY
  #isAway = false
  #sweptAt = 0
  /** Settled when the auth service was asked for the first time, whatever came of it. */
  readonly started: Promise<void>

  constructor(client: AuthServiceClient, publicKeys: PublicKeys) {
    this.#client = client
    this.#publicKeys = publicKeys
    this.started = this.#poll()
  }

  /** Whether the last question got no answer. */
  get isAway(): boolean {
    return this.#isAway
  }

  /** The feed must be heard so often that it never seems silent for `staleMs` while the auth service is there. */
  mayNeverSeemSilentFor(staleMs: number): void {
    this.#waitMs = Math.min(this.#waitMs, Math.floor(staleMs / 4))
  }

  /** Whether the feed was heard within the last `staleMs`; without it no credential may pass. */
  isFresh(staleMs: number): boolean {
    return performance.now() - this.#lastAnswerAt <= staleMs
  }

  /** When the API key or its owner changed last, in milliseconds since 1970; a verdict must be younger. */
  keyChangedAt(id: string, ownerId: string): number {
    return Math.max(this.#keys.get(id)?.at ?? 0, this.#users.get(ownerId)?.at ?? 0, this.#knownSince)
  }

  /** Whether a token was ended: by its session, or by a change of its user after it was issued. */
  hasEnded(sessionId: string, userId: string, issuedAt: number): boolean {
    return this.#sessions.has(sessionId) || issuedAt < (this.#users.get(userId)?.at ?? 0)
  }

  async #poll(): Promise<void> {
    const askedAt = performance.now()
    try {
      const waitMs = this.#isAway ? 0 : this.#waitMs // that it is back must not wait for a change
      await this.#learn(await this.#client.changes(this.#cursor, waitMs))
      this.#lastAnswerAt = askedAt // the answer is no older than the question
      if (this.#isAway) log.info('auth service is back')
      this.#isAway = false
    } catch (error) {
      if (!this.#isAway) log.warn({ reason: (error as Error).message }, 'auth service is away')
      this.#isAway = true
    }
    setTimeout(() => void this.#poll(), this.#isAway ? retryMs : pauseMs).unref()
  }

  async #learn({ cursor, asOf, full, keys, sessions, users, signingKeys }: ChangesPage): Promise<void> {
    if (full) {
      this.#keys = new Map()
      this.#sessions = new Map()
      this.#users = new Map()
      this.#knownSince = asOf
    }
    remember(this.#keys, keys)
    remember(this.#sessions, sessions.filter(isEnded))
    remember(this.#users, users)
    this.#publicKeys.withdraw(signingKeys.filter(isEnded).map(({ id }) => id))
    if (full || signingKeys.length > 0) await this.#publicKeys.refresh()
    this.#cursor = cursor
    this.#sweep(Date.now())
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < sweepEveryMs) return
    this.#sweptAt = now
    for (const memory of [this.#keys, this.#sessions, this.#users]) {
      for (const [id, { until }] of memory) if (until < now) memory.delete(id)
    }
  }
}

function isEnded({ kind }: ChangeRow): boolean {
  return kind === 'ended'
}

function remember(memory: Memory, changes: readonly ChangeRow[]): void {
  for (const { id, at, until = at + rememberMs } of changes) {
    const known = memory.get(id)
    memory.set(id, { at: Math.max(at, known?.at ?? 0), until: Math.max(until, known?.until ?? 0) })
  }
}
