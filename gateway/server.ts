import { readFileSync } from 'node:fs'
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { ApiError } from '../kit/errors.js'
import { edgeLimits, serve } from '../kit/http/edge.js'
import { refuse } from '../kit/http/refusals.js'
import type { App } from './express-gateway.js'
import { Turns } from './turns.js'

/** PEM texts for TLS on the public listener. */
export interface Tls {
  cert: string
  key: string
}

/** Longer than the 60 s after which load balancers close idle connections. */
const keepAliveTimeout = 65_000

/** The public HTTP server and its end. */
export interface PublicServer {
  server: Server
  /** Finishes what is running, refuses what still comes, and resolves when every connection is closed. */
  drain(deadlineMs: number): Promise<void>
}

/** Makes the server that owns the socket. It does not listen yet. */
export function makeServer(app: App, tls?: Tls): PublicServer {
  /** Every connection with its latest response; none before the first whole request head. */
  const connections = new Map<Duplex, ServerResponse | undefined>()
  /** Whoever brings no credential, such as a crowd that logs in, must not hold up those who do. */
  const strangers = new Turns()
  let isDraining = false

  function handle(req: IncomingMessage, res: ServerResponse): void {
    connections.set(req.socket, res)
    if (isDraining) refuse(res, new ApiError('SHUTTING_DOWN', 'The service is being stopped. Try again shortly.'))
    else if (hasCredential(req)) app(req, res)
    else strangers.take(() => res.destroyed || app(req, res))
  }

  const options = { ...edgeLimits, keepAliveTimeout, ...leanClasses(app) }
  const server = tls ? createTlsServer({ ...options, ...tls, handshakeTimeout: 10_000 }) : createServer(options)
  serve(server, handle)
  server.on(tls ? 'secureConnection' : 'connection', (socket: Duplex) => {
    connections.set(socket, undefined)
    socket.once('close', () => connections.delete(socket))
  })

  function drain(deadlineMs: number): Promise<void> {
    isDraining = true
    for (const res of connections.values()) if (res && !res.headersSent) res.setHeader('Connection', 'close')
    return new Promise((resolve) => {
      const timers = [
        setInterval(() => server.closeIdleConnections(), 100),
        setTimeout(() => closeSilent(connections), Math.min(1000, deadlineMs)),
        setTimeout(() => {
          server.closeAllConnections()
          end()
        }, deadlineMs),
      ]
      const end = () => {
        for (const timer of timers) clearTimeout(timer)
        resolve()
      }
      server.close(end)
    })
  }
  return { server, drain }
}

function closeSilent(connections: Map<Duplex, ServerResponse | undefined>): void {
  for (const [socket, res] of connections) if (!res) socket.destroy()
}

/**
 * Request and response classes that already have Express's prototypes: Express sets the prototype of each request and
 * response, which costs more than half of a call unless there is nothing to change.
 */
function leanClasses(app: App) {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  Object.setPrototypeOf(Request.prototype, app.request)
  Object.setPrototypeOf(Response.prototype, app.response)
  app.request = Request.prototype
  app.response = Response.prototype
  return { IncomingMessage: Request, ServerResponse: Response }
}

/** Whether there is something to judge, be it good or bad (docs/api.md, Credentials). */
function hasCredential({ headers, url }: IncomingMessage): boolean {
  return headers.authorization !== undefined || headers['x-api-key'] !== undefined || url!.includes('api_key=')
}

/** Reads the PEM files of TLS_CERT and TLS_KEY. @throws Error when only one is set, or one cannot be read. */
export function readTls(certFile?: string, keyFile?: string): Tls | undefined {
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile === undefined || keyFile === undefined) throw new Error('set both TLS_CERT and TLS_KEY, or neither')
  return { cert: readPem('TLS_CERT', certFile), key: readPem('TLS_KEY', keyFile) }
}

function readPem(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Error(`${name}: cannot read ${file} (${(cause as NodeJS.ErrnoException).code})`, { cause })
  }
}
