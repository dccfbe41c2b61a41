import type { Environment } from '../../../kit/config/settings.js'
import { authAccess, authIndex } from '../../../kit/elasticsearch/auth-store.js'
import type { Store } from '../store.js'
import { authClient } from './access.js'
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
