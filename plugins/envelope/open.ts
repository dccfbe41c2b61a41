import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, validationError } from '../../kit/api/errors.js'
import type { Client } from '../../kit/http/client-ip.js'
import { openContext } from '../kit/context.js'
import type { Middleware } from '../kit/plugin.js'
import { traceparentOf } from '../kit/trace-context.js'
import { allowOrigin, answerPreflight, type Cors, isPreflight } from './cors.js'
import { pathProblem } from './path.js'
import { type Recording, recordWhenClosed } from './record.js'
import { type CompiledRoute, methodsOfAll, type Routing, takes } from './routes.js'

/** The dependencies of `open`. */
export interface Opening {
  clientOf(req: IncomingMessage): Client
  /** The current routing; a reload replaces it. */
  routing(): Routing
  recording: Recording
}

/**
 * The handler before the router: opens the context, and refuses requests that no pipeline may see.
 * Paths and methods are matched exactly here, because Express would also accept other cases and a
 * trailing slash.
 */
export function opener({ clientOf, routing, recording }: Opening): Middleware {
  return function open(req, res, next) {
    const { address, requestId, clientRequestId } = clientOf(req)
    const path = pathOf(req)
    const { fitting, beginnings, cors: shared } = routing()
    const found = fitting(path).filter(({ isHost }) => isHost(req.headers.host))
    const route = found.find((candidate) => takes(candidate, req.method!))
    const shown = route ?? found[0]
    const startedAt = performance.now()
    const traceparent = traceparentOf(req.headers.traceparent, requestId)
    const context = openContext(req, {
      requestId,
      address,
      startedAt,
      maxBodyBytes: 0,
      traceparent,
      endpoint: shown?.endpoint,
      route: shown?.path,
      pipeline: shown?.pipeline,
    })
    res.setHeader('X-Request-Id', requestId)
    res.setHeader('X-Content-Type-Options', 'nosniff')
    recordWhenClosed(req, res, context, { path, beginnings, clientRequestId, ...recording })

    const asksBefore = isPreflight(req)
    if (!asksBefore) allowOrigin(res, shown?.cors ?? shared, req.headers.origin)
    const problem = pathProblem(path)
    if (problem !== undefined) return next(validationError({ path: [problem] }))
    const isServed = (other: string) =>
      fitting(other).some(({ pipeline }) => pipeline !== undefined)
    if (!asksBefore) return next(refusal(route, found, () => nothingAt(path, isServed)))
    preflight(req, res, found, shared)
  }
}

function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** @throws ApiError for an unknown path, or one that the page may not call. */
function preflight(
  req: IncomingMessage,
  res: ServerResponse,
  found: readonly CompiledRoute[],
  shared: Cors,
): void {
  const served = found.filter(({ pipeline }) => pipeline !== undefined)
  const asked = String(req.headers['access-control-request-method'])
  const route = served.find((candidate) => takes(candidate, asked)) ?? served[0]
  if (!route) {
    allowOrigin(res, shared, req.headers.origin)
    throw nothingAt('', () => false)
  }
  answerPreflight(req, res, route.cors, methodsOfAll(served))
}

/** Why the router must not see the request, or undefined. */
function refusal(
  route: CompiledRoute | undefined,
  found: readonly CompiledRoute[],
  nothing: () => ApiError,
): ApiError | undefined {
  if (route?.pipeline !== undefined) return undefined
  const others = found.filter(({ pipeline }) => pipeline !== undefined)
  if (route !== undefined || others.length === 0) return nothing()
  const allow = methodsOfAll(others)
  return new ApiError('METHOD_NOT_ALLOWED', `This path takes ${allow}`, {
    headers: { Allow: allow },
  })
}

/** Paths are exact: for one that is wrong only in its slashes, the error says so. */
function nothingAt(path: string, isServed: (path: string) => boolean): ApiError {
  const plain = path.replace(/\/+(?=\/|$)/g, '')
  const hint = plain !== path && isServed(plain) ? '; remove the slash that is too many' : ''
  return new ApiError('NOT_FOUND', `There is nothing at this path${hint}`)
}
