import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import { ApiError } from '../kit/api/errors.js'
import { countSetting, type Environment, requiredSetting } from '../kit/config/settings.js'
import { countedPeer, parseTrust, type Trust } from '../kit/http/client-ip.js'

/** Maximum number of open connections of a listener. */
export interface ConnectionLimits {
  inAll: number
  /** Per address, IPv6 by /64. */
  perAddress: number
  /** Proxies: their connections are shared by many clients and only count towards the total. */
  isTrusted: Trust
}

/**
 * This many connections beyond a limit get an error response; further ones are closed at once, so
 * that a flood costs next to nothing. Over TLS none gets a response, because that would cost a
 * handshake.
 */
const maxRefused = 256

/**
 * Reads MAX_CONNECTIONS, MAX_CONNECTIONS_PER_ADDRESS and TRUSTED_PROXIES. @throws Error when one of
 * them is invalid.
 */
export function connectionLimits(env: Environment = process.env): ConnectionLimits {
  return {
    inAll: countSetting('MAX_CONNECTIONS', env),
    perAddress: countSetting('MAX_CONNECTIONS_PER_ADDRESS', env),
    isTrusted: parseTrust(requiredSetting('TRUSTED_PROXIES', env)),
  }
}

/** The share of the limits that each of several processes on one port enforces. */
export function dividedLimits(limits: ConnectionLimits, processes: number): ConnectionLimits {
  const part = (limit: number) => Math.ceil(limit / processes)
  return { ...limits, inAll: part(limits.inAll), perAddress: part(limits.perAddress) }
}

/**
 * Counts the connections of a server. Those beyond the limits are passed to `refuse`, or closed.
 */
export function limitConnections(
  server: Server,
  { inAll, perAddress, isTrusted }: ConnectionLimits,
  refuse: (socket: Socket, refusal: ApiError) => void,
): void {
  let open = 0
  const openOf = new Map<string, number>()
  const count = (address: string, open: number) =>
    open > 0 ? openOf.set(address, open) : openOf.delete(address)
  // Node closes further ones itself, before they cost anything
  server.maxConnections = inAll + maxRefused
  server.on('connection', (socket: Socket) => {
    const counted = countedPeer(socket, isTrusted)
    const ofThis = counted === undefined ? 0 : (openOf.get(counted) ?? 0) + 1
    open++
    if (counted !== undefined) count(counted, ofThis)
    socket.once('close', () => {
      open--
      if (counted !== undefined) count(counted, openOf.get(counted)! - 1)
    })

    const beyond = Math.max(open - inAll, ofThis - perAddress)
    if (beyond <= 0) return
    if (beyond > maxRefused || server instanceof TlsServer) socket.destroy()
    else
      refuse(
        socket,
        new ApiError(
          'OVERLOADED',
          `Too many connections are open${ofThis > perAddress ? ' from this address' : ''}`,
        ),
      )
  })
}
