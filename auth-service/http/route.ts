import type { ObjectSchema } from 'joi'
import type { Result } from '../../kit/api/envelope.js'
import type { PathParts } from '../../kit/api/path-template.js'
import type { Origin } from '../audit.js'
import type { Principal } from '../sessions/sessions.js'

/**
 * Whose call a route takes: anybody's, that of a user with an access token, the gateway's (or the operator's), or only the
 * operator's.
 */
export type RouteAccess = 'none' | 'token' | 'service' | 'operator'

/** A request as its handler sees it: everything in it has been judged. */
export interface Call<A extends RouteAccess, Path extends string, Body> {
  origin: Origin
  /** The parts of the path, by the names in the route; as sent, not decoded. */
  params: PathParts<Path>
  query: URLSearchParams
  /** Who makes the call, where the route takes an access token. */
  principal: A extends 'token' ? Principal : undefined
  /** What the schema of the route let pass; undefined where the route takes no body. */
  body: Body
}

/** One route. Its access and its body are judged by the listener before the handler is called. */
export interface Route<A extends RouteAccess, Path extends string, Body> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Exact but for `{name}`, which stands for one segment. */
  path: Path
  access: A
  /** The scope that the role of the token's user must grant; without it any user may. */
  scope?: A extends 'token' ? string : never
  /** What the body must be; a route without it takes none. Where it is optional, none counts as `{}`. */
  body?: { schema: ObjectSchema<Body>; optional?: true }
  handle(call: Call<A, Path, Body>): Promise<Result> | Result
}

/** A route in a table of routes of every kind. */
export type RouteRow = Route<RouteAccess, string, unknown>

/** A row whose handler's call has the types that follow from the row's own path, access and schema. */
export function route<A extends RouteAccess, Path extends string, Body = undefined>(
  row: Route<A, Path, Body>,
): RouteRow {
  return row // a handler takes less than any call is: sound, because the listener gives it what its own row declares
}
