import type { Environment } from '../../../kit/config/settings.js'
import { accessValues, engineSettings } from '../../../kit/elasticsearch/access.js'
import { authAccess, authIndex, authStoreSettings } from '../../../kit/elasticsearch/auth-store.js'
import { type Client, elasticsearchClient } from '../../../kit/elasticsearch/client.js'
import { log } from '../../../kit/log/log.js'
import type { Store } from '../store.js'
import { openElasticsearchStore } from './elasticsearch.js'

/** @throws Error for a mistake in the settings. */
export function validate(env: Environment): void {
  authIndex(env)
  authAccess(env)
}

/**
 * The store in the index AUTH_INDEX of AUTH_ELASTICSEARCH_URL.
 * @throws Error for a mistake in the settings, or when the index can neither be found nor created.
 */
export async function open(env: Environment): Promise<Store> {
  const index = authIndex(env)
  const client = authClient(env)
  try {
    return await openElasticsearchStore(client, index)
  } catch (cause) {
    await client.close()
    throw new Error(
      'the auth store cannot be opened: is AUTH_ELASTICSEARCH_URL right, and its credential?',
      { cause },
    )
  }
}

/**
 * The client of the auth store, by AUTH_ELASTICSEARCH_URL, _API_KEY or _USERNAME and _PASSWORD, and
 * _CA.
 * @throws Error for a mistake in them.
 */
function authClient(env: Environment): Client {
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
