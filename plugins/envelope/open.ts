import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, validationError } from '../../kit/errors.js'
import type { Client } from '../../kit/http/client.js'
import { traceparentOf } from '../../kit/http/trace-context.js'
import { openContext } from '../kit/context.js'
import type { Middleware } from '../kit/plugin.js'
import { allowOrigin, answerPreflight } from './cors.js'
import { pathProblem } from './path.js'
import { type Recording, recordWhenClosed } from './record.js'
import { type CompiledRoute, methodsOfAll, takes } from './routes.js'

/** What `open` needs of its surroundings. */
export interface Opening {
  clientOf(req: IncomingMessage): Client
  /** The routes in force; a reload replaces them. */
  routes(): readonly CompiledRoute[]
  recording: Recording
}

/**
 * The handler before the router: opens the context, and refuses what no pipeline is to see. Paths and methods are matched
 * exactly here, because Express would also take other cases and a trailing slash.
 */
export function opener({ clientOf, routes, recording }: Opening): Middleware {
  return function open(req, res, next) {
    const { address, requestId, clientRequestId } = clientOf(req)
    const path = pathOf(req)
    const inForce = routes()
    const found = inForce.filter((route) => route.matches(req.headers.host, path))
    const route = found.find((candidate) => takes(candidate, req.method!))
    const { endpoint, pipeline } = route ?? found[0] ?? {}
    const startedAt = performance.now()
    const traceparent = traceparentOf(req.headers.traceparent, requestId)
    const context = openContext(req, {
      ...{ requestId, address, startedAt, traceparent, maxBodyBytes: 0 },
      ...(endpoint !== undefined && { endpoint }),
      ...(pipeline !== undefined && { pipeline }),
    })
    res.setHeader('X-Request-Id', requestId)
    res.setHeader('X-Content-Type-Options', 'nosniff')
    recordWhenClosed(req, res, context, { path, routes: inForce, clientRequestId, ...recording })

    const problem = pathProblem(path)
    if (problem !== undefined) return next(validationError({ path: [problem] }))
    if (isPreflight(req)) return preflight(req, res, next, found)
    if (endpoint !== undefined) allowOrigin(res, (route ?? found[0])!.origins, req.headers.origin)
    next(refusal(route, found))
  }
}

function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** A CORS preflight (Fetch standard, 3.3.2) asks before the real request. */
function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers
}

function preflight(
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
  found: CompiledRoute[],
): void {
  const asked = String(req.headers['access-control-request-method'])
  const route = found.find((candidate) => takes(candidate, asked)) ?? found[0]
  if (route?.pipeline !== undefined && allowOrigin(res, route.origins, req.headers.origin)) {
    answerPreflight(res, methodsOfAll(found))
  } else {
    next(
      refusal(
        found.find((candidate) => takes(candidate, 'OPTIONS')),
        found,
      ),
    )
  }
}

/** Why the router must not see the request, or undefined. */
function refusal(route: CompiledRoute | undefined, found: readonly CompiledRoute[]): ApiError | undefined {
  if (route?.pipeline !== undefined) return undefined
  const others = found.filter(({ pipeline }) => pipeline !== undefined)
  if (route !== undefined || others.length === 0) return new ApiError('NOT_FOUND', 'There is nothing at this path')
  const allow = methodsOfAll(others)
  return new ApiError('METHOD_NOT_ALLOWED', `This path takes ${allow}`, { headers: { Allow: allow } })
}
