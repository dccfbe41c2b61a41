import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, isIPv6, Server as NetServer, type ServerOpts } from 'node:net'

/** Where a server is to listen. */
export interface ListenAddress {
  /** The setting that the port came from, for messages: `PORT`, `AUTH_PORT`, … */
  setting: string
  host: string
  /** 0 for any free one. */
  port: number
}

/**
 * Connections that the kernel keeps until the process takes them, as many as Linux grants: Node takes one in each turn of the
 * event loop (see `widen`), and what comes beyond its own 511 is dropped, to be tried again by the caller's kernel seconds later.
 */
const backlog = 4096

/** What takes connections of a server's port beside the server itself. */
const takersOf = new WeakMap<NetServer, NetServer[]>()

/** What the commonest refusals of the system mean to the operator. */
const reasons = new Map([
  ['EADDRINUSE', 'another process uses it'],
  ['EACCES', 'this user may not open it'],
  ['EADDRNOTAVAIL', 'this machine has no such address'],
  ['ENOTFOUND', 'this name leads to no address'],
  ['EAI_AGAIN', 'this name leads to no address'],
])

/**
 * Opens a server's port.
 * @returns its URL as it came out, e.g. `http://127.0.0.1:8080`, an IPv6 address in brackets.
 * @throws Error naming the setting, host, port and reason when the port cannot be had.
 */
export async function openPort(
  server: Server,
  { setting, host, port }: ListenAddress,
  scheme = 'http',
): Promise<string> {
  server.listen({ port, host, backlog })
  try {
    await once(server, 'listening')
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException
    throw new Error(`${setting}: cannot listen on ${host}, port ${port}: ${reasons.get(code) ?? code}`, { cause })
  }
  return urlOf(server, scheme)
}

/** A listening port as processes pass it on to each other: Node's own object, which its documentation mentions by its member. */
export type ListeningPort = object

/** The port of a server that listens. Whoever is given it shares the queue of its connections, which closes with the last of them. */
export function portOf(server: Server): ListeningPort {
  return (server as Server & { _handle: ListeningPort })._handle
}

/** Lets go of a port that this process was given and does not serve. */
export function letGo(port: ListeningPort): void {
  ;(port as { close(): void }).close()
}

/** Serves a port that another process has opened. @returns its URL. */
export async function sharePort(server: Server, port: ListeningPort, scheme = 'http'): Promise<string> {
  server.listen({ _handle: port }, backlog)
  await once(server, 'listening')
  return urlOf(server, scheme)
}

/**
 * Has a server take one more connection of its port in each turn of the event loop: libuv takes one for each handle of a port, and
 * who calls while turns are long, or behind a crowd, would wait for as many turns.
 * @param port Its own, as another process has sent it back: a handle more.
 */
export function widen(server: Server, port: ListeningPort): void {
  if (!server.listening) {
    letGo(port)
    return
  }
  const { allowHalfOpen, noDelay } = server as ServerOpts // as Node makes the sockets of the server itself
  const taker = new NetServer({ allowHalfOpen, noDelay }, (socket) => server.emit('connection', socket))
  const takers = takersOf.get(server) ?? []
  takersOf.set(server, [...takers, taker])
  taker.listen({ _handle: port }, backlog)
}

/** Closes the port of a server at once. @param onClosed Called when all of its connections are closed, too. */
export function closePort(server: NetServer, onClosed: () => void): void {
  const all = [server, ...(takersOf.get(server) ?? [])]
  let open = all.length
  const closed = () => {
    open--
    if (open === 0) onClosed()
  }
  // not the `close` of HTTP, which closes idle connections too, whatever is on its way there
  for (const one of all) NetServer.prototype.close.call(one, closed)
}

function urlOf(server: Server, scheme: string): string {
  const bound = server.address() as AddressInfo
  return `${scheme}://${isIPv6(bound.address) ? `[${bound.address}]` : bound.address}:${bound.port}`
}
