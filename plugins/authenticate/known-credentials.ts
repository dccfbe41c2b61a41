import { createHash } from 'node:crypto'
import type { RememberedKey } from './api-key-verifier.js'
import type { AuthServiceConnection } from './auth-service-connection.js'
import type { RememberedPublicKeys } from './public-keys.js'
import type { RememberedChanges } from './revocations.js'
import { keyVerifiersOf } from './verifiers.js'

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

export function knownOf(link: AuthServiceConnection): KnownCredentials {
  const keys = keyVerifiersOf(link).flatMap((verifier) => verifier.remembered())
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
  for (const verifier of keyVerifiersOf(link)) verifier.takeOver(keys)
}
