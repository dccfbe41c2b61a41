import { defaultMaxBodyBytes } from '../../kit/api/body.js'
import { ApiError } from '../../kit/api/errors.js'
import { requiredSetting, switchSetting } from '../../kit/config/settings.js'
import { validateAnnouncedBody } from '../../kit/http/announced-body.js'
import { makeClientReader } from '../../kit/http/client-ip.js'
import { accepts } from '../../kit/http/media.js'
import type { Compression } from '../kit/context.js'
import { definePlugin, definePolicy, type HostApp, type PluginContext } from '../kit/plugin.js'
import { answer, refuser } from './close.js'
import type { WrittenCors } from './cors.js'
import { corsHeaderMistakes, originMistakes } from './cors.js'
import { opener } from './open.js'
import { compileRouting, type Routing } from './routes.js'

interface Params {
  /** Read by the routes, before there is a pipeline to run. */
  enabled: boolean
  maxBodyBytes: number
  contentTypes: string[]
  accept: string
  cors?: WrittenCors
  compression?: Compression
}

const headerName = "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"

/** Refuses a body by its headers before reading it, and sets its maximum size. */
const envelope = definePolicy<Params>({
  name: 'envelope',
  params: {
    enabled: {
      description:
        'false switches the pipeline off: its paths are answered as if they did not exist.',
      type: 'boolean',
      default: true,
      refuses: 'NOT_FOUND',
      more: 'allows',
      says: ['{calls} are served', '{calls} are switched off'],
    },
    maxBodyBytes: {
      description: 'Maximum size of a request body, in bytes; at most 64 MiB.',
      type: 'integer',
      minimum: 0,
      maximum: 67108864,
      default: defaultMaxBodyBytes,
      refuses: 'PAYLOAD_TOO_LARGE',
      more: 'allows',
    },
    contentTypes: {
      description: 'Media types that a request body may have; "*/*" takes any.',
      type: 'array',
      items: {
        type: 'string',
        pattern: '^[a-z0-9.+*-]+/[a-z0-9.+*-]+$',
        description: 'A media type in small letters, without parameters, such as application/json.',
      },
      minItems: 1,
      default: ['application/json'],
      refuses: 'UNSUPPORTED_MEDIA_TYPE',
      more: 'allows',
      says: ['bodies of the type {} are accepted', 'bodies of the type {} are refused'],
    },
    accept: {
      description:
        'Media type of the answers, which the Accept header must not rule out; "*/*" switches ' +
        'the check off.',
      type: 'string',
      pattern: '^[a-z0-9.+*-]+/[a-z0-9.+*-]+$',
      default: 'application/json',
      refuses: 'NOT_ACCEPTABLE',
    },
    cors: {
      description:
        'Browser pages that may call. Set it once at the top of the file, for all ' +
        'calls; one here replaces it for the calls of this pipeline.',
      type: 'object',
      properties: {
        origins: {
          description:
            'Allowed origins, such as "https://directory.example.org"; "*" alone for all, none ' +
            'for none.',
          type: 'array',
          more: 'allows',
          says: ['pages of {} may call', 'pages of {} may not call'],
          items: { type: 'string', description: 'Scheme, host and port, as browsers send them.' },
        },
        headers: {
          description:
            'Request headers that pages may send, besides Authorization, Content-Type and ' +
            'X-API-Key.',
          type: 'array',
          more: 'allows',
          says: ['pages may send the header {}', 'pages may not send the header {}'],
          items: {
            type: 'string',
            pattern: headerName,
            description: 'The name of a header, such as X-Page.',
          },
        },
        exposed: {
          description:
            'Response headers that pages may read, besides those of every call (docs/api.md, ' +
            'CORS).',
          type: 'array',
          items: {
            type: 'string',
            pattern: headerName,
            description: 'The name of a header, such as X-Page.',
          },
        },
      },
      required: ['origins'],
      additionalProperties: false,
    },
    compression: {
      description:
        'Compresses answers with data of ours for clients that accept it (br, gzip). Never ' +
        'for a pipeline whose answers contain a secret next to text of the caller. Default: ' +
        'none.',
      type: 'object',
      properties: {
        minBytes: {
          description: 'Minimum size of an answer that is compressed, in bytes.',
          type: 'integer',
          minimum: 0,
          maximum: 67108864,
          default: 1024,
        },
      },
      additionalProperties: false,
    },
  },
  atTop: ['cors'],
  role: 'open',
  check: ({ cors }) => {
    const { origins = [], headers = [] } = cors ?? {}
    return [
      ...originMistakes(origins, ['cors', 'origins']),
      ...corsHeaderMistakes(headers, ['cors', 'headers']),
    ]
  },
  create({ maxBodyBytes, contentTypes, accept, compression }) {
    return function envelope(context, req) {
      context.maxBodyBytes = maxBodyBytes
      if (compression) context.compression = compression
      validateAnnouncedBody(req, { contentTypes, maxBytes: maxBodyBytes })
      if (!accepts(req.headers.accept, accept)) {
        throw new ApiError(
          'NOT_ACCEPTABLE',
          `The answer is ${accept}, which the Accept header rules out`,
        )
      }
      return undefined
    }
  },
})

/**
 * The current routing, by app: a hot reload calls `routes` again for an app that has its handlers
 * already.
 */
const inForce = new WeakMap<HostApp, Routing>()

/**
 * Adds the opening handler before the router, and the closing ones after it once the router exists.
 */
function routes(context: PluginContext): void {
  let own: Routing | undefined
  context.registerGatewayRoute((app) => {
    // Read once: after a failed reload the host calls this again, while it holds the rejected
    // configuration
    own ??= compileRouting(context.config.gatewayConfig)
    const isNew = !inForce.has(app)
    inForce.set(app, own)
    if (!isNew) return
    const clientOf = makeClientReader(requiredSetting('TRUSTED_PROXIES'))
    const recording = { isLogged: switchSetting('ACCESS_LOG') }
    app.use(opener({ clientOf, recording, routing: () => inForce.get(app)! }))
    for (const event of ['http-ready', 'https-ready']) {
      context.eventBus.once(event, () => {
        app.use(answer)
        app.use(refuser(() => inForce.get(app)!.routes))
      })
    }
  })
}

export const { version, policies, schema, init } = definePlugin(envelope, routes)
