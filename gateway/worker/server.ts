import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { Admission } from '../../edge/admission.js'
import type { ConnectionLimits } from '../../edge/connection-limits.js'
import { type Drain, edgeLimits, serve } from '../../edge/serve.js'
import { findContext } from '../../plugins/kit/context.js'
import type { Tls } from '../config/tls.js'
import { type App, expressClasses } from '../host/express-gateway.js'

/** The public HTTP server and its end. */
interface PublicServer {
  server: Server
  drain: Drain
}

/** What the server needs in addition to the application. */
interface ServerOptions {
  connections: ConnectionLimits
  /** Returns the address of a client, also behind trusted proxies. */
  readAddress(req: IncomingMessage): string
  tls: Tls | undefined
  /** Sees each request that reaches the application. */
  watch(req: IncomingMessage, res: ServerResponse): void
}

/** Creates the server that owns the socket. It does not listen yet. */
export function makeServer(app: App, options: ServerOptions): PublicServer {
  const { connections, readAddress, tls, watch } = options
  const admission = new Admission({ addressOf: readAddress, isKnown })
  const { Request: IncomingMessage, Response } = expressClasses(app, ServerResponse)
  const classes = { IncomingMessage, ServerResponse: Response }
  const settings = { ...edgeLimits, ...classes }
  const server = tls
    ? createTlsServer({ ...settings, ...tls, handshakeTimeout: 10_000 })
    : createServer(settings)
  const handle = (req: IncomingMessage, res: ServerResponse) =>
    admission.admit(req, res, () => {
      watch(req, res)
      app(req, res)
    })
  return { server, drain: serve(server, handle, { connections }) }
}

/** Whether a step has found who sends a request, by its credential. */
function isKnown(req: IncomingMessage): boolean {
  const { caller } = findContext(req) ?? {}
  return caller !== undefined && caller.kind !== 'none'
}
