import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { sendError } from '../kit/envelope.js'
import { ApiError } from '../kit/errors.js'
import {
  headersTooLarge,
  malformed,
  maxHeaders,
  maxUrlBytes,
  type ParserError,
  refusalOf,
  refuseSocket,
  urlTooLong,
} from '../kit/http/refusals.js'
import { log } from '../kit/log.js'
import type { App } from './express-gateway.js'
import { Turns } from './turns.js'

/** PEM texts for TLS on the public listener. */
export interface Tls {
  cert: string
  key: string
}

/** Limits of the public listener. Node's own keep the rest: connections are many, requests on one are not counted. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000, // longer than the 60 s after which load balancers close idle connections
  maxHeaderSize: 16_384,
  requireHostHeader: false, // judged below: Node would answer without an envelope
}

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
  const refused = new WeakSet<Duplex>()
  /** Whoever brings no credential, such as a crowd that logs in, must not hold up those who do. */
  const strangers = new Turns()
  let isDraining = false

  function handle(req: IncomingMessage, res: ServerResponse): void {
    connections.set(req.socket, res)
    if (isDraining) refuse(res, new ApiError('SHUTTING_DOWN', 'The service is being stopped. Try again shortly.'))
    else if (req.url!.length > maxUrlBytes) refuse(res, urlTooLong())
    else if (req.rawHeaders.length > 2 * maxHeaders) refuse(res, headersTooLarge())
    else if (!hasOneHost(req)) refuse(res, malformed('The request must have one Host header'))
    else if (hasCredential(req)) app(req, res)
    else strangers.take(() => res.destroyed || app(req, res))
  }

  /** Answers what the parser refused, but never beside another answer on the same connection. */
  function refuseParsing(error: ParserError, socket: Duplex): void {
    if (refused.has(socket)) return // the parser complains about every further packet
    refused.add(socket)
    const refusal = refusalOf(error)
    const earlier = connections.get(socket)
    if (!refusal) socket.destroy()
    else if (!earlier || earlier.writableFinished) refuseSocket(socket, refusal)
    else if (earlier.req.complete) earlier.once('finish', () => refuseSocket(socket, refusal))
    else if (earlier.headersSent) socket.destroy()
    else refuseSocket(socket, refusal)
  }

  const options = { ...limits, ...leanClasses(app) }
  const server = tls ? createTlsServer({ ...options, ...tls, handshakeTimeout: 10_000 }) : createServer(options)
  server.on('request', handle)
  server.on('checkExpectation', (_: IncomingMessage, res: ServerResponse) => {
    refuse(res, malformed('The Expect header is not understood'))
  })
  server.on('connect', (_: IncomingMessage, socket: Duplex) => {
    refuseSocket(socket, new ApiError('METHOD_NOT_ALLOWED', 'CONNECT is not offered', { headers: { Allow: '' } }))
  })
  server.on('clientError', refuseParsing)
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
 * response, which costs more than half of a call unless there is nothing to change (DESIGN 8).
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

function refuse(res: ServerResponse, error: ApiError): void {
  const requestId = randomUUID()
  res.setHeader('Connection', 'close')
  sendError(res, error, requestId)
  log.info({ requestId, code: error.code, status: error.status }, 'request refused')
}

/** Whether there is something to judge, be it good or bad (SPEC 5). */
function hasCredential({ headers, url }: IncomingMessage): boolean {
  return headers.authorization !== undefined || headers['x-api-key'] !== undefined || url!.includes('api_key=')
}

/** RFC 9112 3.2: HTTP/1.1 demands one Host header; two are an attack on caches and routers. */
function hasOneHost({ rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') count++
  }
  return count === 1 || (count === 0 && httpVersionMinor === 0)
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
