import type { CredentialKind } from '../../kit/credentials/credentials.js'
import { ApiKeyVerifier, type ApiKeyVerifierOptions } from './api-key-verifier.js'
import type { AuthServiceConnection } from './auth-service-connection.js'
import type { CredentialVerifier } from './credential-verifier.js'
import { TokenVerifier, type TokenVerifierOptions } from './token-verifier.js'

/** Options of the verifiers, besides the auth service. */
export type VerifierOptions = Omit<ApiKeyVerifierOptions & TokenVerifierOptions, 'link'>

/** Verifiers by kind of credential. */
export interface Verifiers extends Readonly<Record<CredentialKind, CredentialVerifier>> {
  'api-key': ApiKeyVerifier
}

const verifiersOfLink = new WeakMap<AuthServiceConnection, Map<string, Verifiers>>()

/** The verifiers of all steps with equal options: they share one cache. */
export function verifiersOf(link: AuthServiceConnection, options: VerifierOptions): Verifiers {
  const id = JSON.stringify(options, Object.keys(options).sort())
  const ofLink = verifiersOfLink.get(link) ?? new Map<string, Verifiers>()
  verifiersOfLink.set(link, ofLink)
  const verifiers = ofLink.get(id) ?? {
    'access-token': new TokenVerifier({ link, ...options }),
    'api-key': new ApiKeyVerifier({ link, ...options }),
  }
  ofLink.set(id, verifiers)
  return verifiers
}

/** Those of API keys that the steps of a connection have. */
export function keyVerifiersOf(link: AuthServiceConnection): ApiKeyVerifier[] {
  return [...(verifiersOfLink.get(link)?.values() ?? [])].map((verifiers) => verifiers['api-key'])
}
