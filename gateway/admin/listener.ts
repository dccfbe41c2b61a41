import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { ConnectionLimits } from '../../edge/connection-limits.js'
import { edgeLimits, serve } from '../../edge/serve.js'
import { baseHeaders } from '../../kit/api/envelope.js'
import { ApiError, toApiError } from '../../kit/api/errors.js'
import { sendError } from '../../kit/http/send.js'
import { log } from '../../kit/log/log.js'
import { sendPageFile } from '../../plugins/kit/page-headers.js'
import { checkOrigin } from './guard.js'
import { operatorsFile } from './operators-page.js'
import { type GatewayStatus, pages } from './pages.js'

/** Creates the admin listener: only what changes something needs a credential: keep it on loopback. */
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
  const file = operatorsFile(path)
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined
  if (!page && !file)
    throw new ApiError('NOT_FOUND', `No such page; known: /, ${Object.keys(pages).join(', ')}`)
  checkMethod(req, page?.method ?? 'GET')
  if (!page) {
    for (const [name, value] of Object.entries(baseHeaders(requestId))) res.setHeader(name, value)
    await sendPageFile(req, res, file!.read(), file!.isImmutable)
    return
  }
  page.authorize?.(req)
  const { status = 200, type, text } = await page.answer(gateway, req)
  const headers = { ...baseHeaders(requestId), ...(type !== undefined && { 'Content-Type': type }) }
  res.writeHead(status, {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(text),
  })
  res.end(text)
}

/** @throws ApiError METHOD_NOT_ALLOWED */
function checkMethod(req: IncomingMessage, method: 'GET' | 'POST'): void {
  if (req.method === method || (method === 'GET' && req.method === 'HEAD')) return
  const headers = { Allow: method === 'GET' ? 'GET, HEAD' : method }
  throw new ApiError('METHOD_NOT_ALLOWED', `Use ${method}`, { headers })
}
