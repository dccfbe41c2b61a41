import type { CredentialKind } from '../../kit/credentials/credentials.js'
import { ApiKeyVerifier, type ApiKeyVerifierOptions } from './api-key-verifier.js'
import type { AuthServiceConnection } from './auth-service-connection.js'
import type { CredentialVerifier } from './credential-verifier.js'
import { TokenVerifier, type TokenVerifierOptions } from './token-verifier.js'

/** What credentials are judged by, besides the word of the auth service. */
export type VerifierOptions = Omit<ApiKeyVerifierOptions & TokenVerifierOptions, 'link'>

/** Who judges, by kind of credential. */
export type Verifiers = Readonly<Record<CredentialKind, CredentialVerifier>>

const known = new WeakMap<AuthServiceConnection, Map<string, Verifiers>>()

/** The judges of all steps that judge alike: what one of them has learned the others know, and it is remembered once. */
export function verifiersOf(
  link: AuthServiceConnection,
  { issuer, audience, verdictSeconds, staleSeconds }: VerifierOptions,
): Verifiers {
  const id = JSON.stringify([issuer, audience, verdictSeconds, staleSeconds])
  const ofLink = known.get(link) ?? new Map<string, Verifiers>()
  known.set(link, ofLink)
  const judges = ofLink.get(id) ?? {
    'access-token': new TokenVerifier({ link, issuer, audience }),
    'api-key': new ApiKeyVerifier({ link, verdictSeconds, staleSeconds }),
  }
  ofLink.set(id, judges)
  return judges
}
