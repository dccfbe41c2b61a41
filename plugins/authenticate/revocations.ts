import type { ChangeRow, ChangesPage } from '../../kit/api/internal-answers.js'
import { clockToleranceMs } from '../../kit/credentials/clock-tolerance.js'
import { log } from '../../kit/log/log.js'
import type { AuthServiceClient } from './auth-service-client.js'
import { ChangeMemory, type RememberedChangeRow } from './change-memory.js'
import type { PublicKeys } from './public-keys.js'

/**
 * How long the auth service may wait for a change before it answers; with a change it answers at
 * once.
 */
const longestWaitMs = 5000

/** From an answer to the next request: changes in between share an answer. */
const pauseMs = 20

/** From a failed request to the next one. */
const retryMs = 250

const sweepEveryMs = 60_000

/** What another worker knows of the feed. */
export interface RememberedChanges {
  cursor: string | undefined
  position: number
  knownSince: number
  /** How long ago the feed answered, in milliseconds. */
  silentMs: number
  keys: RememberedChangeRow[]
  sessions: RememberedChangeRow[]
  users: RememberedChangeRow[]
}

/**
 * Follows the auth service's changes feed. Credentials are checked against it at every use, so
 * nothing cached survives a revocation.
 * The order of results and changes is that of the feed, independent of clocks: each answer of the
 * feed has a number here, and a result gets the number reached when it was requested. A change is
 * in the store before it is in the feed, so a result requested after a change arrived includes it.
 * Any other result is discarded.
 */
export class Revocations {
  readonly #client: AuthServiceClient
  readonly #publicKeys: PublicKeys
  readonly #keys = new ChangeMemory({ isFinal: true })
  readonly #sessions = new ChangeMemory({ isFinal: true })
  readonly #users = new ChangeMemory({ isFinal: false })
  #position = 0
  /**
   * Results requested before this position are discarded: they may lack changes that we missed.
   */
  #knownSince = 0
  #cursor: string | undefined
  #waitMs = longestWaitMs
  #lastAnswerAt = Number.NEGATIVE_INFINITY
  #isUnavailable = false
  #isClockOff = false
  #sweptAt = 0
  /** Settled after the first request to the auth service, even if it failed. */
  readonly started: Promise<void>

  constructor(client: AuthServiceClient, publicKeys: PublicKeys) {
    this.#client = client
    this.#publicKeys = publicKeys
    this.started = this.#poll()
  }

  /** Whether the last request got no answer. */
  get isUnavailable(): boolean {
    return this.#isUnavailable
  }

  /** Polls often enough that the feed is never stale for `staleMs` while the auth service is up. */
  pollWithin(staleMs: number): void {
    this.#waitMs = Math.min(this.#waitMs, Math.floor(staleMs / 4))
  }

  /** Whether the feed answered within the last `staleMs`; otherwise no credential may pass. */
  isFresh(staleMs: number): boolean {
    return performance.now() - this.#lastAnswerAt <= staleMs
  }

  /** The number of the feed's last answer: a result requested now includes everything up to it. */
  get position(): number {
    return this.#position
  }

  /**
   * The position of the last change of the API key or its owner; a result requested before it is
   * invalid.
   */
  keyChangedAt(id: string, ownerId: string): number {
    return Math.max(
      this.#keys.get(id)?.position ?? 0,
      this.#users.get(ownerId)?.position ?? 0,
      this.#knownSince,
    )
  }

  /** Whether an API key was revoked: permanently, whatever a result says. */
  hasKeyEnded(id: string): boolean {
    return this.#keys.get(id)?.hasEnded ?? false
  }

  /**
   * Whether a token was ended: with its session, with its user, or by a change of its user after it
   * was issued. The last compares the clocks of two machines, so times within their tolerance are
   * left to the sessions, which end too.
   */
  hasEnded(sessionId: string, userId: string, issuedAt: number): boolean {
    if (this.#sessions.get(sessionId)?.hasEnded) return true
    const user = this.#users.get(userId)
    return user !== undefined && (user.hasEnded || issuedAt + clockToleranceMs < user.at)
  }

  /** The plan of a user's tokens, if it changed since they were issued. */
  planOf(userId: string): string | undefined {
    return this.#users.get(userId)?.plan
  }

  remembered(): RememberedChanges {
    return {
      cursor: this.#cursor,
      position: this.#position,
      knownSince: this.#knownSince,
      silentMs: performance.now() - this.#lastAnswerAt,
      keys: this.#keys.remembered(),
      sessions: this.#sessions.remembered(),
      users: this.#users.remembered(),
    }
  }

  /**
   * Continues where another worker is, before the first request is served. An answer that is under
   * way tells what has changed since an earlier position: it may be learned on top.
   */
  takeOver({ cursor, position, knownSince, silentMs, ...changes }: RememberedChanges): void {
    this.#cursor = cursor
    this.#position = position
    this.#knownSince = knownSince
    this.#lastAnswerAt = Math.max(this.#lastAnswerAt, performance.now() - silentMs)
    this.#keys.takeOver(changes.keys)
    this.#sessions.takeOver(changes.sessions)
    this.#users.takeOver(changes.users)
  }

  async #poll(): Promise<void> {
    const askedAt = performance.now()
    try {
      // the first answer after an outage must not wait for a change
      const waitMs = this.#isUnavailable ? 0 : this.#waitMs
      await this.#learn(await this.#client.changes(this.#cursor, waitMs))
      this.#lastAnswerAt = askedAt // the answer is no older than the request
      if (this.#isUnavailable) log.info('auth service is back')
      this.#isUnavailable = false
    } catch (error) {
      if (!this.#isUnavailable)
        log.warn({ reason: (error as Error).message }, 'auth service is unavailable')
      this.#isUnavailable = true
    }
    setTimeout(() => void this.#poll(), this.#isUnavailable ? retryMs : pauseMs).unref()
  }

  async #learn({
    cursor,
    asOf,
    full,
    keys,
    sessions,
    users,
    signingKeys,
  }: ChangesPage): Promise<void> {
    this.#position++
    if (full) {
      for (const memory of [this.#keys, this.#sessions, this.#users]) memory.clear()
      this.#knownSince = this.#position
    }
    this.#keys.learn(keys, this.#position)
    this.#sessions.learn(sessions, this.#position)
    this.#users.learn(users, this.#position)
    this.#compareClocks(asOf)
    this.#publicKeys.withdraw(signingKeys.filter(isEnded).map(({ id }) => id))
    if (full || signingKeys.length > 0) await this.#publicKeys.refresh()
    this.#cursor = cursor
    this.#sweep(performance.now())
  }

  /**
   * Forgotten keys and users are no longer tracked: results from before must not be used again.
   */
  #sweep(now: number): void {
    if (now - this.#sweptAt < sweepEveryMs) return
    this.#sweptAt = now
    this.#sessions.sweep()
    this.#knownSince = Math.max(this.#knownSince, this.#keys.sweep(), this.#users.sweep())
  }

  #compareClocks(asOf: number): void {
    const differenceMs = asOf - Date.now()
    const isOff = Math.abs(differenceMs) > clockToleranceMs
    if (isOff && !this.#isClockOff) {
      const remedy = 'synchronize both clocks, for example with NTP'
      log.warn(
        { differenceMs },
        `the clocks of gateway and auth service differ, so that tokens may be refused: ${remedy}`,
      )
    }
    this.#isClockOff = isOff
  }
}

function isEnded({ kind }: ChangeRow): boolean {
  return kind === 'ended'
}
