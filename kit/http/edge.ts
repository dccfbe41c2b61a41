import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from '../errors.js'
import { Connections } from './connections.js'
import {
  headersTooLarge,
  malformed,
  maxHeaders,
  maxUrlBytes,
  type ParserError,
  refusalOf,
  refuse,
  refuseSocket,
  urlTooLong,
} from './refusals.js'

/** Limits of every listener, as options of Node's servers; for a server that `serve` is given. */
export const edgeLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
  requireHostHeader: false, // judged by `serve`: Node would answer without an envelope
} as const

/** Ends a server within so many milliseconds (and a moment for the last answers); see `Connections.drain`. */
export type Drain = (deadlineMs: number) => Promise<void>

/**
 * Hands the whole and well-formed requests of a server to `handle`, and answers all others with the envelope.
 * @returns what ends the server.
 */
export function serve(server: Server, handle: (req: IncomingMessage, res: ServerResponse) => void): Drain {
  const connections = new Connections(server)
  const refused = new WeakSet<Duplex>()

  /** Answers on the socket itself, but never beside another answer on the same connection. */
  function refuseBehind(socket: Duplex, refusal: ApiError): void {
    const earlier = connections.latestOn(socket)
    if (!earlier || earlier.writableFinished) refuseSocket(socket, refusal)
    else if (earlier.req.complete) earlier.once('finish', () => refuseSocket(socket, refusal))
    else if (earlier.headersSent) socket.destroy()
    else refuseSocket(socket, refusal)
  }

  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    const problem = problemOf(req)
    if (problem) refuse(res, problem)
    else connections.take(() => handle(req, res))
  })
  server.on('checkExpectation', (_: IncomingMessage, res: ServerResponse) => {
    refuse(res, malformed('The Expect header is not understood'))
  })
  server.on('connect', (_: IncomingMessage, socket: Duplex) => {
    refuseBehind(socket, new ApiError('METHOD_NOT_ALLOWED', 'CONNECT is not offered', { headers: { Allow: '' } }))
  })
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    if (refused.has(socket)) return // the parser complains about every further packet
    refused.add(socket)
    const refusal = refusalOf(error)
    if (refusal) refuseBehind(socket, refusal)
    else socket.destroy()
  })
  return (deadlineMs) => connections.drain(deadlineMs)
}

/** What is wrong with a request head that the parser let pass, or undefined. */
function problemOf(req: IncomingMessage): ApiError | undefined {
  if (req.url!.length > maxUrlBytes) return urlTooLong()
  if (req.rawHeaders.length > 2 * maxHeaders) return headersTooLarge()
  return hasOneHost(req) ? undefined : malformed('The request must have one Host header')
}

/** RFC 9112 3.2: HTTP/1.1 demands one Host header; two are an attack on caches and routers. */
function hasOneHost({ rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') count++
  }
  return count === 1 || (count === 0 && httpVersionMinor === 0)
}
