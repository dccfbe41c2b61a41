import type { Mapping } from '../../kit/config/yaml/mapping.js'
import { findPathMistake, getLiteralStart } from '../../routes/path.js'
import { paramsOf } from '../../routes/pipelines.js'
import { type DeclaredRoute, isServed, parseRoutes } from '../../routes/routes.js'
import { type Cors, readCors, type WrittenCors } from './cors.js'

/** A route with the pages that may call it. */
export interface CorsRoute extends DeclaredRoute {
  /** From the envelope step of its pipeline, or the top of the YAML. */
  cors: Cors
}

/** Matches requests to routes. */
export interface Routing {
  /** The routes that match a path, in the order in which express-gateway tries them. */
  fitting(path: string): readonly CorsRoute[]
  /** All routes, in this order. */
  routes: readonly CorsRoute[]
  /** The beginnings of all routes, for the log. */
  beginnings: readonly string[]
  /** The pages that may read the error for an unknown path. */
  cors: Cors
}

/** The methods shown for a route that takes any. */
const commonMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * The routing of a configuration.
 * @throws Error for a path that is not exact: a stock express-gateway does not check them.
 */
export function compileRouting(config: Mapping): Routing {
  const shared = readCors(config.cors as WrittenCors | undefined)
  const routes = parseRoutes(config).map((route): CorsRoute => {
    const mistake = findPathMistake(route.path)
    if (mistake)
      throw new Error(`apiEndpoints.${route.endpoint}: path ${route.path} ${mistake.message}`)
    return { ...route, cors: corsOfRoute(route, config.cors as WrittenCors | undefined) }
  })
  const tried = (path: string) => routes.filter(({ isPath }) => isPath(path))
  const beginnings = [...new Set(routes.map(({ path }) => getLiteralStart(path)))]
  // matches of literal paths are found once, here
  const known = new Map(beginnings.map((beginning) => [beginning, tried(beginning)]))
  return { fitting: (path) => known.get(path) ?? tried(path), routes, beginnings, cors: shared }
}

function corsOfRoute(route: DeclaredRoute, atTop: WrittenCors | undefined): Cors {
  const [step] = isServed(route) ? paramsOf(route.pipeline, 'envelope') : []
  return readCors(atTop, step?.cors as WrittenCors | undefined)
}

/** The methods of all routes of one path, for Allow. */
export function methodsOfAll(routes: readonly DeclaredRoute[]): string {
  const methods = routes.flatMap(({ method }) => (method === undefined ? commonMethods : method))
  return [
    ...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method))),
  ].join(', ')
}
