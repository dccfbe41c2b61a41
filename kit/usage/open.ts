import { join, resolve } from 'node:path'
import { type Environment, requiredSetting, setting } from '../config/settings.js'
import { UsageFiles } from './files.js'
import type { UsageStore } from './store.js'

/**
 * Opens the store of the settings: indices where the auth store is an Elasticsearch that this
 * process may reach, else files in DATA_DIR.
 * @throws Error for a mistake in the settings.
 */
export async function openUsageStore(env: Environment = process.env): Promise<UsageStore> {
  const isShared =
    setting('AUTH_STORE', env) === 'elasticsearch' &&
    setting('AUTH_ELASTICSEARCH_URL', env) !== undefined
  if (!isShared) return new UsageFiles(join(resolve(requiredSetting('DATA_DIR', env)), 'usage'))
  const { openUsageIndices } = await import('./indices.js')
  return openUsageIndices(env)
}
