import type { ValidConfig } from '../../auth-service/config/config.js'
import { configFacts } from '../../auth-service/config/schema.js'
import type { Mapping } from '../../kit/config/yaml/mapping.js'
import { readFacts } from './facts.js'
import { type Meaning, mapValues } from './meaning.js'
import { listPlaces, makePlaceFinder } from './places.js'

/**
 * The meaning of a configuration with that of the auth service's file. Apart from `readMeaning`, as
 * the schema of that file takes long to load, and no worker compares it.
 */
export function addAuth(
  meaning: Meaning,
  { config, placeAll }: Pick<ValidConfig, 'config' | 'placeAll'>,
): Meaning {
  const value = {
    ...config,
    // a list of scopes is a role without a plan
    roles: mapValues(config.roles, (role) => (Array.isArray(role) ? { scopes: role } : role)),
  } as unknown as Mapping
  const places = listPlaces(config, [], makePlaceFinder({ placeAll }))
  return { ...meaning, auth: { value, places, facts: readFacts(configFacts()) } }
}
