import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Drain, type ServerLimits, serve } from '../../../../edge/serve.js'

/** A server of ours on a free port, closed by `drain`. */
export interface Listening {
  server: Server
  port: number
  drain: Drain
}

/** Limits that no test reaches by accident. */
export const wide = { inAll: 1000, perAddress: 1000, isTrusted: () => false }

export async function listening(
  handle: Parameters<typeof serve>[1],
  server: Server = createServer(),
  limits: Partial<ServerLimits> = {},
): Promise<Listening> {
  const drain = serve(server, handle, { connections: wide, ...limits })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, drain, port: (server.address() as AddressInfo).port }
}
