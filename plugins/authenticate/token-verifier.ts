import { LRUCache } from 'lru-cache'
import { type Claims, InspectFooter, PasetoError, PublicProtocol } from 'paseto'
import { VerifyFactory } from 'paseto/v4/public'
import { ApiError } from '../../kit/api/errors.js'
import { clockToleranceSeconds } from '../../kit/credentials/clock-tolerance.js'
import { makeCredentialRefusal } from '../../kit/credentials/credentials.js'
import { defaultPlan } from '../../kit/credentials/plans.js'
import { lruOptions } from '../../kit/process/lru-options.js'
import { isScopes, isText } from './answers.js'
import type { AuthServiceConnection } from './auth-service-connection.js'
import type { CredentialVerifier, Identified } from './credential-verifier.js'

/** Cached verified tokens: about 10 MB. */
const maxRemembered = 10_000

/** Ours have about 700 characters; longer ones are not decoded. */
const maxTokenLength = 4096

const paseto = new PublicProtocol(VerifyFactory)

/** The content of a verified token. */
interface VerifiedToken extends Identified {
  kid: string
  issuer: string
  audience: string
  sessionId: string
  /** Milliseconds since 1970. */
  issuedAt: number
  /** Milliseconds since 1970. */
  expiresAt: number
}

export interface TokenVerifierOptions {
  link: AuthServiceConnection
  /** Accepts only tokens of this issuer, if set, besides the auth service's own check. */
  issuer?: string | undefined
  /** Accepts only tokens for this audience, if set. */
  audience?: string | undefined
}

/** Verifies PASETO v4.public access tokens without a request, if their signing key is known. */
export class TokenVerifier implements CredentialVerifier {
  readonly #verified = new LRUCache<string, VerifiedToken>(lruOptions(maxRemembered))
  readonly #link: AuthServiceConnection
  readonly #issuer: string | undefined
  readonly #audience: string | undefined

  constructor({ link, issuer, audience }: TokenVerifierOptions) {
    this.#link = link
    this.#issuer = issuer
    this.#audience = audience
  }

  /** By the token's exact string. */
  cached(token: string, now: number): Identified | undefined {
    const verified = this.#verified.get(token)
    if (!verified) return undefined
    if (this.#stands(verified, now)) return this.#ofNow(verified)
    this.#verified.delete(token)
    return undefined
  }

  /**
   * Sends a request only for an unknown signing key.
   * @throws ApiError TOKEN_EXPIRED when the token does not verify, UNAUTHORIZED when it is a
   *   refresh token.
   */
  async verify(token: string, now: number): Promise<Identified> {
    const kid = readKid(token)
    const key = kid === undefined ? undefined : await this.#link.publicKeys.find(kid)
    if (kid === undefined || !key) throw makeCredentialRefusal('access-token')
    const claims = await this.#claims(key, token, now)
    if (claims.typ === 'refresh') {
      throw new ApiError(
        'UNAUTHORIZED',
        'A refresh token is not accepted here. Send the access token.',
      )
    }
    const verified = claims.typ === 'access' ? parseToken(claims, kid) : undefined
    if (!verified || !this.#stands(verified, now)) throw makeCredentialRefusal('access-token')
    this.#verified.set(token, verified)
    return this.#ofNow(verified)
  }

  /** With the plan of now. */
  #ofNow(token: VerifiedToken): Identified {
    const { caller } = token
    const plan = this.#link.changes.planOf(caller.ownerId) ?? caller.plan
    return plan === caller.plan ? token : { caller: { ...caller, plan } }
  }

  async #claims(
    key: Parameters<typeof paseto.Verify>[0],
    token: string,
    now: number,
  ): Promise<Claims> {
    try {
      const { claims } = await paseto.Verify(key, token, {
        now: new Date(now),
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['sub', 'sid', 'jti', 'typ', 'role', 'scopes', 'iat', 'nbf', 'exp'],
      })
      return claims
    } catch (error) {
      if (error instanceof PasetoError) throw makeCredentialRefusal('access-token')
      throw error
    }
  }

  #stands(token: VerifiedToken, now: number): boolean {
    const { kid, sessionId, caller, issuedAt, expiresAt } = token
    const { publicKeys, changes } = this.#link
    return (
      expiresAt > now &&
      publicKeys.get(kid) !== undefined &&
      this.#isMeant(token) &&
      !changes.hasEnded(sessionId, caller.ownerId, issuedAt)
    )
  }

  /** Whether issuer and audience are those of the auth service now, and those of the YAML. */
  #isMeant({ issuer, audience }: VerifiedToken): boolean {
    const { publicKeys } = this.#link
    const isTheirs = issuer === publicKeys.issuer && audience === publicKeys.audience
    return (
      isTheirs && issuer === (this.#issuer ?? issuer) && audience === (this.#audience ?? audience)
    )
  }
}

/** The kid of the footer `{"kid": "…"}`, not yet verified. */
function readKid(token: string): string | undefined {
  if (token.length > maxTokenLength) return undefined
  try {
    const footer: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(InspectFooter(token)),
    )
    const kid = (footer as { kid?: unknown } | null)?.kid
    return typeof kid === 'string' ? kid : undefined
  } catch {
    return undefined
  }
}

function parseToken(
  { iss, aud, sub, sid, jti, role, scopes, plan = defaultPlan, iat, exp }: Claims,
  kid: string,
): VerifiedToken | undefined {
  if (!isText(iss) || !isText(aud) || !isText(sub) || !isText(sid) || !isText(jti) || !isText(role))
    return undefined
  if (!isScopes(scopes) || !isText(plan)) return undefined
  return {
    caller: { kind: 'access-token', ownerId: sub, scopes, plan, credentialId: sid },
    kid,
    issuer: iss,
    audience: aud,
    sessionId: sid,
    issuedAt: Date.parse(String(iat)),
    expiresAt: Date.parse(String(exp)),
  }
}
