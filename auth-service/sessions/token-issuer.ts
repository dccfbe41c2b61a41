import { createHash } from 'node:crypto'
import type { AuthConfig } from '../config/config.js'
import { toUuid } from '../kit/uuid.js'
import type { SessionRecord, UserRecord } from '../store/store.js'
import { getPlan, type PlanRules, planFact } from '../users/plans.js'
import { listScopes } from '../users/roles.js'
import { publicUser, type User } from '../users/users.js'
import type { Tokens, TokenType } from './tokens.js'

/** The answer to a login or a refresh (docs/api.md, Login and sessions). */
export interface TokenPair {
  accessToken: string
  refreshToken: string
  /** Lifetime of the access token, in seconds. */
  expiresIn: number
  user: User
}

/** The part of a refresh token that a session record keeps: its SHA-256, hex. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Issues the tokens of sessions: the session's record determines them to the byte. */
export class TokenIssuer {
  readonly #tokens: Tokens
  readonly #lives: AuthConfig['tokens']
  readonly #rules: PlanRules
  readonly #now: () => number

  constructor(tokens: Tokens, config: AuthConfig, now: () => number) {
    this.#tokens = tokens
    this.#lives = config.tokens
    this.#rules = config
    this.#now = now
  }

  /** The next generation of a session with its tokens, not stored yet. */
  async issue(
    base: Pick<SessionRecord, 'id' | 'ownerId' | 'createdAt' | 'lastsUntil' | 'generation'>,
    user: UserRecord,
    previousHash?: string,
  ): Promise<{ session: SessionRecord; tokens: TokenPair }> {
    const { id, ownerId, createdAt, lastsUntil, generation } = base
    const rotatedAt = this.#now()
    const idleEnd = rotatedAt + this.#lives.refreshIdleSeconds * 1000
    const draft = {
      id,
      ownerId,
      createdAt,
      lastsUntil,
      generation,
      rotatedAt,
      kid: this.#tokens.currentKid,
    }
    const session = { ...draft, expiresAt: Math.min(idleEnd, lastsUntil), refreshHash: '' }
    const tokens = await this.sign(session, user)
    const refreshHash = tokenHash(tokens.refreshToken)
    return {
      session: { ...session, refreshHash, ...(previousHash ? { previousHash } : {}) },
      tokens,
    }
  }

  /** The tokens of a session's current generation: the same record gives the same tokens. */
  async sign(session: SessionRecord, user: UserRecord): Promise<TokenPair> {
    const { id, generation, rotatedAt: from, kid, expiresAt, lastsUntil } = session
    const claims = (typ: TokenType) => ({
      sub: String(user.id),
      sid: id,
      jti: toUuid(`${id}/${generation}/${typ}`),
      typ,
      role: user.role,
    })
    const until = Math.min(from + this.#lives.accessSeconds * 1000, lastsUntil)
    const access = {
      ...claims('access'),
      scopes: listScopes(user.role, this.#rules.roles),
      ...planFact(getPlan(this.#rules, user)),
    }
    const refresh = { ...claims('refresh'), scopes: [] }
    const [accessToken, refreshToken] = await Promise.all([
      this.#tokens.sign(access, { from, until }, kid),
      this.#tokens.sign(refresh, { from, until: expiresAt }, kid),
    ])
    return {
      accessToken,
      refreshToken,
      expiresIn: Math.floor((until - from) / 1000),
      user: publicUser(user),
    }
  }
}
