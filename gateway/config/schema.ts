import { parsedUrl } from '../../kit/config/parsed-url.js'
import { urlsIn } from '../../kit/config/url-list.js'
import { hostMistake } from '../../routes/host.js'
import { pathMistake } from '../../routes/path.js'
import { methods } from '../../routes/routes.js'
import type { TextForm } from './parameters.js'
import type { Facts, OurPolicy } from './steps.js'

/**
 * A JSON Schema (draft 7). Members that begin with `x-` are for our validator alone: `x-rule`
 * names the rule of docs/configuration.md that a misfit breaks, `x-unknown` what an unknown key is
 * called, `x-form` a form of the table below, `x-step` a step of a pipeline.
 */
export type Schema = { description?: string; default?: unknown } & Record<string, unknown>

/** Forms of texts that no pattern describes; their remedies show what was meant. */
export const forms: Readonly<Record<string, TextForm>> = {
  // express-gateway keeps its hosts as properties of a plain object
  host: (host) =>
    host in {}
      ? { message: `express-gateway cannot serve host "${host}"`, remedy: 'name another host' }
      : host === '*'
        ? undefined
        : hostMistake(host),
  path: (path) => {
    const mistake = pathMistake(path)
    return mistake && { ...mistake, message: `path ${path} ${mistake.message}` }
  },
  urls: (text) => urlsIn(text).map(toUrlMistake).find(Boolean),
}

