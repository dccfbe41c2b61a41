import { AuthServiceClient } from './auth-service-client.js'
import { PublicKeys } from './public-keys.js'
import { KnownChanges } from './revocations.js'

/** What all pipelines of a process share of one auth service: its connections, its keys, its changes feed. */
export interface Link {
  client: AuthServiceClient
  publicKeys: PublicKeys
  changes: KnownChanges
}

const links = new Map<string, Link>()

/**
 * The link to an auth service, made once per process however many pipelines and reloads ask for it, so that there is
 * one poller.
 * @throws Error when the URL is not an http(s) URL.
 */
export function linkTo(url: string, secret: string): Link {
  const id = JSON.stringify([url, secret])
  const known = links.get(id)
  if (known) return known
  const client = new AuthServiceClient(url, secret)
  const publicKeys = new PublicKeys(client)
  const link = { client, publicKeys, changes: new KnownChanges(client, publicKeys) }
  links.set(id, link)
  return link
}
