import type { ChangeRow, ChangesPage } from '../../kit/api/internal-answers.js'
import { clockToleranceMs } from '../../kit/credentials/clock-tolerance.js'
import { log } from '../../kit/log/log.js'
import type { AuthServiceClient } from './auth-service-client.js'
import { ChangeMemory } from './change-memory.js'
import type { PublicKeys } from './public-keys.js'

/** How long the auth service may wait for a change until it answers; it answers at once when there is one. */
const longestWaitMs = 5000

/** From one answer to the next question: what changes in between shares an answer. */
const pauseMs = 20

/** From a question that failed to the next one. */
const retryMs = 250

const sweepEveryMs = 60_000

/**
 * Follows the auth service's changes feed. Credentials are judged against it at every use, so nothing that was cached
 * survives a revocation.
 *
 * What was first, a verdict or a change, is told by the order of the feed and by no clock: each answer of the feed has a
 * number here, and a verdict bears the number that was reached when it was asked for. A change is in the store before it is
 * in the feed, so a verdict asked for after a change was heard knows of it. Any other one is not kept.
 */
export class Revocations {
  readonly #client: AuthServiceClient
  readonly #publicKeys: PublicKeys
  readonly #keys = new ChangeMemory({ isFinal: true })
  readonly #sessions = new ChangeMemory({ isFinal: true })
  readonly #users = new ChangeMemory({ isFinal: false })
  #position = 0
  /** Verdicts asked for before this position are worth nothing: we cannot know what they missed. */
  #knownSince = 0
  #cursor: string | undefined
  #waitMs = longestWaitMs
  #lastAnswerAt = Number.NEGATIVE_INFINITY
  #isAway = false
  #isClockOff = false
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

  /** The number of the feed's last answer: what a verdict that is asked for now cannot have missed. */
  get position(): number {
    return this.#position
  }

  /** The position at which the API key or its owner changed last; a verdict asked for before it is worth nothing. */
  keyChangedAt(id: string, ownerId: string): number {
    return Math.max(this.#keys.get(id)?.position ?? 0, this.#users.get(ownerId)?.position ?? 0, this.#knownSince)
  }

  /** Whether an API key was revoked: for good, whatever a verdict says. */
  hasKeyEnded(id: string): boolean {
    return this.#keys.get(id)?.hasEnded ?? false
  }

  /**
   * Whether a token was ended: with its session, with its user, or by a change of its user after it was issued. The last
   * compares the clocks of two machines, so what lies within their tolerance is left to the sessions, which end too.
   */
  hasEnded(sessionId: string, userId: string, issuedAt: number): boolean {
    if (this.#sessions.get(sessionId)?.hasEnded) return true
    const user = this.#users.get(userId)
    return user !== undefined && (user.hasEnded || issuedAt + clockToleranceMs < user.at)
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

  /** What is forgotten of keys and users is known of no longer: verdicts from before it must not come back. */
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
