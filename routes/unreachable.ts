import { covers } from './path.js'
import type { DeclaredRoute } from './routes.js'

/** A route that gets no request, and the one before it that takes them all. */
export interface UnreachableRoute {
  route: DeclaredRoute
  takenBy: DeclaredRoute
}

/** The routes that get no request. @param routes In the order in which they are tried. */
export function unreachableRoutes(routes: readonly DeclaredRoute[]): UnreachableRoute[] {
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
