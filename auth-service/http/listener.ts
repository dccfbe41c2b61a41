import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ConnectionLimits } from '../../edge/connection-limits.js'
import { type ListenAddress, listen as openPort } from '../../edge/listen.js'
import { edgeLimits, serve } from '../../edge/serve.js'
import { parseJsonObject, readBody } from '../../kit/api/body.js'
import { ApiError, errorCodeHeader, validationError } from '../../kit/api/errors.js'
import { validateAnnouncedBody } from '../../kit/http/announced-body.js'
import type { Client } from '../../kit/http/client-ip.js'
import { sendError, sendResult } from '../../kit/http/send.js'
import { splitOnce } from '../../kit/http/target.js'
import { log } from '../../kit/log/log.js'
import { redactedPath } from '../../kit/log/redact.js'
import { continueTrace } from '../../kit/telemetry/tracing.js'
import type { GuardOf } from './access.js'
import { checkBody } from './check.js'
import { asRefusal } from './refusal.js'
import type { RouteRow } from './route.js'
import { routerOf } from './router.js'

/** Maximum body, as in the gateway's YAML for these calls. */
const maxBodyBytes = 16_384
/** Longer than the gateway keeps its idle connections, so that it closes them first. */
const keepAliveTimeout = 75_000

export interface Listener {
  url: string
  /** Answers pending requests, within this many milliseconds. */
  close(drainMs: number): Promise<void>
}

/**
 * Serves a table of routes; every answer is the envelope. A handler is called only after the guard
 * of its access has admitted the request and the schema of its route has validated the body.
 * @throws Error as `edge/listen.ts`; TypeError for a route without a guard.
 */
export async function listen(
  routes: readonly RouteRow[],
  guardOf: GuardOf,
  {
    place,
    connections,
    clientOf,
  }: {
    place: ListenAddress
    connections: ConnectionLimits
    clientOf(req: IncomingMessage): Client
  },
): Promise<Listener> {
  const find = routerOf(routes.map((row) => ({ ...row, guard: guardOf(row.access, row.scope) })))
  const server = createServer({ ...edgeLimits, keepAliveTimeout })
  const drain = serve(server, (req, res) => void answer(req, res), { connections })
  const url = await openPort(server, place)

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { requestId, address } = clientOf(req)
    res.setHeader('Cache-Control', 'no-store') // of all that hold a secret, or personal data
    try {
      const [path, query] = splitOnce(req.url ?? '', '?')
      const { row, params } = find(req.method ?? '', path)
      recordSpan(req, res, row.path, path)
      checkAnnouncedBody(req, row)
      const principal = await row.guard(req)
      const body = await checkedBody(req, row)
      const origin = { requestId, address }
      const { headers } = req
      const call = { origin, headers, params, query: new URLSearchParams(query), principal, body }
      const result = await row.handle(call)
      sendResult(res, result, requestId)
    } catch (thrown) {
      if (res.headersSent) return // it took too long: the drain has answered
      const error = asRefusal(thrown)
      if (!(thrown instanceof ApiError)) log.error({ requestId, err: thrown }, 'a request failed')
      res.setHeader(errorCodeHeader, error.code)
      sendError(res, error, requestId)
    }
  }

  return { url, close: drain }
}

/** Records it as a part of the trace of the gateway's request, if there is one. */
function recordSpan(req: IncomingMessage, res: ServerResponse, route: string, path: string): void {
  const span = continueTrace(req.headers.traceparent, { method: req.method!, route })
  if (!span) return
  const known = route.split('{', 1)[0]!
  res.once('close', () => {
    const attributes = { 'url.path': redactedPath(path, [known]), 'url.scheme': 'http' }
    span.endWith(res, res.getHeader(errorCodeHeader)?.toString(), attributes)
  })
}

/** The announced body is checked before the credential, as in the gateway (docs/api.md, Errors). */
function checkAnnouncedBody(req: IncomingMessage, { body }: RouteRow): void {
  if (body === undefined) return
  const hasBody = validateAnnouncedBody(req, {
    contentTypes: ['application/json'],
    maxBytes: maxBodyBytes,
  })
  if (!hasBody && !body.optional)
    throw validationError({ body: ['Send a JSON object as the request body'] })
}

/** @throws ApiError VALIDATION_ERROR, PAYLOAD_TOO_LARGE. */
async function checkedBody(req: IncomingMessage, { body }: RouteRow): Promise<unknown> {
  if (body === undefined) return undefined
  const text = await readBody(req, maxBodyBytes)
  const value = text === '' && body.optional ? {} : parseJsonObject(text)
  return checkBody(body, value)
}
