import type { Environment } from '../../../kit/config/settings.js'
import { accessValues, engineSettings } from '../../../kit/elasticsearch/access.js'
import { authAccess, authStoreSettings } from '../../../kit/elasticsearch/auth-store.js'
import { type Client, elasticsearchClient } from '../../../kit/elasticsearch/client.js'
import { log } from '../../../kit/log/log.js'

/**
 * The client of the auth store, by AUTH_ELASTICSEARCH_URL, _API_KEY or _USERNAME and _PASSWORD, and
 * _CA.
 * @throws Error for a mistake in them.
 */
export function authClient(env: Environment): Client {
  const values = accessValues(authStoreSettings, env)
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
  return elasticsearchClient(authAccess(env), { requestTimeout: 5000, maxRetries: 0 })
}
