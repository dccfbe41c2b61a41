import type { Environment } from '../../../kit/config/settings.js'
import { accessValues, engineSettings } from '../../../kit/elasticsearch/access.js'
import { authAccess, authIndex, authStoreSettings } from '../../../kit/elasticsearch/auth-store.js'
import {
  type Client,
  elasticsearchClient,
  readStatusCode,
} from '../../../kit/elasticsearch/client.js'
import { log } from '../../../kit/log/log.js'
import type { Store } from '../store.js'
import { openElasticsearchStore, prepareIndex } from './elasticsearch.js'

/**
 * Milliseconds between the attempts to find or create the index: another service may be creating
 * it, and a cluster that has just started elects its master first.
 */
const waitsMs = [500, 1000, 2000, 4000]

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
  warnOfSharedCredential(env)
  const starting = authClient(env, waitsMs)
  try {
    await prepareIndex(starting, index)
  } catch (cause) {
    throw new Error(`the auth store cannot be opened. ${toRemedy(cause as Error)}`, { cause })
  } finally {
    await starting.close()
  }
  return openElasticsearchStore(authClient(env), index)
}

function toRemedy({ cause }: Error): string {
  const status = readStatusCode(cause)
  if (status === 401 || status === 403)
    return 'Elasticsearch refuses the credential: check AUTH_ELASTICSEARCH_API_KEY, or _USERNAME and _PASSWORD'
  return 'Check AUTH_ELASTICSEARCH_URL, and whether its cluster is well'
}

/**
 * The client of the auth store, by AUTH_ELASTICSEARCH_URL, _API_KEY or _USERNAME and _PASSWORD, and
 * _CA.
 * @throws Error for a mistake in them.
 */
function authClient(env: Environment, waitsMs: readonly number[] = []): Client {
  return elasticsearchClient(authAccess(env), { requestTimeout: 5000, maxRetries: 0, waitsMs })
}

function warnOfSharedCredential(env: Environment): void {
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
}
