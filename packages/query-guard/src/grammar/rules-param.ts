import type { ParamSchema } from '../../../../plugins/kit/policy.js'
import { paramSchemas } from './settings.js'

/** A parameter whose value is the parameters of a step `search-rules`, mostly by an alias. */
export function rulesParam(description: string): ParamSchema {
  return {
    type: 'object',
    description,
    properties: paramSchemas,
    required: ['indexPrefixes'],
    additionalProperties: false,
  }
}
