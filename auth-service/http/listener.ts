import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ConnectionLimits } from '../../edge/connection-limits.js'
import { type ListenAddress, listen as openPort } from '../../edge/listen.js'
import { edgeLimits, serve } from '../../edge/serve.js'
import { parseJsonObject, readBody } from '../../kit/api/body.js'
import { ApiError, errorCodeHeader, toApiError, validationError } from '../../kit/api/errors.js'
import { validateAnnouncedBody } from '../../kit/http/announced-body.js'
import type { Client } from '../../kit/http/client-ip.js'
import { sendError, sendResult } from '../../kit/http/send.js'
import { splitOnce } from '../../kit/http/target.js'
import { log } from '../../kit/log/log.js'
import { redactedPath } from '../../kit/log/redact.js'
import { continueTrace } from '../../kit/telemetry/tracing.js'
import { StoreError } from '../store/errors.js'
import type { GetGuard } from './access.js'
import { checkBody } from './check.js'
import type { RouteRow } from './route.js'
import { makeRouter } from './route.js'

/** Maximum body, as in the gateway's YAML for these calls. */
const maxBodyBytes = 16_384

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
  getGuard: GetGuard,
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
  const find = makeRouter(routes.map((row) => ({ ...row, guard: getGuard(row.access, row.scope) })))
  const server = createServer(edgeLimits)
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
      const body = await parseBody(req, row)
      const origin = { requestId, address }
      const { headers } = req
      const call = { origin, headers, params, query: new URLSearchParams(query), principal, body }
      const result = await row.handle(call)
      sendResult(res, result, requestId)
    } catch (thrown) {
      if (res.headersSent) return // it took too long: the drain has answered
      const error = toRefusal(thrown)
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
async function parseBody(req: IncomingMessage, { body }: RouteRow): Promise<unknown> {
  if (body === undefined) return undefined
  const text = await readBody(req, maxBodyBytes)
  const value = text === '' && body.optional ? {} : parseJsonObject(text)
  return checkBody(body, value)
}

/**
 * The error that the caller gets for anything thrown. A failed store may recover soon: 503, with
 * Retry-After.
 */
export function toRefusal(thrown: unknown): ApiError {
  if (!(thrown instanceof StoreError)) return toApiError(thrown)
  const message = 'The service cannot use its store right now. Try again shortly.'
  return new ApiError('SERVICE_UNAVAILABLE', message, { cause: thrown })
}
