import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { stepsOf } from '../../routes/pipelines.js'
import { effectiveParams } from '../config/steps.js'
import type { Loaded } from '../host/load.js'
import type { Validation } from './validate.js'

/**
 * A valid configuration as it takes effect: variables replaced, defaults filled in. It holds
 * secrets.
 */
export function effective({ gateway, auth }: NonNullable<Validation['configuration']>): Mapping {
  return {
    'gateway.config.yml': withDefaults(gateway),
    'auth-service.config.yml': auth.config,
    'system.config.yml': gateway.config.system.value,
  }
}

function withDefaults({ config, facts }: Loaded): Mapping {
  const document = structuredClone(config.gateway.value)
  for (const [name, value] of Object.entries(document.pipelines as Mapping)) {
    const pipeline = value as { policies: unknown }
    pipeline.policies = stepsOf(name, pipeline.policies).map((step) => {
      const { action: _, ...rest } = isMapping(step.value) ? step.value : {}
      return { [step.policy]: [{ action: effectiveParams(step, facts), ...rest }] }
    })
  }
  return document
}
