import { methods } from '../../routes/routes.js'
import {
  reference,
  refusedKey,
  type Schema,
  toConditionSchema,
  toEntrySchema,
  toParameterSchemas,
  toStepSchema,
} from './step-schema.js'
import type { Facts, OurPolicy } from './steps.js'

/** One item, or a list of at least one, as express-gateway reads it. */
const oneOrList = (item: Schema, description: string): Schema => ({
  description,
  if: { type: 'array' },
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema's name of it
  then: { description, items: item, minItems: 1, uniqueItems: true },
  else: item,
})

const endpoint: Schema = {
  type: 'object',
  description: 'Requests by host, path and method.',
  properties: {
    host: {
      type: 'string',
      minLength: 1,
      format: 'host',
      description: 'Host name of the request, such as host: "*" for any.',
    },
    paths: oneOrList(
      { type: 'string', format: 'path', 'x-rule': 'wrong-path' },
      'Exact paths; ":id" stands for one segment, a last "*" for the rest of the path.',
    ),
    methods: oneOrList(
      {
        enum: methods,
        'x-rule': 'unknown-method',
        description: 'HEAD comes with GET; OPTIONS is answered by the gateway itself.',
      },
      'Methods. HEAD comes with GET; OPTIONS is answered by the gateway itself.',
    ),
  },
  required: ['host', 'paths', 'methods'],
  additionalProperties: false,
}

const serviceUrl: Schema = { type: 'string', format: 'urls', 'x-rule': 'wrong-url' }

const service: Schema = {
  type: 'object',
  description: 'A service to which "upstream" steps send requests: either "url" or "urls".',
  properties: {
    url: {
      ...serviceUrl,
      description: 'Its address: http(s)://host:port, and a path if all its paths begin with one.',
    },
    urls: {
      type: 'array',
      items: serviceUrl,
      minItems: 1,
      uniqueItems: true,
      description: 'Its addresses, used in turn while they are healthy.',
    },
  },
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
}

/** Sections of express-gateway that open ports of its own. */
const hostSections: Readonly<Record<string, Schema>> = {
  http: refusedKey('key-of-host', 'Set HOST and PORT; the gateway opens its port itself.'),
  https: refusedKey('key-of-host', 'Set TLS_CERT and TLS_KEY; the gateway opens its port itself.'),
  admin: refusedKey(
    'key-of-host',
    "Remove it: express-gateway's admin API has no authentication; ADMIN_HOST and ADMIN_PORT " +
      'serve health and status.',
  ),
}

/**
 * The schema of gateway.config.yml for these policies and conditions: a start validates by it, and
 * editors get it.
 * @param toParameters Makes the schemas of parameters, for editors. A start, which gives none,
 *   validates parameters step by step, since express-gateway converts texts in them to numbers.
 */
export function makeGatewaySchema(
  { policies, conditions }: Facts,
  toParameters?: (schema: Schema) => Schema,
): Schema {
  const all = [...policies.values()].sort((a, b) => a.name.localeCompare(b.name))
  const byName = (toSchema: (policy: OurPolicy) => Schema, prefix = '') =>
    Object.fromEntries(all.map((policy) => [prefix + policy.name, toSchema(policy)]))
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
        'x-rule': 'no-endpoints',
        minProperties: 1,
        additionalProperties: oneOrList(reference('endpoint'), 'Requests of one pipeline.'),
      },
      serviceEndpoints: {
        type: 'object',
        description: 'Services behind the gateway, by a name of your choice.',
        additionalProperties: service,
      },
      policies: {
        type: 'array',
        description: 'All policies that the pipelines use.',
        items: {
          enum: all.map(({ name }) => name),
          'x-rule': 'unknown-policy',
          description: 'In place of those of express-gateway: docs/from-express-gateway.md.',
        },
        uniqueItems: true,
      },
      pipelines: {
        type: 'object',
        description: 'Pipelines, by a name of your choice.',
        'x-rule': 'no-pipelines',
        minProperties: 1,
        additionalProperties: pipelineSchema(byName(toEntrySchema)),
      },
      ...Object.fromEntries(
        all.flatMap((policy) => {
          const { properties } = toParameterSchemas(policy)
          return policy.atTop.map((name) => [name, toParameters ? properties[name] : {}])
        }),
      ),
      ...hostSections,
    },
    patternProperties: { '^x-': { description: 'Holds anchors for the other keys.' } },
    required: ['apiEndpoints', 'policies', 'pipelines'],
    additionalProperties: false,
    definitions: {
      endpoint,
      condition: toConditionSchema(conditions, !toParameters),
      ...byName((policy) => toStepSchema(policy, toParameters), 'step-'),
    },
  }
}

function pipelineSchema(entries: Record<string, Schema>): Schema {
  return {
    type: 'object',
    description: 'Steps for the requests of some endpoints, in this order.',
    properties: {
      apiEndpoints: {
        type: 'array',
        description: 'Names of the endpoints.',
        items: { type: 'string' },
        'x-rule': 'no-endpoints',
        minItems: 1,
      },
      policies: {
        type: 'array',
        description:
          'The steps: the first one opens, the last one answers, and at least one throttles.',
        items: {
          type: 'object',
          description: 'One policy with its parameters, each policy after a "-".',
          properties: entries,
          'x-rule': 'policy-entry',
          'x-unknown': 'policy',
          minProperties: 1,
          maxProperties: 1,
          additionalProperties: false,
        },
        'x-rule': 'no-policies',
        minItems: 1,
      },
    },
    required: ['apiEndpoints', 'policies'],
    additionalProperties: false,
  }
}
