import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from '../kit/api/errors.js'
import { malformed, type ParserError, refuse, toRefusal } from '../kit/http/refusals.js'
import { findHeadProblem } from '../kit/http/request-head.js'
import { type ConnectionLimits, limitConnections } from './connection-limits.js'
import { Connections } from './connections.js'
import { closeSlowClients, type SlowClientLimits, slowClientLimits } from './slow-clients.js'

/** Limits of every listener, as options of Node's servers; for a server passed to `serve`. */
export const edgeLimits = {
  /** Longer than load balancers (60 s) and the gateway keep idle connections: they close them. */
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 500, // how late these two may be; each check wakes an idle process
  requireHostHeader: false, // checked by `serve`: Node would answer without an envelope
} as const

/** Shuts a server down; see `Connections.drain`. */
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
  const connections = new Connections(server, connectionLimits.isTrusted)
  limitConnections(server, connectionLimits, (socket, refusal) =>
    connections.refuse(socket, refusal),
  )
  const { connectionsCheckingInterval } = edgeLimits
  closeSlowClients(server, connections.sockets, reading, connectionsCheckingInterval)

  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    const problem = findHeadProblem(req)
    if (problem) connections.take(req, res, () => refuse(res, problem), true)
    else connections.take(req, res, () => handle(req, res))
  })
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
    connections.take(
      req,
      res,
      () => refuse(res, malformed('The Expect header is not supported')),
      true,
    )
  })
  server.on('connect', (_: IncomingMessage, socket: Duplex) => {
    connections.refuse(
      socket,
      new ApiError('METHOD_NOT_ALLOWED', 'CONNECT is not supported', { headers: { Allow: '' } }),
    )
  })
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    const refusal = toRefusal(error)
    if (refusal) connections.refuse(socket, refusal)
    else socket.destroy()
  })
  return (...when) => connections.drain(...when)
}
