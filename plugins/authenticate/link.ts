import { AuthServiceClient } from './auth-service-client.js'
import { Changes } from './changes.js'
import { SigningKeys } from './signing-keys.js'

/** What all pipelines of a process share of one auth service: its connections, its keys, its changes feed. */
export interface Link {
  client: AuthServiceClient
  signingKeys: SigningKeys
  changes: Changes
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
  const signingKeys = new SigningKeys(client)
  const link = { client, signingKeys, changes: new Changes(client, signingKeys) }
  links.set(id, link)
  return link
}
