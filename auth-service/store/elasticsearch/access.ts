import { readFileSync } from 'node:fs'
import { Client } from '@elastic/elasticsearch'
import { log } from '../../../kit/log.js'
import { type Environment, requiredSetting, setting } from '../../../kit/settings.js'

/** The index families that the gateway searches for everybody (SPEC 4.3). */
const searched = ['map-serp', 'organization-entity', 'organization-serp']

/**
 * The client of the auth store, by AUTH_ELASTICSEARCH_URL, _API_KEY or _USERNAME and _PASSWORD, and _CA.
 * @throws Error for a mistake in them.
 */
export function authClient(env: Environment): Client {
  const nodes = requiredSetting('AUTH_ELASTICSEARCH_URL', env)
    .split(',')
    .map((node) => node.trim())
  if (!nodes.every((node) => URL.canParse(node) && /^https?:$/.test(new URL(node).protocol))) {
    throw new Error('AUTH_ELASTICSEARCH_URL must be one or more http(s) URLs, comma separated')
  }
  const apiKey = setting('AUTH_ELASTICSEARCH_API_KEY', env)
  const username = setting('AUTH_ELASTICSEARCH_USERNAME', env)
  const password = setting('AUTH_ELASTICSEARCH_PASSWORD', env)
  const ca = setting('AUTH_ELASTICSEARCH_CA', env)
  const isGateways =
    (apiKey !== undefined && apiKey === setting('ELASTICSEARCH_API_KEY', env)) ||
    (username !== undefined && username === setting('ELASTICSEARCH_USERNAME', env))
  if (isGateways) {
    log.warn('the auth store is reached with the credential of the gateway, which should only read the organizations')
  }
  return new Client({
    nodes,
    ...(apiKey !== undefined && { auth: { apiKey } }),
    ...(apiKey === undefined && username !== undefined && { auth: { username, password: password ?? '' } }),
    ...(ca !== undefined && { tls: { ca: readFileSync(ca) } }),
    requestTimeout: 5000,
  })
}

/** @throws Error when it is no index name, or one that callers can search. */
export function authIndex(env: Environment): string {
  const index = requiredSetting('AUTH_INDEX', env)
  if (!/^[a-z0-9][a-z0-9._-]{0,100}$/.test(index)) throw new Error('AUTH_INDEX must be the name of an index')
  if (searched.some((family) => index.startsWith(family))) {
    throw new Error(`AUTH_INDEX must not begin with ${searched.join(', ')}: callers could search it`)
  }
  return index
}
