import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Drain, serve } from '../../../../kit/http/edge.js'

/** A server of ours on a free port, closed by `drain`. */
export interface Listening {
  server: Server
  port: number
  drain: Drain
}

export async function listening(handle: RequestListener, server: Server = createServer()): Promise<Listening> {
  const drain = serve(server, handle)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, drain, port: (server.address() as AddressInfo).port }
}
