import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toApiError } from '../../kit/api/errors.js'
import { sendError, sendResult } from '../../kit/http/send.js'
import { openContext, type RequestContext } from '../../plugins/kit/context.js'
import type { Manifest, Middleware } from '../../plugins/kit/plugin.js'

/** One policy behind a port. */
export interface StepServer {
  url: string
  /** Requests whose step ended without an answer, because no one was there to be answered. */
  readonly unanswered: () => number
  close(): Promise<void>
}

/**
 * The Express middleware of a plugin's policy, of several the first, made as the host makes it.
 * @param gatewayConfig The rest of the YAML, as far as the policy looks at it.
 */
export function middlewareOf(
  manifest: Manifest,
  params: object,
  gatewayConfig: object = {},
): Middleware {
  let made: Middleware | undefined
  manifest.init({
    registerPolicy: (given) => {
      if (made) return
      const { policy, schema } = given as {
        policy(params: object, config: object): Middleware
        schema: { properties: object }
      }
      made = policy({ ...defaultsOf(schema.properties), ...params }, { gatewayConfig })
    },
    registerGatewayRoute: () => {},
    eventBus: { once: () => {} },
    config: { gatewayConfig: {} },
    settings: {},
  })
  if (!made) throw new Error('the plugin registered no policy')
  return made
}

/** What the host fills in for parameters that are left out. */
function defaultsOf(properties: object): object {
  const given = Object.entries(properties as Record<string, { default?: unknown }>)
  return Object.fromEntries(
    given.flatMap(([name, { default: value }]) => (value === undefined ? [] : [[name, value]])),
  )
}

/**
 * Serves one step over HTTP: the context as `fill` makes it, then the step, then its result or
 * refusal in the envelope. Without a result the answer's data is the caller that the step found.
 */
export async function serveStep(
  step: Middleware,
  fill: Partial<RequestContext> = {},
): Promise<StepServer> {
  let open = 0
  const server = createServer((req, res) => {
    open++
    const requestId = 'test-request'
    const context = openContext(req, {
      ...{ requestId, address: '127.0.0.1', startedAt: performance.now(), maxBodyBytes: 0 },
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      ...fill,
    })
    step(req, res, (error) => {
      open--
      if (error) sendError(res, toApiError(error), requestId)
      else sendResult(res, context.result ?? { data: context.caller }, requestId)
    })
  })
  server.keepAliveTimeout = 0 // no client sends on a connection that is just being closed
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    unanswered: () => open,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
