import { LRUCache } from 'lru-cache'
import { InspectFooter, PasetoError, PublicProtocol } from 'paseto'
import { SignFactory, VerifyFactory } from 'paseto/v4/public'
import { clockToleranceSeconds } from '../../kit/credentials/clock-tolerance.js'
import { lruOptions } from '../../kit/process/lru-options.js'
import type { AuthConfig } from '../config/config.js'
import { StoreError } from '../store/errors.js'
import type { SigningKeys } from './signing-keys.js'

const v4 = new PublicProtocol(SignFactory, VerifyFactory)
/** Maximum length of our tokens, in characters; they have about 700. */
const longest = 4096

export type TokenType = 'access' | 'refresh'

/** The claims of a token, besides issuer, audience and times. */
export interface TokenClaims {
  /** The user's id. */
  sub: string
  /** The session's id. */
  sid: string
  jti: string
  typ: TokenType
  role: string
  scopes: readonly string[]
  /** Of access tokens, unless it is `default`. */
  plan?: string
}

/** PASETO v4.public tokens (docs/api.md, Credentials). */
export class Tokens {
  readonly #keys: SigningKeys
  readonly #issuer: string
  readonly #audience: string
  readonly #now: () => number
  /** Verified tokens, by their exact string: a verification costs as much as the rest of a call. */
  readonly #verified = new LRUCache<string, { claims: TokenClaims; kid: string; until: number }>(
    lruOptions(1000),
  )

  constructor(keys: SigningKeys, { issuer, audience }: AuthConfig['tokens'], now: () => number) {
    this.#keys = keys
    this.#issuer = issuer
    this.#audience = audience
    this.#now = now
  }

  /** Id of the key that signs new tokens. */
  get currentKid(): string {
    return this.#keys.current.kid
  }

  /**
   * The same arguments give the same token, to the byte (Ed25519 is deterministic).
   * @param life Start and end, in milliseconds since the epoch.
   * @throws StoreError when there is no such key.
   */
  async sign(
    claims: TokenClaims,
    life: { from: number; until: number },
    kid: string,
  ): Promise<string> {
    const key = await this.#keys.find(kid)
    if (!key) throw new StoreError('away', 'the signing key of the session is not in the store')
    const from = new Date(life.from).toISOString()
    const times = { iat: from, nbf: from, exp: new Date(life.until).toISOString() }
    const all = { iss: this.#issuer, aud: this.#audience, ...claims, ...times }
    return v4.Sign(key.secretKey, all, { footer: Buffer.from(JSON.stringify({ kid })) })
  }

  /** The claims of our token if it is valid, or undefined for anything else. */
  async verify(token: string): Promise<TokenClaims | undefined> {
    if (token.length > longest) return undefined
    const known = this.#verified.get(token)
    if (known && known.until > this.#now() && (await this.#keys.find(known.kid)))
      return known.claims
    try {
      const kid = readKid(InspectFooter(token))
      const key = kid === undefined ? undefined : await this.#keys.find(kid)
      if (!key) return undefined
      const { claims } = await v4.Verify(key.publicKey, token, {
        now: new Date(this.#now()),
        // another process may have signed it; `exp` is checked exactly below
        clockTolerance: clockToleranceSeconds,
        issuer: this.#issuer,
        audience: this.#audience,
        requiredClaims: ['sub', 'sid', 'jti', 'typ', 'role', 'scopes', 'iat', 'nbf', 'exp'],
      })
      if (claims.typ !== 'access' && claims.typ !== 'refresh') return undefined
      const ours = claims as unknown as TokenClaims
      const until = Date.parse(claims.exp ?? '')
      if (!(until > this.#now())) return undefined
      this.#verified.set(token, { claims: ours, kid: key.kid, until })
      return ours
    } catch (error) {
      if (error instanceof PasetoError) return undefined
      throw error
    }
  }
}

/** The kid of our footer, which is `{"kid":"k4.pid.…"}` and nothing else. */
function readKid(footer: Uint8Array): string | undefined {
  return /^\{"kid":"(k4\.pid\.[\w-]{44})"\}$/.exec(Buffer.from(footer).toString('latin1'))?.[1]
}