function toUrlMistake(url: string): ReturnType<TextForm> {
  const parsed = parsedUrl(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    return { message: 'this is not an http or https address', remedy: 'write http://host:port' }
  const { username, password, search, hash } = parsed
  if (!username && !password && !search && !hash) return undefined
  const message = 'this is more than scheme, host, port and path'
  return { message, remedy: 'remove credential, query and hash' }
}

const reference = (name: string): Schema => ({ $ref: `#/definitions/${name}` })

/** One item, or a list of at least one, as express-gateway reads it. */
const oneOrList = (item: Schema, description: string): Schema => ({
  description,
  if: { type: 'array' },
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema's name of it
  then: { description, items: item, minItems: 1, uniqueItems: true },
  else: item,
})

/** A key that is refused, although somebody may expect it here. @param remedy What to do instead. */
const refusedKey = (rule: string, remedy: string): Schema => ({
  description: remedy,
  'x-rule': rule,
  not: {},
})

const endpoint: Schema = {
  type: 'object',
  description: 'Requests by host, path and method.',
  properties: {
    host: {
      type: 'string',
      minLength: 1,
      'x-form': 'host',
      description: 'Host name of the request, such as host: "*" for any.',
    },
    paths: oneOrList(
      { type: 'string', 'x-form': 'path', 'x-rule': 'wrong-path' },
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

const serviceUrl: Schema = { type: 'string', 'x-form': 'urls', 'x-rule': 'wrong-url' }

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
export function gatewaySchema(
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
          const { properties } = readParameters(policy)
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

/** A policy in a pipeline: one step or a list of them; nothing if no parameter is required. */
function toEntrySchema(policy: OurPolicy): Schema {
  const step = reference(`step-${policy.name}`)
  const isRequired = readParameters(policy).required.length > 0
  return {
    description: toPurpose(policy),
    if: { type: 'array' },
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's name of it
    then: { items: step, ...(isRequired && { minItems: 1, description: toExample(policy) }) },
    else: isRequired ? step : { if: { type: 'null' }, else: step },
  }
}

function toStepSchema(policy: OurPolicy, toParameters?: (schema: Schema) => Schema): Schema {
  const { properties, required } = readParameters(policy)
  const description = toExample(policy)
  return {
    ...{ type: 'object', description, 'x-rule': 'step-shape', 'x-step': true },
    properties: {
      action: toParameters?.({
        ...{ type: 'object', description, properties, required },
        additionalProperties: false,
      }) ?? { type: 'object', description },
      condition: policy.conditional
        ? reference('condition')
        : refusedKey(
            'condition-refused',
            `"${policy.name}" takes no condition, which could switch it off: use another pipeline.`,
          ),
    },
    ...(required.length > 0 && { required: ['action'] }),
    additionalProperties: false,
  }
}

/** Only some policies take a condition; those inside another one are of the same schema. */
function toConditionSchema(
  conditions: ReadonlyMap<string, object>,
  withParameters: boolean,
): Schema {
  const names = [...conditions.keys()].sort()
  return {
    type: 'object',
    description:
      'The step runs only for requests that match it. Its parameters are next to its name.',
    properties: {
      name: {
        enum: names,
        'x-rule': 'unknown-condition',
        description: `One of ${names.join(', ')}.`,
      },
    },
    required: ['name'],
    ...(withParameters && {
      allOf: names.map((name) => ({
        if: { properties: { name: { const: name } }, required: ['name'] },
        // biome-ignore lint/suspicious/noThenProperty: JSON Schema's name of it
        then: toConditionParameters(conditions.get(name)!),
      })),
    }),
  }
}

/** The host's schema of a condition, which refers to others by their addresses. */
function toConditionParameters(schema: object): Schema {
  const text = JSON.stringify(schema).replaceAll('"base.json"', '"#/definitions/condition"')
  const { $id: _, definitions = {}, ...rest } = JSON.parse(text)
  const inner = (whole: string, name: string) => JSON.stringify(definitions[name]) ?? whole
  return JSON.parse(
    JSON.stringify(rest).replaceAll(/\{"\$ref":"#\/definitions\/(\w+)"\}/g, inner),
  ) as Schema
}

function readParameters({ schema }: OurPolicy): { properties: Schema; required: string[] } {
  const { properties, required } = schema as { properties: Schema; required: string[] }
  // express-gateway adds it to the parameters of every policy
  const { getCommonAuthCallback: _, ...own } = properties
  return { properties: own, required }
}

/** `A step of "throttle": - action: { limit: … }.` */
function toExample(policy: OurPolicy): string {
  const { properties, required } = readParameters(policy)
  const [first = Object.keys(properties)[0]] = required
  return `A step of "${policy.name}": - action: ${first ? `{ ${first}: … }` : '{}'}.`
}

/** The purpose of a policy, in words. */
function toPurpose({ role, provides, throttles, conditional }: OurPolicy): string {
  const parts = [
    role === 'open' && 'the first step of every pipeline',
    role === 'answer' && 'the last step of a pipeline, which answers',
    throttles && 'limits requests',
    provides.length > 0 && `provides ${provides.join(', ')} to later steps`,
    conditional && 'may have a condition',
  ].filter((part) => part !== false)
  return parts.length > 0 ? `A step: ${parts.join('; ')}.` : 'A step.'
}

/** Sections that express-gateway requires and our plugins do not use. */
const unusedSections = [
  ...['db', 'crypto', 'session', 'accessTokens', 'refreshTokens', 'authorizationCodes'],
]
const unusedSection: Schema = {
  type: 'object',
  description:
    'Required by express-gateway, not used by our plugins: copy it from the shipped file.',
}

/** The schema of system.config.yml, for starts and for editors. */
export const systemSchema: Schema = {
  description: 'Which plugins express-gateway loads.',
  type: 'object',
  properties: {
    plugins: {
      type: 'object',
      description: 'Plugins by the name of their policy.',
      additionalProperties: {
        type: 'object',
        description: 'A plugin.',
        properties: {
          package: {
            type: 'string',
            description:
              // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the YAML
              'Path of its module, absolute or "${PLUGINS}/…": the folder of the built plugins.',
          },
        },
        required: ['package'],
      },
    },
    ...Object.fromEntries(unusedSections.map((name) => [name, unusedSection])),
  },
  required: unusedSections,
  additionalProperties: false,
}
