import { randomUUID } from 'node:crypto'
import { ApiError } from '../../kit/api/errors.js'
import { clockToleranceMs } from '../../kit/credentials/clock-tolerance.js'
import { KeyedMutex } from '../../kit/process/semaphore.js'
import type { AuthConfig } from '../config/config.js'
import type { SessionRecord, Store, UserRecord } from '../store/store.js'
import type { Users } from '../users/users.js'
import { findDisplacedSessions } from './session-limit.js'
import { TokenIssuer, type TokenPair, tokenHash } from './token-issuer.js'
import type { Tokens } from './tokens.js'

/** The result of a login. */
export interface Started {
  tokens: TokenPair
  session: SessionRecord
  /** Sessions of the same user that were ended to make room for it. */
  displaced: readonly SessionRecord[]
}

/** The result of a refresh. */
export type Refreshed =
  | { outcome: 'rotated' | 'repeated'; tokens: TokenPair; session: SessionRecord }
  /**
   * A token of this family that was replaced before: someone else has it too, so the family ended.
   */
  | { outcome: 'reused'; session: SessionRecord }
  | { outcome: 'refused' }

/** The user of an access token. */
export interface Principal {
  user: UserRecord
  session: SessionRecord
}

/**
 * A retry of the same refresh within this time repeats its answer: a lost answer ends no session.
 */
const retryMs = 10_000

/** How often a refresh is retried when another one of the same session was faster. */
const attempts = 5

interface SessionsOptions {
  store: Store
  users: Users
  tokens: Tokens
  config: AuthConfig
  now: () => number
}

/** Logins and their sessions: one record for each family of refresh tokens. */
export class Sessions {
  readonly #store: Store
  readonly #users: Users
  readonly #tokens: Tokens
  readonly #issuer: TokenIssuer
  readonly #lives: AuthConfig['tokens']
  readonly #maxPerUser: number
  readonly #retryMs: number
  readonly #now: () => number
  readonly #starts = new KeyedMutex()

  constructor({ store, users, tokens, config, now }: SessionsOptions) {
    this.#store = store
    this.#users = users
    this.#tokens = tokens
    this.#issuer = new TokenIssuer(tokens, config, now)
    this.#lives = config.tokens
    this.#maxPerUser = config.sessions.maxPerUser
    // the process that gave the answer may have a clock that is behind
    this.#retryMs = retryMs + (store.isShared ? clockToleranceMs : 0)
    this.#now = now
  }

