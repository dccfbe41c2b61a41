import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from '../kit/api/errors.js'
import {
  headersTooLarge,
  malformed,
  maxHeaders,
  maxUrlBytes,
  type ParserError,
  refusalOf,
  refuse,
  urlTooLong,
} from '../kit/http/refusals.js'
import { isHost, toOriginForm } from '../kit/http/target.js'
import { type ConnectionLimits, limitConnections } from './connection-limits.js'
import { Connections } from './connections.js'
import { closeSlowClients, type SlowClientLimits, slowClientLimits } from './slow-clients.js'

/** Limits of every listener, as options of Node's servers; for a server passed to `serve`. */
export const edgeLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 500, // how late these two may be; each check wakes an idle process
  maxHeaderSize: 16_384,
  requireHostHeader: false, // checked by `serve`: Node would answer without an envelope
} as const

/**
 * Shuts a server down within this many milliseconds, plus a moment for the last responses; see
 * `Connections.drain`.
 */
export type Drain = Connections['drain']

/** How many connections a server takes, and how its clients must read their responses. */
export interface ServerLimits {
  connections: ConnectionLimits
  reading?: SlowClientLimits
}

/**
 * Passes the complete and well-formed requests of a server to `handle`, one at a time per
 * connection, and answers all others with the envelope. `Upgrade` is ignored (RFC 9110 7.8):
 * without a listener of that event Node takes such a request for an ordinary one.
 * @returns what shuts the server down.
 */
export function serve(
  server: Server,
  handle: (req: IncomingMessage, res: ServerResponse) => void,
  { connections: connectionLimits, reading = slowClientLimits }: ServerLimits,
): Drain {
  const connections = new Connections(server)
  limitConnections(server, connectionLimits, (socket, refusal) =>
    connections.refuse(socket, refusal),
  )
  const { connectionsCheckingInterval } = edgeLimits
  closeSlowClients(server, () => connections.sockets(), reading, connectionsCheckingInterval)

  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    const problem = problemOf(req)
    if (problem) connections.take(req, res, () => refuse(res, problem), true)
    else connections.take(req, res, () => handle(req, res))
  })
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
    connections.take(
      req,
      res,
      () => refuse(res, malformed('The Expect header is not understood')),
      true,
    )
  })
  server.on('connect', (_: IncomingMessage, socket: Duplex) => {
    connections.refuse(
      socket,
      new ApiError('METHOD_NOT_ALLOWED', 'CONNECT is not offered', { headers: { Allow: '' } }),
    )
  })
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    const refusal = refusalOf(error)
    if (refusal) connections.refuse(socket, refusal)
    else socket.destroy()
  })
  return (...when) => connections.drain(...when)
}

/** What is wrong with a request head that the parser accepted, or undefined. */
function problemOf(req: IncomingMessage): ApiError | undefined {
  if (req.httpVersionMajor !== 1) return malformed('The request must be HTTP/1.1')
  if (req.url!.length > maxUrlBytes) return urlTooLong()
  if (req.rawHeaders.length > 2 * maxHeaders) return headersTooLarge()
  return hostProblemOf(req) ?? framingProblemOf(req)
}

/**
 * RFC 9112 6.1: an unknown transfer coding, or one in HTTP/1.0, leaves the end of the body
 * ambiguous.
 */
function framingProblemOf({ headers, httpVersionMinor }: IncomingMessage): ApiError | undefined {
  const coding = headers['transfer-encoding']
  if (coding === undefined) return undefined
  if (httpVersionMinor === 0) return malformed('Transfer-Encoding needs HTTP/1.1')
  // Node 24 refuses it itself
  if (coding === '') return malformed('Transfer-Encoding must not be empty')
  if (coding.toLowerCase() === 'chunked') return undefined
  return new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Transfer-Encoding must be chunked, alone')
}

/**
 * RFC 9112 3.2: HTTP/1.1 requires one Host header; two are an attack on caches and routers, as is
 * an invalid host.
 */
function hostProblemOf(req: IncomingMessage): ApiError | undefined {
  const { rawHeaders, httpVersionMinor } = req
  const hosts: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host')
      hosts.push(rawHeaders[i + 1]!)
  }
  if (hosts.length > 1 || (hosts.length === 0 && httpVersionMinor > 0)) {
    return malformed('The request must have one Host header')
  }
  if (!hosts.every(isHost))
    return malformed('The Host header must be a host name or address, with or without a port')
  return toOriginForm(req)
    ? undefined
    : malformed('The request target must name a host, such as http://host/path')
}
