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
import {
  type AdminPage,
  findOperatorsFile,
  type GatewayStatus,
  pages,
  probePages,
} from './pages.js'

type Answer = (req: IncomingMessage, res: ServerResponse, requestId: string) => Promise<void>

/**
 * Creates the admin listener. Keep it on loopback: only what changes something needs a credential.
 */
export function makeAdmin(gateway: GatewayStatus, connections: ConnectionLimits): Server {
  const answerPage = findAnswerer(gateway, pages, ['/', ...Object.keys(pages)])
  return makeListener('admin page', connections, async (req, res, requestId) => {
    checkOrigin(req)
    const file = findOperatorsFile(readPath(req))
    if (!file) return answerPage(req, res, requestId)
    checkMethod(req, 'GET')
    for (const [name, value] of Object.entries(baseHeaders(requestId))) res.setHeader(name, value)
    await sendPageFile(req, res, file.read(), file.isImmutable)
  })
}

/** Creates the probe listener, which other machines may reach: it has no other pages. */
export function makeProbes(gateway: GatewayStatus, connections: ConnectionLimits): Server {
  const answerPage = findAnswerer(gateway, probePages, Object.keys(probePages))
  return makeListener('a probe', connections, answerPage)
}

/** @param what Names it in the log, when it fails. */
function makeListener(what: string, connections: ConnectionLimits, answer: Answer): Server {
  const server = createServer(edgeLimits)
  const handle = (req: IncomingMessage, res: ServerResponse) => {
    const requestId = randomUUID()
    answer(req, res, requestId).catch((error: unknown) => {
      if (!(error instanceof ApiError)) log.error({ requestId, err: error }, what)
      sendError(res, toApiError(error), requestId)
    })
  }
  serve(server, handle, { connections })
  return server
}

/** @param known The paths that a caller of another one is told. */
function findAnswerer(
  gateway: GatewayStatus,
  pages: Readonly<Record<string, AdminPage>>,
  known: readonly string[],
): Answer {
  return async function answer(req, res, requestId) {
    const path = readPath(req).replace(/^\/requests\/.+/, '/requests/ID')
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined
    if (!page) throw new ApiError('NOT_FOUND', `No such page; known: ${known.join(', ')}`)
    checkMethod(req, page.method)
    page.authorize?.(req)
    const { status = 200, type, text } = await page.answer(gateway, req)
    res.writeHead(status, {
      ...baseHeaders(requestId),
      ...(type !== undefined && { 'Content-Type': type }),
      'Cache-Control': 'no-store',
      'Content-Length': Buffer.byteLength(text),
    })
    res.end(text)
  }
}

function readPath({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? ''
}

/** @throws ApiError METHOD_NOT_ALLOWED */
function checkMethod(req: IncomingMessage, method: 'GET' | 'POST'): void {
  if (req.method === method || (method === 'GET' && req.method === 'HEAD')) return
  const headers = { Allow: method === 'GET' ? 'GET, HEAD' : method }
  throw new ApiError('METHOD_NOT_ALLOWED', `Use ${method}`, { headers })
}
