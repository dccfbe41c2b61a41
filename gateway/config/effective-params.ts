import type { Mapping } from '../../kit/config/yaml/mapping.js'
import type { WrittenStep } from '../../routes/pipelines.js'
import { validatorOf } from './pipelines.js'
import type { Facts } from './steps.js'

/** The parameters of a valid step as it gets them: defaults filled in, as express-gateway does. */
export function effectiveParams({ policy, params }: WrittenStep, facts: Facts): Mapping {
  const effective = structuredClone(params)
  validatorOf(facts)(facts.policies.get(policy)?.schema ?? {}, effective, [])
  return effective
}
