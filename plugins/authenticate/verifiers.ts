import { createHash } from 'node:crypto'
import type { CredentialKind } from '../../kit/credentials/credentials.js'
import { oncePer } from '../kit/once-per.js'
import {
  ApiKeyVerifier,
  type ApiKeyVerifierOptions,
  type RememberedKey,
} from './api-key-verifier.js'
import type { AuthServiceConnection } from './auth-service-connection.js'
import type { CredentialVerifier } from './credential-verifier.js'
import type { RememberedPublicKeys } from './public-keys.js'
import type { RememberedChanges } from './revocations.js'
import { TokenVerifier, type TokenVerifierOptions } from './token-verifier.js'

/** Options of the verifiers, besides the auth service. */
export type VerifierOptions = Omit<ApiKeyVerifierOptions & TokenVerifierOptions, 'link'>

/** Verifiers by kind of credential. */
export interface Verifiers extends Readonly<Record<CredentialKind, CredentialVerifier>> {
  'api-key': ApiKeyVerifier
}

/** Those of API keys that the steps of a connection have. */
const listKeyVerifiers = oncePer((_link: AuthServiceConnection): ApiKeyVerifier[] => [])

/** The verifiers of all steps with equal options: they share one cache. */
export const openVerifiers = oncePer(
  (link: AuthServiceConnection, options: VerifierOptions): Verifiers => {
    const ofKeys = new ApiKeyVerifier({ link, ...options })
    listKeyVerifiers(link).push(ofKeys)
    return { 'access-token': new TokenVerifier({ link, ...options }), 'api-key': ofKeys }
  },
)

/**
 * What a worker knows of credentials, for the one that takes its place: known credentials pass
 * there too while the auth service is unavailable. Plain data, without any credential.
 */
export interface KnownCredentials {
  publicKeys: RememberedPublicKeys
  changes: RememberedChanges
  keys: RememberedKey[]
}

/** Identifies an auth service and our secret there, without revealing it. */
export function connectionId(url: string, secret: string): string {
  return createHash('sha256')
    .update(JSON.stringify([url, secret]))
    .digest('base64url')
}

export function listKnown(link: AuthServiceConnection): KnownCredentials {
  const keys = listKeyVerifiers(link).flatMap((verifier) => verifier.remembered())
  return {
    publicKeys: link.publicKeys.remembered(),
    changes: link.changes.remembered(),
    keys: [...new Map(keys.map((key) => [key.hash, key])).values()],
  }
}

/**
 * Continues where another worker was. Its feed and its keys belong together: both replace ours, and
 * the feed goes on from there.
 */
export async function takeOver(
  link: AuthServiceConnection,
  { publicKeys, changes, keys }: KnownCredentials,
): Promise<void> {
  await link.publicKeys.takeOver(publicKeys)
  link.changes.takeOver(changes)
  for (const verifier of listKeyVerifiers(link)) verifier.takeOver(keys)
}
