import { AuthServiceClient } from './auth-service-client.js'
import { PublicKeys } from './public-keys.js'
import { Revocations } from './revocations.js'

/**
 * The parts of one auth service that all pipelines of a process share: connections, keys, changes
 * feed.
 */
export interface AuthServiceConnection {
  client: AuthServiceClient
  publicKeys: PublicKeys
  changes: Revocations
}

const links = new Map<string, AuthServiceConnection>()

/**
 * The connection to an auth service, created once per process for all pipelines and reloads, so
 * that there is one poller.
 * @throws Error when the URL is not an http(s) URL.
 */
export function connectAuthService(url: string, secret: string): AuthServiceConnection {
  const id = JSON.stringify([url, secret])
  const known = links.get(id)
  if (known) return known
  const client = new AuthServiceClient(url, secret)
  const publicKeys = new PublicKeys(client)
  const link = { client, publicKeys, changes: new Revocations(client, publicKeys) }
  links.set(id, link)
  return link
}
