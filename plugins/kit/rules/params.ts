import { type AccessValues, accessOf } from '../../../kit/elasticsearch/access.js'
import { type GuardOptions, optionSchemas } from '../../../packages/query-guard/src/index.js'
import { accessNames, accessParams } from '../engine-access.js'
import { type FieldCatalog, fieldCatalogOf } from '../field-catalog.js'
import type { Backends, ParamSchema } from '../policy.js'

/** Search rules as in the YAML: options of the guard, some of them by plan, and the engine. */
export interface SearchRulesParams extends GuardOptions {
  engine?: AccessValues
  plans?: Record<string, Partial<Pick<GuardOptions, PlanMember>>>
}

/** What may differ by plan. */
const planMembers = [
  'indexPrefixes',
  'keys',
  'queries',
  'aggregations',
  'features',
  'fields',
  'maxCost',
  'limits',
  'filter',
] as const
type PlanMember = (typeof planMembers)[number]

/** JSON Schema of the parameters. */
export const paramSchemas: Record<keyof SearchRulesParams, ParamSchema> = {
  ...optionSchemas,
  engine: {
    type: 'object',
    description:
      'The engine that provides the fields of the indices, for costs and hints: the same as ' +
      'in the step search.',
    additionalProperties: false,
    properties: accessParams,
    required: ['nodes'],
  },
  plans: {
    type: 'object',
    description:
      'Rules by plan: each member replaces that of the step. Plans that are not listed have ' +
      'the rules of the step.',
    additionalProperties: {
      type: 'object',
      properties: Object.fromEntries(
        // a default would replace what the step says
        planMembers.map((name) => [name, { ...optionSchemas[name], default: undefined }]),
      ),
      additionalProperties: false,
    },
  },
}

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

/** The fields of the indices that the rules name, if they name an engine. */
export function catalogOf({ engine, indexPrefixes }: SearchRulesParams): FieldCatalog | undefined {
  return engine && fieldCatalogOf(accessOf(engine, accessNames), indexPrefixes)
}

/** The indices that callers of any plan search, for /status. */
export function backendsOf({ engine, indexPrefixes, plans = {} }: SearchRulesParams): Backends {
  if (!engine) return {}
  const ofPlans = Object.values(plans).flatMap((rules) => rules.indexPrefixes ?? [])
  const prefixes = [...new Set([...indexPrefixes, ...ofPlans])]
  return { searched: { engine: accessOf(engine, accessNames), prefixes } }
}
