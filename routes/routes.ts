import type { Path } from '../kit/config/yaml/diagnostics.js'
import { isMapping, listOf, type Mapping, textOf } from '../kit/config/yaml/mapping.js'
import { hostTest } from './host.js'
import { covers, pathTest } from './path.js'
import { type Pipeline, parsePipelines } from './pipelines.js'

/** Methods that a route may name. GET includes HEAD; OPTIONS is answered before the router. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** One method on one path of `apiEndpoints`, as the host mounts it. */
export interface DeclaredRoute {
  /** Name in the YAML. */
  endpoint: string
  /** As written; `*` for any. */
  host: string
  /** Upper case; undefined for any. */
  method: string | undefined
  /** As written. */
  path: string
  /** Where its path is in the YAML. */
  at: Path
  /** The pipeline that the host runs for it. */
  pipeline: Pipeline | undefined
  /** Whether it matches a Host header. */
  isHost(header: string | undefined): boolean
  /** Whether it matches the path of a request. */
  isPath(sent: string): boolean
}

/**
 * The routes of a parsed gateway.config.yml, in the order in which express-gateway tries them: by
 * host as first named, then as written. Malformed parts are left out.
 */
export function parseRoutes(config: Mapping): DeclaredRoute[] {
  const { apiEndpoints } = config
  const routes = Object.entries(isMapping(apiEndpoints) ? apiEndpoints : {}).flatMap(
    ([endpoint, value]) =>
      listOf(value, ['apiEndpoints', endpoint]).flatMap(([entry, at]) =>
        isMapping(entry) ? parseEndpoint(endpoint, entry, at) : [],
      ),
  )
  // of two pipelines with the same endpoint the host keeps the last
  const pipelines = new Map(
    parsePipelines(config).flatMap((pipeline) =>
      pipeline.endpoints.map((endpoint) => [endpoint, pipeline]),
    ),
  )
  // an object, as in the host: its names that are numbers come first
  const byHost: Record<string, DeclaredRoute[]> = Object.create(null)
  for (const route of routes) {
    byHost[route.host] ??= []
    byHost[route.host]!.push({ ...route, pipeline: pipelines.get(route.endpoint) })
  }
  return Object.values(byHost).flat()
}

/** The routes of one entry of an endpoint; without paths or methods the host takes all. */
function parseEndpoint(
  endpoint: string,
  entry: Mapping,
  at: Path,
): Omit<DeclaredRoute, 'pipeline'>[] {
  const { host = '*', paths = '*' } = entry
  if (typeof host !== 'string') return []
  const isHost = hostTest(host)
  return listOf(paths, [...at, 'paths']).flatMap(([path, place]) => {
    if (typeof path !== 'string') return []
    const isPath = pathTest(path)
    return parseMethods(entry.methods).map((method) => {
      return { endpoint, host, method, path, at: place, isHost, isPath }
    })
  })
}

/** A list, or a text with commas as express-gateway takes it. */
function parseMethods(written: unknown = '*'): (string | undefined)[] {
  const names = [written].flat().filter((name) => typeof name === 'string')
  if (names.length === 1 && names[0] === '*') return [undefined]
  return names
    .flatMap((name) => name.split(','))
    .map((name) => name.trim().toUpperCase())
    .filter(Boolean)
}

/** `GET /organizations`, with its host if it names one. */
export function renderCall({
  host,
  method,
  path,
}: Pick<DeclaredRoute, 'host' | 'method' | 'path'>) {
  return `${method} ${host === '*' ? '' : host}${path}`
}

/** The path that a route requests of its upstream, where `paths` may name another one. */
export function requestedPath({ path, pipeline }: DeclaredRoute): string {
  const { paths } = pipeline?.steps.at(-1)?.params ?? {}
  return textOf((isMapping(paths) ? paths[path] : undefined) ?? path)
}

/** Whether a pipeline answers a route: one that is not switched off. */
export function isServed(route: DeclaredRoute | undefined): route is ServedRoute {
  return route?.pipeline?.enabled === 'true'
}

/** A route that a pipeline answers. */
export type ServedRoute = DeclaredRoute & { pipeline: Pipeline }

/** Whether a route is for a method. HEAD is answered for GET (RFC 9110 9.3.2). */
export function hasMethod({ method }: DeclaredRoute, sent: string): boolean {
  return method === undefined || method === sent || (method === 'GET' && sent === 'HEAD')
}

/** A route that gets no request, and the one before it that takes them all. */
export interface UnreachableRoute {
  route: DeclaredRoute
  takenBy: DeclaredRoute
}

/** The routes that get no request. @param routes In the order in which they are tried. */
export function findUnreachableRoutes(routes: readonly DeclaredRoute[]): UnreachableRoute[] {
  return routes.flatMap((route, i) => {
    const takenBy = routes.slice(0, i).find((earlier) => takesAll(earlier, route))
    return takenBy ? [{ route, takenBy }] : []
  })
}

/** Whether a route takes every request of another one. */
export function takesAll(route: DeclaredRoute, other: DeclaredRoute): boolean {
  return (
    (route.method ?? other.method) === other.method &&
    // a `*` in the other host is like no letter of this one
    route.isHost(other.host) &&
    covers(route.path, other.path)
  )
}
