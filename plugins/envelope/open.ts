import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, validationError } from '../../kit/api/errors.js'
import { closest } from '../../kit/config/suggest.js'
import type { Client } from '../../kit/http/client-ip.js'
import { pathOf } from '../../kit/http/target.js'
import { makeTraceparent, parseTraceparent } from '../../kit/telemetry/trace-context.js'
import { beginRequest } from '../../kit/telemetry/tracing.js'
import { toTemplate } from '../../routes/path.js'
import { paramsOf } from '../../routes/pipelines.js'
import { type DeclaredRoute, hasMethod, isServed } from '../../routes/routes.js'
import { openContext } from '../kit/context.js'
import type { Middleware } from '../kit/plugin.js'
import { type Recording, recordWhenClosed } from './access-log.js'
import { allowOrigin, answerPreflight, type Cors, isPreflight } from './cors.js'
import { pathProblem } from './path.js'
import { type CorsRoute, methodsOfAll, type Routing } from './routes.js'

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
  const { isLogged } = recording
  return function open(req, res, next) {
    const { address, requestId, clientRequestId } = clientOf(req)
    const path = pathOf(req.url!)
    const { fitting, routes, beginnings, cors: shared } = routing()
    const fit = fitting(path).filter(({ isHost }) => isHost(req.headers.host))
    const found = findExact(fit, path)
    const first = fit.find((candidate) => hasMethod(candidate, req.method!))
    const route = first && found.includes(first) ? first : undefined
    const shown = route ?? found[0]
    const startedAt = performance.now()
    const sent = req.headers.traceparent
    const traceparent = makeTraceparent(sent, requestId)
    const span = beginRequest({
      method: req.method!,
      route: shown?.path,
      traceparent,
      isReceived: traceparent === parseTraceparent(sent),
    })
    const context = openContext(req, {
      requestId,
      address,
      startedAt,
      maxBodyBytes: 0,
      traceparent: span?.traceparent ?? traceparent,
      span,
      endpoint: shown?.endpoint,
      route: shown?.path,
      pipeline: isServed(shown) ? shown.pipeline.name : undefined,
    })
    res.setHeader('X-Request-Id', requestId)
    res.setHeader('X-Content-Type-Options', 'nosniff')
    recordWhenClosed(req, res, context, { path, beginnings, clientRequestId, isLogged })

    const asksBefore = isPreflight(req)
    if (!asksBefore) allowOrigin(res, shown?.cors ?? shared, req.headers.origin)
    const problem = pathProblem(path)
    if (problem !== undefined) return next(validationError({ path: [problem] }))
    if (asksBefore) return preflight(req, res, found, shared)
    const offered = () => routes.filter((one) => isServed(one) && one.isHost(req.headers.host))
    next(refusal(route, found, { method: req.method!, path, offered }))
  }
}

/** @throws ApiError for an unknown path, or one that the page may not call. */
function preflight(
  req: IncomingMessage,
  res: ServerResponse,
  found: readonly CorsRoute[],
  shared: Cors,
): void {
  const served = found.filter(isServed)
  const asked = String(req.headers['access-control-request-method'])
  const route = served.find((candidate) => hasMethod(candidate, asked)) ?? served[0]
  if (!route) {
    allowOrigin(res, shared, req.headers.origin)
    throw new ApiError('NOT_FOUND', 'No such endpoint')
  }
  answerPreflight(req, res, route.cors, methodsOfAll(served))
}

/** A path that the YAML writes out takes the methods there alone: `:id` is not for it. */
function findExact(routes: readonly CorsRoute[], sent: string): readonly CorsRoute[] {
  const exact = routes.filter(({ path }) => path === sent)
  return exact.length > 0 ? exact : routes
}

/** A request that no route takes. */
interface Unrouted {
  method: string
  path: string
  /** The routes of its host that pipelines serve. */
  offered(): readonly DeclaredRoute[]
}

/** Why the router must not see the request, or undefined. */
function refusal(
  route: CorsRoute | undefined,
  found: readonly CorsRoute[],
  { method, path, offered }: Unrouted,
): ApiError | undefined {
  if (isServed(route)) return undefined
  const others = found.filter(isServed)
  if (route !== undefined || others.length === 0) {
    return new ApiError('NOT_FOUND', `No such endpoint${meant(path, offered())}`)
  }
  const allow = methodsOfAll(others)
  // the last segment of a path may be a misspelt name and yet fit `:id`
  const isExact = others.some((other) => other.path === path)
  const taking = isExact ? [] : offered().filter((other) => hasMethod(other, method))
  return new ApiError('METHOD_NOT_ALLOWED', `This path takes ${allow}${meant(path, taking)}`, {
    headers: { Allow: allow },
  })
}

/**
 * The path that may be meant, as an addition to an error; never what was sent. It is a similar one,
 * or one of which the first segments are missing.
 */
function meant(path: string, routes: readonly DeclaredRoute[]): string {
  const search = isOfEngine(path) ? routes.find(isSearch) : undefined
  if (search) return `; send searches to POST ${search.path}`
  const paths = routes.map((route) => toTemplate(route.path))
  const near = closest(path, paths) ?? paths.find((one) => path !== '/' && one.endsWith(path))
  return near === undefined ? '' : `; did you mean ${near}?`
}

/** Whether a path is one of Elasticsearch, as its clients send it: `/index/_search`, `/_count`. */
function isOfEngine(path: string): boolean {
  return /\/_[a-z]/.test(path)
}

/** Whether a route takes searches as Elasticsearch does. */
function isSearch(route: DeclaredRoute): boolean {
  if (!isServed(route) || !hasMethod(route, 'POST')) return false
  return ['search-rules', 'search'].every((step) => paramsOf(route.pipeline, step).length > 0)
}
