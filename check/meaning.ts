import type { ValidConfig } from '../auth-service/config/config.js'
import { type Meaning, meaningOf } from '../gateway/comparison/meaning.js'
import { placed, placesIn } from '../gateway/comparison/places.js'
import type { Loaded } from '../gateway/host/load.js'
import type { Mapping } from '../kit/config/yaml/mapping.js'

/** What the files of gateway and auth service mean. @param secrets Values that they hold. */
export function meaningOfBoth(
  { config, facts }: Pick<Loaded, 'config' | 'facts'>,
  { config: policy, placeAll }: Pick<ValidConfig, 'config' | 'placeAll'>,
  secrets: Iterable<string>,
): Meaning {
  const auth = {
    value: policy as unknown as Mapping,
    places: placed(policy, [], placesIn({ placeAll })),
  }
  return { ...meaningOf(config, facts, { secrets }), auth }
}
