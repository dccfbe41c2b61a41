import type { Diagnostic } from '../../kit/config/yaml/diagnostics.js'
import type { WrittenHeaders } from './header-rules.js'
import type { BasicAuth } from './own-credential.js'
import type { WrittenPaths } from './paths.js'

/** Parameters of the policy, as in the YAML. */
export interface UpstreamParams {
  serviceEndpoint: string
  timeoutMs: number
  idleTimeoutMs?: number
  webSockets: boolean
  forwardCredentials: boolean
  response: 'passthrough' | 'envelope'
  paths: WrittenPaths
  headers: WrittenHeaders
  basicAuth: BasicAuth
  public: boolean
  unsafe: 'forward-credentials'[]
}

/** A day: after it at the latest a stream ends whose caller may have lost its credential. */
const maxTimeoutMs = 86_400_000

const headerRules = {
  set: {
    description: 'Headers and their values.',
    type: 'object',
    additionalProperties: {
      description: 'The value: printable ASCII, without line breaks.',
      type: 'string',
      pattern: '^[\\t -~]*$',
    },
  },
  remove: { description: 'Names of headers.', type: 'array', items: { type: 'string' } },
}

/** Their JSON Schemas. */
export const paramSchemas = {
  serviceEndpoint: {
    description: 'Name of the service under serviceEndpoints.',
    type: 'string',
    minLength: 1,
  },
  timeoutMs: {
    description: 'Deadline from the request to the last byte of the answer, in milliseconds.',
    type: 'integer',
    minimum: 1,
    maximum: maxTimeoutMs,
    default: 10000,
  },
  idleTimeoutMs: {
    description:
      'How long the service may send nothing, in milliseconds: for streams, whose timeoutMs is ' +
      'long. Without it, as long as timeoutMs.',
    type: 'integer',
    minimum: 1,
    maximum: maxTimeoutMs,
  },
  webSockets: {
    more: 'allows',
    description:
      'Whether callers may open WebSockets, with response: passthrough. Otherwise they are refused.',
    type: 'boolean',
    default: false,
  },
  forwardCredentials: {
    description:
      'Whether the service gets the credentials of the caller (Authorization, X-API-Key, ' +
      'Cookie, api_key): only the auth service.',
    type: 'boolean',
    default: false,
  },
  response: {
    description:
      'passthrough returns answers unchanged; envelope returns their JSON as `data` of the ' +
      'envelope.',
    type: 'string',
    enum: ['passthrough', 'envelope'],
    default: 'passthrough',
  },
  paths: {
    description:
      'Rewrites paths of the endpoints to paths of the service: "/api/v1/grants/:id": ' +
      '"/v2/grants/:id". Other paths are unchanged.',
    type: 'object',
    additionalProperties: {
      type: 'string',
      description: 'Path for the service; :name and a last * as in the other.',
    },
    default: {},
  },
  headers: {
    description:
      'Headers that are set or removed in requests to the service (request) and in its ' +
      'answers (answer).',
    type: 'object',
    properties: {
      request: {
        description: 'Of the request to the service.',
        type: 'object',
        properties: {
          ...headerRules,
          allow: {
            description:
              'Headers of the caller that are forwarded although they can claim another ' +
              'method, path, address or user, such as X-Client-IP.',
            type: 'array',
            items: { type: 'string' },
          },
        },
        additionalProperties: false,
      },
      answer: {
        description: 'Of the answer of the service.',
        type: 'object',
        properties: headerRules,
        additionalProperties: false,
      },
    },
    additionalProperties: false,
    default: {},
  },
  basicAuth: {
    description: 'The user of the gateway at the service, instead of any credential of the caller.',
    type: 'object',
    properties: {
      username: { description: 'Its name, without a colon.', type: 'string', minLength: 1 },
      password: { description: 'Its password.', type: 'string', minLength: 1 },
    },
    additionalProperties: false,
    default: {},
  },
  public: {
    description: 'Whether it is public. Otherwise the pipeline must authenticate callers.',
    type: 'boolean',
    default: false,
  },
  unsafe: {
    description:
      'DANGER: forward-credentials lets a service that is not the auth service get ' +
      'credentials, and act as the caller.',
    type: 'array',
    items: { enum: ['forward-credentials'] },
    uniqueItems: true,
    default: [],
  },
} as const

/**
 * Whether the service verifies the credentials; it is the auth service then: `check` refuses any
 * other.
 */
export function leavesVerification({ forwardCredentials, unsafe }: UpstreamParams): boolean {
  return forwardCredentials && !unsafe.includes('forward-credentials')
}

/** Parameters of streams that would do nothing. */
export function streamMistakes(params: UpstreamParams): Diagnostic[] {
  const { timeoutMs, idleTimeoutMs, webSockets, response } = params
  const found: Diagnostic[] = []
  if (idleTimeoutMs !== undefined && idleTimeoutMs >= timeoutMs) {
    const message = `"idleTimeoutMs" has no effect: the whole answer may take ${timeoutMs} ms`
    const remedy = 'write a longer timeoutMs, at most 86400000 (a day), or remove idleTimeoutMs'
    found.push({ path: ['idleTimeoutMs'], rule: 'wrong-value', message, remedy })
  }
  if (webSockets && response === 'envelope') {
    const message = 'a WebSocket has no envelope'
    const remedy = 'write response: passthrough, or remove webSockets'
    found.push({ path: ['webSockets'], rule: 'wrong-value', message, remedy })
  }
  return found
}