  /**
   * Starts a session of a user whose password was just verified; above the limit, the least
   * recently used sessions end. Logins of one user run in sequence, so that concurrent ones count
   * too: only processes that share a store may each admit one more, until the next login.
   * @returns undefined when the account was disabled, or got another password or role, in the
   *   meantime.
   * @throws ApiError RATE_LIMITED when the user has too many sessions that are younger than an
   *   hour.
   */
  start(user: UserRecord): Promise<Started | undefined> {
    return this.#starts.take(user.id, async () => {
      const displaced = await this.#findDisplaced(user.id)
      const started = await this.#begin(user)
      if (!started) return undefined
      await Promise.all(displaced.map(({ id }) => this.end(id)))
      return { ...started, displaced }
    })
  }

  async refresh(token: string): Promise<Refreshed> {
    const claims = await this.#tokens.verify(token)
    if (claims?.typ !== 'refresh') return { outcome: 'refused' }
    const presented = tokenHash(token)
    for (let attempt = 0; attempt < attempts; attempt++) {
      const session = await this.#live(claims.sid)
      const user = session && (await this.#activeUser(session))
      if (!session || !user) return { outcome: 'refused' }
      if (presented === session.previousHash && this.#now() - session.rotatedAt <= this.#retryMs) {
        // a change without effect waits until the record read is written
        await this.#store.change('sessions', session.id, () => undefined)
        return { outcome: 'repeated', tokens: await this.#issuer.sign(session, user), session }
      }
      if (presented !== session.refreshHash) {
        await this.end(session.id)
        return { outcome: 'reused', session }
      }
      const next = await this.#issuer.issue(
        { ...session, generation: session.generation + 1 },
        user,
        presented,
      )
      const isUnchanged = (current: SessionRecord) =>
        current.refreshHash === presented && !current.endedAt
      let rotated = false
      await this.#store.change('sessions', session.id, (current) => {
        rotated = isUnchanged(current)
        return rotated ? next.session : undefined
      })
      if (rotated) return { outcome: 'rotated', ...next }
    }
    throw new ApiError(
      'OVERLOADED',
      'This session is being refreshed too often at once. Try again shortly.',
    )
  }

  /** The user of an access token, checked against the store, or undefined when it is not valid. */
  async principal(accessToken: string): Promise<Principal | 'refresh-token' | undefined> {
    const claims = await this.#tokens.verify(accessToken)
    if (claims?.typ === 'refresh') return 'refresh-token'
    const session = claims && (await this.#live(claims.sid))
    const user = session && (await this.#activeUser(session))
    return user && { user, session }
  }

  /** Ends the session of a refresh token, the current one or an earlier. */
  async endByToken(refreshToken: string): Promise<SessionRecord | undefined> {
    const claims = await this.#tokens.verify(refreshToken)
    const session = claims?.typ === 'refresh' ? await this.#live(claims.sid) : undefined
    if (session) await this.end(session.id)
    return session
  }

  /** Ends a session: its refresh tokens and its access tokens. */
  async end(id: string): Promise<void> {
    const at = this.#now()
    const session = await this.#store.change('sessions', id, (current) =>
      current.endedAt ? undefined : { ...current, endedAt: at },
    )
    if (!session) return
    const until = at + this.#lives.accessSeconds * 1000
    await this.#store.feed.announce([{ of: 'sessions', id, kind: 'ended', at, until }])
  }

  /** Ends all sessions of a user, or all but one. */
  async endAll(ownerId: number, except?: string): Promise<void> {
    const sessions = await this.#store.list('sessions', ownerId)
    await Promise.all(
      sessions.filter(({ id, endedAt }) => id !== except && !endedAt).map(({ id }) => this.end(id)),
    )
  }

  async #begin(user: UserRecord): Promise<Omit<Started, 'displaced'> | undefined> {
    const now = this.#now()
    const lastsUntil = now + this.#lives.refreshAbsoluteSeconds * 1000
    const { session, tokens } = await this.#issuer.issue(
      { id: randomUUID(), ownerId: user.id, createdAt: now, lastsUntil, generation: 0 },
      user,
    )
    await this.#store.create('sessions', session.id, session)
    const current = await this.#users.find(user.id)
    const isSame =
      current?.passwordHash === user.passwordHash &&
      current.role === user.role &&
      !current.disabledAt
    if (isSame) return { tokens, session }
    await this.end(session.id)
    return undefined
  }

  /** The sessions are read only when there may be too many. */
  async #findDisplaced(ownerId: number): Promise<SessionRecord[]> {
    if ((await this.#store.count('sessions', ownerId)) < this.#maxPerUser) return []
    const live = (await this.#store.list('sessions', ownerId)).filter((session) =>
      this.#isLive(session),
    )
    return findDisplacedSessions(live, this.#maxPerUser, this.#now())
  }

  async #live(id: string): Promise<SessionRecord | undefined> {
    const session = await this.#store.get('sessions', id)
    return session && this.#isLive(session) ? session : undefined
  }

  #isLive({ endedAt, expiresAt, lastsUntil }: SessionRecord): boolean {
    const now = this.#now()
    return !endedAt && lastsUntil > now && expiresAt > now
  }

  async #activeUser({ ownerId }: SessionRecord): Promise<UserRecord | undefined> {
    const user = await this.#users.find(ownerId)
    return user?.disabledAt ? undefined : user
  }
}
