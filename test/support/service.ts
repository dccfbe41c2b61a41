import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A service behind the gateway: by default it shows what it was sent. */
export const startService = (listener: RequestListener = mirror) =>
  serviceOf(createServer(listener))

/** A server on a free port of loopback. */
export async function serviceOf(server: Server) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.keepAliveTimeout = 0 // no client sends on a connection that is just being closed
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    sockets,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function mirror(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of req) chunks.push(chunk)
  } catch {
    return // the gateway has left
  }
  const { method, url, headers } = req
  const body = Buffer.concat(chunks).toString()
  const text = JSON.stringify({
    method,
    url,
    headers,
    bodyBytes: body.length,
    body: body.slice(0, 100),
  })
  res.writeHead(201, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'X-Request-Id': 'not-ours-12',
    'X-Own': 'kept',
    'X-Hop': 'dropped',
    Connection: 'X-Hop, keep-alive',
    'Access-Control-Allow-Origin': '*',
    'Set-Cookie': ['a=1', 'b=2'],
  })
  res.end(text)
}

/** Change of gateway.config.yml that proxies `/open/*` to a service, without credentials. */
export const openUpstream = (url: string) => (text: string) =>
  text
    .replace(
      '\napiEndpoints:\n',
      '\napiEndpoints:\n  open: { host: "*", paths: "/open/*", methods: [GET, POST] }\n',
    )
    .replace('\nserviceEndpoints:\n', `\nserviceEndpoints:\n  open: { url: "${url}" }\n`)
    .replace(
      '\npipelines:\n',
      `
pipelines:
  open:
    apiEndpoints: [open]
    policies:
      - envelope: [{ action: {} }]
      - throttle: *by-address
      - upstream: [{ action: { serviceEndpoint: open, public: true } }]
`,
    )

/** Whether an engine is asked by the search of a caller, not by the gateway's look at its state. */
export const isCallersSearch = (url = '') => url.includes('max_concurrent_shard_requests')
