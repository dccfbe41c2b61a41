import { Client } from '@elastic/elasticsearch'
import { type Environment, requiredSetting, SettingError } from '../../../kit/config/settings.js'
import {
  type Access,
  type AccessNames,
  accessOf,
  accessValues,
  engineSettings,
} from '../../../kit/elasticsearch/access.js'
import { log } from '../../../kit/log/log.js'

/** The index families that the gateway searches for all callers (docs/api.md, Search). */
const searched = ['map-serp', 'organization-entity', 'organization-serp']

/** The settings of the auth store: a credential of its own. */
const storeSettings: AccessNames = {
  nodes: 'AUTH_ELASTICSEARCH_URL',
  apiKey: 'AUTH_ELASTICSEARCH_API_KEY',
  username: 'AUTH_ELASTICSEARCH_USERNAME',
  password: 'AUTH_ELASTICSEARCH_PASSWORD',
  ca: 'AUTH_ELASTICSEARCH_CA',
}

/** The access to the auth store. @throws Error for a mistake in its settings. */
export function authAccess(env: Environment): Access {
  return accessOf(accessValues(storeSettings, env), storeSettings)
}

/**
 * The client of the auth store, by AUTH_ELASTICSEARCH_URL, _API_KEY or _USERNAME and _PASSWORD, and
 * _CA.
 * @throws Error for a mistake in them.
 */
export function authClient(env: Environment): Client {
  const values = accessValues(storeSettings, env)
  const { nodes, auth, ca } = authAccess(env)
  const gateways = accessValues(engineSettings, env)
  const isGateways =
    (values.apiKey !== undefined && values.apiKey === gateways.apiKey) ||
    (values.username !== undefined && values.username === gateways.username)
  if (isGateways) {
    log.warn(
      'the auth store is reached with the credential of the gateway, which should only read ' +
        'the organizations',
    )
  }
  return new Client({
    nodes,
    ...(auth && { auth }),
    ...(ca !== undefined && { tls: { ca } }),
    requestTimeout: 5000,
  })
}

/** @throws Error when it is not an index name, or one that callers can search. */
export function authIndex(env: Environment): string {
  const index = requiredSetting('AUTH_INDEX', env)
  if (!/^[a-z0-9][a-z0-9._-]{0,100}$/.test(index))
    throw new SettingError('AUTH_INDEX', 'AUTH_INDEX must be the name of an index')
  if (searched.some((family) => index.startsWith(family))) {
    throw new SettingError(
      'AUTH_INDEX',
      `AUTH_INDEX must not begin with ${searched.join(', ')}: callers could search it`,
    )
  }
  return index
}
