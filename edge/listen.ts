import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, isIPv6, Server as NetServer } from 'node:net'

/** Where a server is to listen. */
export interface ListenAddress {
  /** The setting of the port, for messages: `PORT`, `AUTH_PORT`, … */
  setting: string
  /** The setting of the host, which is to blame where that is no address of this machine. */
  hostSetting?: string
  host: string
  /** 0 for any free one. */
  port: number
}

/**
 * Connections that the kernel queues until the process accepts them, as many as Linux allows.
 * Further ones are dropped, and the client's kernel retries seconds later.
 */
const backlog = 4096

/** What the commonest system errors mean to the operator. */
const reasons = new Map([
  ['EADDRINUSE', 'another process uses it'],
  ['EACCES', 'this user has no permission to open it'],
  ['EADDRNOTAVAIL', 'this machine has no such address'],
  ['ENOTFOUND', 'this name has no address'],
  ['EAI_AGAIN', 'this name has no address'],
])

/** Errors of the host, whatever the port. */
const ofHost = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']

/** A listening port as processes pass it on to each other: an object of Node's own. */
export type ListeningPort = object

/**
 * Opens a server's port, or serves one that another process has opened.
 * @param shared The port of the other process.
 * @returns its resolved URL, e.g. `http://127.0.0.1:8080`, an IPv6 address in brackets.
 * @throws Error naming the setting, host, port and reason when the port cannot be opened.
 */
export async function listen(
  server: Server,
  { setting, hostSetting, host, port }: ListenAddress,
  { scheme = 'http', shared }: { scheme?: string; shared?: ListeningPort | undefined } = {},
): Promise<string> {
  if (shared) server.listen({ _handle: shared }, backlog)
  else server.listen({ port, host, backlog })
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    const blamed = ofHost.includes(code) && hostSetting ? hostSetting : setting
    throw new Error(
      `${blamed}: cannot listen on ${host}, port ${port}: ${reasons.get(code) ?? code}`,
    )
  }
  const bound = server.address() as AddressInfo
  return `${scheme}://${isIPv6(bound.address) ? `[${bound.address}]` : bound.address}:${bound.port}`
}

/**
 * The port of a listening server. A process that receives it shares its connection queue, which
 * closes with the last of them.
 */
export function getPort(server: Server): ListeningPort {
  return (server as Server & { _handle: ListeningPort })._handle
}

/** Closes a port that this process received and does not serve. */
export function letGo(port: ListeningPort): void {
  ;(port as { close(): void }).close()
}

/** Closes the port of a server. @param onClosed Called when its connections are closed, too. */
export function closePort(server: Server, onClosed: () => void): void {
  // not the `close` of HTTP, which also closes idle connections to which requests may be on their
  // way
  NetServer.prototype.close.call(server, onClosed)
}
