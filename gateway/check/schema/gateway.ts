import { methods } from '../../../routes/routes.js'
import { type Facts, isOurs, type OurPolicy } from '../../config/steps.js'
import { definitions, type Schema, withVariables } from './variables.js'

const text = (description: string): Schema => ({ type: 'string', description })
const oneOrList = (item: Schema, description: string): Schema => ({
  description,
  anyOf: [item, { type: 'array', items: item, minItems: 1, uniqueItems: true }],
})

const endpoint: Schema = {
  type: 'object',
  description: 'Requests by host, path and method.',
  properties: {
    host: text('Host name of the request; "*" for any.'),
    paths: oneOrList(
      { type: 'string', pattern: '^(/|\\$\\{)' },
      'Exact paths; ":id" stands for one segment, a last "*" for the rest of the path.',
    ),
    methods: oneOrList(
      { enum: methods },
      'HEAD comes with GET; OPTIONS is answered by the gateway itself.',
    ),
  },
  required: ['host', 'paths', 'methods'],
  additionalProperties: false,
}

const service: Schema = {
  type: 'object',
  description: 'A service to which "upstream" steps send requests.',
  properties: {
    url: text('Its address: http(s)://host:port, and a path if all its paths begin with one.'),
    urls: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      uniqueItems: true,
      description: 'Its addresses, used in turn while they are healthy.',
    },
  },
  oneOf: [{ required: ['url'] }, { required: ['urls'] }],
  additionalProperties: false,
}

/** JSON Schema of gateway.config.yml, with the loaded policies and conditions. */
export function gatewaySchema({ policies, conditions }: Facts): Schema {
  const ours = [...policies.values()].filter(isOurs).sort((a, b) => a.name.localeCompare(b.name))
  const names = ours.map(({ name }) => name)
  const condition: Schema = {
    type: 'object',
    description:
      'The step runs only for requests that match it. Its parameters are next to its name.',
    properties: {
      name: { enum: [...conditions.keys()].sort(), description: 'Name of the condition.' },
    },
    required: ['name'],
  }
  return {
    description:
      'Routes and pipelines of the gateway. `npm run check` checks more than an editor can.',
    type: 'object',
    properties: {
      watch: {
        type: 'boolean',
        default: false,
        description:
          'Whether changed files are reloaded automatically; otherwise "npm run reload" ' +
          'reloads them.',
      },
      apiEndpoints: {
        type: 'object',
        description: 'Endpoints, by a name of your choice. Each belongs to one pipeline.',
        minProperties: 1,
        additionalProperties: {
          anyOf: [
            reference('endpoint'),
            { type: 'array', items: reference('endpoint'), minItems: 1 },
          ],
        },
      },
      serviceEndpoints: {
        type: 'object',
        description: 'Services behind the gateway, by a name of your choice.',
        additionalProperties: service,
      },
      policies: {
        type: 'array',
        description: 'All policies that the pipelines use.',
        items: { enum: names },
        uniqueItems: true,
      },
      pipelines: {
        type: 'object',
        description: 'Pipelines, by a name of your choice.',
        minProperties: 1,
        additionalProperties: {
          type: 'object',
          description: 'Steps for the requests of some endpoints, in this order.',
          properties: {
            apiEndpoints: {
              type: 'array',
              description: 'Names of the endpoints.',
              items: { type: 'string' },
              minItems: 1,
            },
            policies: {
              type: 'array',
              description:
                'The steps: the first one opens, the last one answers, and at least one throttles.',
              items: {
                type: 'object',
                description: 'One policy, with its parameters.',
                properties: Object.fromEntries(
                  ours.map((policy) => [policy.name, entrySchema(policy)]),
                ),
                minProperties: 1,
                maxProperties: 1,
                additionalProperties: false,
              },
              minItems: 1,
            },
          },
          required: ['apiEndpoints', 'policies'],
          additionalProperties: false,
        },
      },
      ...Object.fromEntries(ours.flatMap(parametersAtTop)),
    },
    patternProperties: { '^x-': { description: 'Holds anchors for the other keys.' } },
    required: ['apiEndpoints', 'policies', 'pipelines'],
    additionalProperties: false,
    definitions: {
      ...definitions,
      endpoint,
      condition,
      ...Object.fromEntries(ours.map((policy) => [stepName(policy), stepSchema(policy)])),
    },
  }
}

/** Defaults for all steps of a policy. */
function parametersAtTop(policy: OurPolicy): [string, Schema][] {
  const { params } = schemaOf(policy)
  return policy.atTop.map((name) => [name, withVariables(params[name] as Schema)])
}

const reference = (definition: string): Schema => ({ $ref: `#/definitions/${definition}` })
const stepName = ({ name }: OurPolicy) => `step-${name}`

/** A policy in a pipeline: one step or a list of them; empty if no parameter is required. */
function entrySchema(policy: OurPolicy): Schema {
  const { required } = schemaOf(policy)
  const step = reference(stepName(policy))
  const list = { type: 'array', items: step, ...(required.length > 0 && { minItems: 1 }) }
  return {
    description: purposeOf(policy),
    anyOf: [step, list, ...(required.length > 0 ? [] : [{ type: 'null' }])],
  }
}

function stepSchema(policy: OurPolicy): Schema {
  const { params, required } = schemaOf(policy)
  const action = {
    type: 'object',
    description: `Parameters of "${policy.name}".`,
    properties: params,
    required,
    additionalProperties: false,
  }
  return {
    type: 'object',
    description: `A step of "${policy.name}".`,
    properties: {
      action: withVariables(action),
      ...(policy.conditional && { condition: reference('condition') }),
    },
    ...(required.length > 0 && { required: ['action'] }),
    additionalProperties: false,
  }
}

function schemaOf(policy: OurPolicy): { params: Schema; required: string[] } {
  const { properties, required } = policy.schema as { properties: Schema; required: string[] }
  const { getCommonAuthCallback: _, ...params } = properties
  return { params, required }
}

/** The purpose of a policy, in words. */
function purposeOf({ role, provides, throttles, conditional }: OurPolicy): string {
  const parts = [
    role === 'open' && 'the first step of every pipeline',
    role === 'answer' && 'the last step of a pipeline, which answers',
    throttles && 'limits requests',
    provides.length > 0 && `provides ${provides.join(', ')} to later steps`,
    conditional && 'may have a condition',
  ].filter((part) => part !== false)
  return parts.length > 0 ? `A step: ${parts.join('; ')}.` : 'A step.'
}
