import type { CredentialKind } from '../../kit/credentials/credentials.js'
import { oncePer } from '../kit/once-per.js'
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

/** Those of API keys that the steps of a connection have. */
export const keyVerifiersOf = oncePer((_link: AuthServiceConnection): ApiKeyVerifier[] => [])

/** The verifiers of all steps with equal options: they share one cache. */
export const verifiersOf = oncePer(
  (link: AuthServiceConnection, options: VerifierOptions): Verifiers => {
    const ofKeys = new ApiKeyVerifier({ link, ...options })
    keyVerifiersOf(link).push(ofKeys)
    return { 'access-token': new TokenVerifier({ link, ...options }), 'api-key': ofKeys }
  },
)
