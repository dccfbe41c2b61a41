import { createHash, randomUUID } from 'node:crypto'
import { ApiError } from '../../kit/errors.js'
import type { Config } from '../config.js'
import type { SessionRecord, Store, UserRecord } from '../store/store.js'
import { uuidOf } from '../uuid.js'
import type { SigningKeys } from './signing-keys.js'
import type { Tokens, TokenType } from './tokens.js'
import { publicUser, type User, type Users } from './users.js'

/** What a login or a refresh answers (SPEC 2.2). */
export interface TokenPair {
  accessToken: string
  refreshToken: string
  /** Life of the access token, in seconds. */
  expiresIn: number
  user: User
}

/** What a refresh token led to. */
export type Refreshed =
  | { outcome: 'rotated' | 'repeated'; tokens: TokenPair; session: SessionRecord }
  /** A token of this family that was replaced before: somebody else holds it too, so the family ended. */
  | { outcome: 'reused'; session: SessionRecord }
  | { outcome: 'refused' }

/** Who stands behind an access token. */
export interface Principal {
  user: UserRecord
  session: SessionRecord
}

/** A retry of the same refresh within this time repeats its answer (reliability R1). */
const retryMs = 10_000
/** How often a refresh tries again when another one of the same session was faster. */
const attempts = 5

/** Logins and what follows from them: one record for each family of refresh tokens. */
export class Sessions {
  readonly #store: Store
  readonly #users: Users
  readonly #tokens: Tokens
  readonly #keys: SigningKeys
  readonly #config: Config
  readonly #now: () => number

  constructor(parts: {
    store: Store
    users: Users
    tokens: Tokens
    keys: SigningKeys
    config: Config
    now: () => number
  }) {
    this.#store = parts.store
    this.#users = parts.users
    this.#tokens = parts.tokens
    this.#keys = parts.keys
    this.#config = parts.config
    this.#now = parts.now
  }

  /**
   * A new session of a user whose password was just found right.
   * @returns undefined when the account was disabled or got another password in the meantime.
   */
  async start(user: UserRecord): Promise<{ tokens: TokenPair; session: SessionRecord } | undefined> {
    const now = this.#now()
    const lastsUntil = now + this.#config.tokens.refreshAbsoluteSeconds * 1000
    const { session, tokens } = await this.#issue(
      { id: randomUUID(), ownerId: user.id, createdAt: now, lastsUntil, generation: 0 },
      user,
    )
    await this.#store.create('sessions', session.id, session)
    const current = await this.#users.find(user.id)
    if (current?.passwordHash === user.passwordHash && !current.disabledAt) return { tokens, session }
    await this.end(session.id)
    return undefined
  }

  async refresh(token: string): Promise<Refreshed> {
    const claims = await this.#tokens.verify(token)
    if (claims?.typ !== 'refresh') return { outcome: 'refused' }
    const presented = sha256(token)
    for (let attempt = 0; attempt < attempts; attempt++) {
      const session = await this.#live(claims.sid)
      const user = session && (await this.#activeUser(session))
      if (!session || !user) return { outcome: 'refused' }
      if (presented === session.previousHash && this.#now() - session.rotatedAt <= retryMs) {
        // leaving it as it is waits until what it says is written
        await this.#store.change('sessions', session.id, () => undefined)
        return { outcome: 'repeated', tokens: await this.#sign(session, user), session }
      }
      if (presented !== session.refreshHash) {
        await this.end(session.id)
        return { outcome: 'reused', session }
      }
      const next = await this.#issue({ ...session, generation: session.generation + 1 }, user, presented)
      const isUnchanged = (current: SessionRecord) => current.refreshHash === presented && !current.endedAt
      let rotated = false
      await this.#store.change('sessions', session.id, (current) => {
        rotated = isUnchanged(current)
        return rotated ? next.session : undefined
      })
      if (rotated) return { outcome: 'rotated', ...next }
    }
    throw new ApiError('OVERLOADED', 'This session is being refreshed too often at once. Try again shortly.')
  }

  /** Who an access token speaks for, judged by the store, or undefined when it is not in force. */
  async principal(accessToken: string): Promise<Principal | 'refresh-token' | undefined> {
    const claims = await this.#tokens.verify(accessToken)
    if (claims?.typ === 'refresh') return 'refresh-token'
    const session = claims && (await this.#live(claims.sid))
    const user = session && (await this.#activeUser(session))
    return user && { user, session }
  }

  /** Ends a session: its refresh tokens and its access tokens. */
  async end(id: string): Promise<void> {
    const at = this.#now()
    const session = await this.#store.change('sessions', id, (current) =>
      current.endedAt ? undefined : { ...current, endedAt: at },
    )
    if (!session) return
    const until = at + this.#config.tokens.accessSeconds * 1000
    await this.#store.feed.announce([{ of: 'sessions', id, kind: 'ended', at, until }])
  }

  /** Ends all sessions of a user, or all but one. */
  async endAll(ownerId: number, except?: string): Promise<void> {
    const sessions = await this.#store.list('sessions', ownerId)
    await Promise.all(sessions.filter(({ id, endedAt }) => id !== except && !endedAt).map(({ id }) => this.end(id)))
  }

  async #live(id: string): Promise<SessionRecord | undefined> {
    const session = await this.#store.get('sessions', id)
    const now = this.#now()
    return session && !session.endedAt && session.lastsUntil > now && session.expiresAt > now ? session : undefined
  }

  async #activeUser({ ownerId }: SessionRecord): Promise<UserRecord | undefined> {
    const user = await this.#users.find(ownerId)
    return user?.disabledAt ? undefined : user
  }

  /** The next generation of a session with its tokens, not yet stored. */
  async #issue(
    base: Pick<SessionRecord, 'id' | 'ownerId' | 'createdAt' | 'lastsUntil' | 'generation'>,
    user: UserRecord,
    previousHash?: string,
  ): Promise<{ session: SessionRecord; tokens: TokenPair }> {
    const { id, ownerId, createdAt, lastsUntil, generation } = base
    const rotatedAt = this.#now()
    const idleEnd = rotatedAt + this.#config.tokens.refreshIdleSeconds * 1000
    const draft = { id, ownerId, createdAt, lastsUntil, generation, rotatedAt, kid: this.#keys.current.kid }
    const session = { ...draft, expiresAt: Math.min(idleEnd, lastsUntil), refreshHash: '' }
    const tokens = await this.#sign(session, user)
    const refreshHash = sha256(tokens.refreshToken)
    return { session: { ...session, refreshHash, ...(previousHash ? { previousHash } : {}) }, tokens }
  }

  /** The tokens of a session's present generation: the same record gives the same tokens. */
  async #sign(session: SessionRecord, user: UserRecord): Promise<TokenPair> {
    const { id, generation, rotatedAt: from, kid, expiresAt, lastsUntil } = session
    const claims = (typ: TokenType, scopes: readonly string[]) => {
      return { sub: String(user.id), sid: id, jti: uuidOf(`${id}/${generation}/${typ}`), typ, role: user.role, scopes }
    }
    const until = Math.min(from + this.#config.tokens.accessSeconds * 1000, lastsUntil)
    const scopes = this.#config.roles[user.role] ?? []
    const [accessToken, refreshToken] = await Promise.all([
      this.#tokens.sign(claims('access', scopes), { from, until }, kid),
      this.#tokens.sign(claims('refresh', []), { from, until: expiresAt }, kid),
    ])
    return { accessToken, refreshToken, expiresIn: Math.floor((until - from) / 1000), user: publicUser(user) }
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
