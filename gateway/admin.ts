import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { baseHeaders, sendError } from '../kit/envelope.js'
import { ApiError, toApiError } from '../kit/errors.js'
import type { ConnectionLimits } from '../kit/http/connection-limits.js'
import { edgeLimits, serve } from '../kit/http/edge.js'
import { log } from '../kit/log.js'
import { metricsText } from '../kit/metrics.js'
import type { Loaded } from './load.js'
import { readinessOf } from './readiness.js'
import { statusOf } from './status.js'

interface Answer {
  status?: number
  /** JSON unless said otherwise. */
  type?: string
  text: string
}
type Page = (loaded: Omit<Loaded, 'app'>) => Promise<Answer>

const json = (body: object): Answer => ({ text: `${JSON.stringify(body)}\n` })

/** The pages (docs/api.md, Admin listener). They are for operators and probes, and wear no envelope. */
const pages: Readonly<Record<string, Page>> = {
  '/healthz': async () => json({ status: 'ok' }),
  '/readyz': async ({ backends }) => {
    const readiness = await readinessOf(backends)
    return { status: readiness.status === 'ready' ? 200 : 503, ...json(readiness) }
  },
  '/metrics': async () => {
    const metrics = await metricsText()
    if (!metrics) throw new ApiError('NOT_FOUND', 'Metrics are switched off: set METRICS=on')
    return metrics
  },
  '/status': async (loaded) => json(await statusOf(loaded)),
}

/** Makes the admin listener: health, readiness, metrics and status, without authentication, so it belongs on loopback. */
export function makeAdmin(loaded: Omit<Loaded, 'app'>, connections: ConnectionLimits): Server {
  const server = createServer(edgeLimits)
  const handle = (req: IncomingMessage, res: ServerResponse) => {
    const requestId = randomUUID()
    answer(req, res, loaded, requestId).catch((error: unknown) => {
      if (!(error instanceof ApiError)) log.error({ requestId, err: error }, 'admin page')
      sendError(res, toApiError(error), requestId)
    })
  }
  serve(server, handle, { connections })
  return server
}

async function answer(req: IncomingMessage, res: ServerResponse, loaded: Parameters<Page>[0], requestId: string) {
  const path = (req.url ?? '').split('?', 1)[0] ?? ''
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined
  if (!page) throw new ApiError('NOT_FOUND', `No such page; known: ${Object.keys(pages).join(', ')}`)
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    throw new ApiError('METHOD_NOT_ALLOWED', 'Use GET', { headers: { Allow: 'GET, HEAD' } })
  }
  const { status = 200, type, text } = await page(loaded)
  const headers = { ...baseHeaders(requestId), ...(type !== undefined && { 'Content-Type': type }) }
  res.writeHead(status, { ...headers, 'Cache-Control': 'no-store' })
  res.end(text)
}
