import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { baseHeaders, sendError } from '../kit/envelope.js'
import { ApiError, toApiError } from '../kit/errors.js'
import type { ConnectionLimits } from '../kit/http/connection-limits.js'
import { edgeLimits, serve } from '../kit/http/edge.js'
import { log } from '../kit/log.js'
import type { Loaded } from './load.js'
import { readinessOf } from './readiness.js'
import { statusOf } from './status.js'

type Page = (loaded: Omit<Loaded, 'app'>) => Promise<{ status?: number; body: object }>

/** The pages (docs/api.md, Admin listener). They are for operators and probes, and wear no envelope. */
const pages: Readonly<Record<string, Page>> = {
  '/healthz': async () => ({ body: { status: 'ok' } }),
  '/readyz': async ({ backends }) => {
    const readiness = await readinessOf(backends)
    return { status: readiness.status === 'ready' ? 200 : 503, body: readiness }
  },
  '/status': async (loaded) => ({ body: await statusOf(loaded) }),
}

/** Makes the admin listener: health, readiness and status, without authentication, so it belongs on loopback. */
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
  const { status = 200, body } = await page(loaded)
  res.writeHead(status, { ...baseHeaders(requestId), 'Cache-Control': 'no-store' })
  res.end(`${JSON.stringify(body)}\n`)
}
