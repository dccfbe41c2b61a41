import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { ConnectionLimits } from '../../edge/connection-limits.js'
import { edgeLimits, serve } from '../../edge/serve.js'
import { baseHeaders } from '../../kit/api/envelope.js'
import { ApiError, toApiError } from '../../kit/api/errors.js'
import { sendError } from '../../kit/http/send.js'
import { log } from '../../kit/log/log.js'
import type { Readiness } from './readiness.js'

/** What the probe listener shows of the gateway. */
interface Probed {
  readiness(): Promise<Readiness>
  /** Undefined when metrics are switched off. */
  metrics(): Promise<{ type: string; text: string } | undefined>
}

interface ProbeResponse {
  status?: number
  /** JSON by default. */
  type?: string
  text: string
}

const json = (body: object): ProbeResponse => ({ text: `${JSON.stringify(body)}\n` })

/** Pages for probes and Prometheus, by path (docs/api.md, Admin listener). */
export const probePages: Readonly<Record<string, (gateway: Probed) => Promise<ProbeResponse>>> = {
  '/healthz': async () => json({ status: 'ok' }),
  async '/readyz'(gateway) {
    const readiness = await gateway.readiness()
    return { status: readiness.status === 'ready' ? 200 : 503, ...json(readiness) }
  },
  async '/metrics'(gateway) {
    const metrics = await gateway.metrics()
    if (!metrics) throw new ApiError('NOT_FOUND', 'Metrics are switched off: set METRICS=on')
    return metrics
  },
}

/** Creates the probe listener, which other machines may reach: it has no other pages. */
export function makeProbes(gateway: Probed, connections: ConnectionLimits): Server {
  const server = createServer(edgeLimits)
  const handle = (req: IncomingMessage, res: ServerResponse) => {
    const requestId = randomUUID()
    answer(req, res, gateway, requestId).catch((error: unknown) => {
      if (!(error instanceof ApiError)) log.error({ requestId, err: error }, 'a probe')
      sendError(res, toApiError(error), requestId)
    })
  }
  serve(server, handle, { connections })
  return server
}

async function answer(
  { url = '', method = '' }: IncomingMessage,
  res: ServerResponse,
  gateway: Probed,
  requestId: string,
): Promise<void> {
  const path = url.split('?', 1)[0] ?? ''
  const page = Object.hasOwn(probePages, path) ? probePages[path] : undefined
  if (!page)
    throw new ApiError('NOT_FOUND', `No such page; known: ${Object.keys(probePages).join(', ')}`)
  if (!['GET', 'HEAD'].includes(method))
    throw new ApiError('METHOD_NOT_ALLOWED', 'Use GET', { headers: { Allow: 'GET, HEAD' } })
  const { status = 200, type, text } = await page(gateway)
  res.writeHead(status, {
    ...baseHeaders(requestId),
    ...(type !== undefined && { 'Content-Type': type }),
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(text),
  })
  res.end(text)
}
