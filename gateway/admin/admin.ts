import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { ConnectionLimits } from '../../edge/connection-limits.js'
import { edgeLimits, serve } from '../../edge/serve.js'
import { baseHeaders } from '../../kit/api/envelope.js'
import { ApiError, toApiError, validationError } from '../../kit/api/errors.js'
import { sendError } from '../../kit/http/send.js'
import { log } from '../../kit/log/log.js'
import { checkOrigin, verifyOperator } from './guard.js'
import type { Readiness } from './readiness.js'

/** What the listener shows of the gateway; the primary implements it. */
export interface GatewayStatus {
  status(): Promise<object>
  readiness(): Promise<Readiness>
  /** Undefined when metrics are switched off. */
  metrics(): Promise<{ type: string; text: string } | undefined>
  topCallers(): Promise<object>
  reload(): Promise<
    { inForce: { hash: string; loadedAt: Date }; changed: string[] } | { refused: string }
  >
}

interface AdminResponse {
  status?: number
  /** JSON by default. */
  type?: string
  text: string
}

interface AdminPage {
  method: 'GET' | 'POST'
  /** Checks the caller's credential; without it no credential is needed. */
  authorize?(req: IncomingMessage): void
  answer(gateway: GatewayStatus): Promise<AdminResponse>
}

const json = (body: object): AdminResponse => ({ text: `${JSON.stringify(body)}\n` })

/**
 * The pages (docs/api.md, Admin listener). They are for operators and probes, and have no envelope.
 */
const pages: Readonly<Record<string, AdminPage>> = {
  '/healthz': { method: 'GET', answer: async () => json({ status: 'ok' }) },
  '/readyz': {
    method: 'GET',
    async answer(gateway) {
      const readiness = await gateway.readiness()
      return { status: readiness.status === 'ready' ? 200 : 503, ...json(readiness) }
    },
  },
  '/metrics': {
    method: 'GET',
    async answer(gateway) {
      const metrics = await gateway.metrics()
      if (!metrics) throw new ApiError('NOT_FOUND', 'Metrics are switched off: set METRICS=on')
      return metrics
    },
  },
  '/status': { method: 'GET', answer: async (gateway) => json(await gateway.status()) },
  '/usage': { method: 'GET', answer: async (gateway) => json(await gateway.topCallers()) },
  '/reload': {
    method: 'POST',
    authorize: verifyOperator,
    async answer(gateway) {
      const outcome = await gateway.reload()
      if ('refused' in outcome)
        throw validationError({ configuration: outcome.refused.split('\n') })
      const { hash, loadedAt } = outcome.inForce
      return json({
        status: 'reloaded',
        config: { hash, loadedAt: loadedAt.toISOString() },
        changed: outcome.changed,
      })
    },
  },
}

/** Creates the admin listener: only a reload needs a credential, so it belongs on loopback. */
export function makeAdmin(gateway: GatewayStatus, connections: ConnectionLimits): Server {
  const server = createServer(edgeLimits)
  const handle = (req: IncomingMessage, res: ServerResponse) => {
    const requestId = randomUUID()
    answer(req, res, gateway, requestId).catch((error: unknown) => {
      if (!(error instanceof ApiError)) log.error({ requestId, err: error }, 'admin page')
      sendError(res, toApiError(error), requestId)
    })
  }
  serve(server, handle, { connections })
  return server
}

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  gateway: GatewayStatus,
  requestId: string,
): Promise<void> {
  checkOrigin(req)
  const path = (req.url ?? '').split('?', 1)[0] ?? ''
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined
  if (!page)
    throw new ApiError('NOT_FOUND', `No such page; known: ${Object.keys(pages).join(', ')}`)
  const { method } = page
  if (req.method !== method && !(method === 'GET' && req.method === 'HEAD')) {
    const headers = { Allow: method === 'GET' ? 'GET, HEAD' : method }
    throw new ApiError('METHOD_NOT_ALLOWED', `Use ${method}`, { headers })
  }
  page.authorize?.(req)
  const { status = 200, type, text } = await page.answer(gateway)
  const headers = { ...baseHeaders(requestId), ...(type !== undefined && { 'Content-Type': type }) }
  res.writeHead(status, {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(text),
  })
  res.end(text)
}
