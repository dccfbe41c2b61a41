import { makeValidate } from '../gateway/config/parameters.js'
import type { Loaded } from '../gateway/host/load.js'
import { isMapping, type Mapping } from '../kit/config/yaml/mapping.js'
import { stepsOf } from '../routes/pipelines.js'
import type { Validation } from './validate.js'

/**
 * A valid configuration as it takes effect: variables replaced, defaults filled in. It holds
 * secrets.
 */
export function effective({ gateway, auth }: NonNullable<Validation['configuration']>): Mapping {
  return {
    'gateway.config.yml': withDefaults(gateway),
    'auth-service.config.yml': auth,
    'system.config.yml': gateway.config.system.value,
  }
}

/** Completes the parameters of every step as express-gateway does. */
function withDefaults({ config, facts }: Loaded): Mapping {
  const document = structuredClone(config.gateway.value)
  const validate = makeValidate([...facts.conditions.values(), ...facts.referred])
  for (const [name, value] of Object.entries(document.pipelines as Mapping)) {
    const pipeline = value as { policies: unknown }
    pipeline.policies = stepsOf(name, pipeline.policies).map(({ policy, value: step }) => {
      const { action = {}, ...rest } = isMapping(step) ? step : {}
      const params = structuredClone(action)
      validate(facts.policies.get(policy)!.schema, params, [])
      return { [policy]: [{ action: params, ...rest }] }
    })
  }
  return document
}
