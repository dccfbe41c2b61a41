import { type Environment, requiredSetting, SettingError } from '../config/settings.js'
import { type Access, type AccessNames, accessOf, accessValues } from './access.js'

/** The index families that the gateway searches for all callers (docs/api.md, Search). */
const searched = ['map-serp', 'organization-entity', 'organization-serp']

/** The settings of the auth store: a credential of its own. */
export const authStoreSettings: AccessNames = {
  nodes: 'AUTH_ELASTICSEARCH_URL',
  apiKey: 'AUTH_ELASTICSEARCH_API_KEY',
  username: 'AUTH_ELASTICSEARCH_USERNAME',
  password: 'AUTH_ELASTICSEARCH_PASSWORD',
  ca: 'AUTH_ELASTICSEARCH_CA',
}

/** The access to the auth store. @throws Error for a mistake in its settings. */
export function authAccess(env: Environment): Access {
  return accessOf(accessValues(authStoreSettings, env), authStoreSettings)
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
