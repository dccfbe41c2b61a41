import type { IncomingHttpHeaders } from 'node:http'
import type { ObjectSchema } from 'joi'
import type { Result } from '../../kit/api/envelope.js'
import { ApiError } from '../../kit/api/errors.js'
import {
  type InternalAnswer,
  type InternalCallName,
  type InternalPath,
  internalCalls,
} from '../../kit/api/internal-api.js'
import { makePartsReader, type PathParts } from '../../kit/api/path-template.js'
import type { Origin } from '../kit/audit.js'
import type { Principal } from '../sessions/sessions.js'

/**
 * The callers of a route: any, users with an access token, the gateway (or the operator), or only
 * the operator.
 */
export type RouteAccess = 'none' | 'token' | 'service' | 'operator'

/** A request as its handler sees it: all but the headers has been validated. */
export interface Call<A extends RouteAccess, Path extends string, Body> {
  origin: Origin
  headers: IncomingHttpHeaders
  /** The `{name}` parts of the path; as sent, not decoded. */
  params: PathParts<Path>
  query: URLSearchParams
  /** The caller, if the route takes an access token. */
  principal: A extends 'token' ? Principal : undefined
  /** The validated body; undefined if the route takes none. */
  body: Body
}

/** A check of a field that takes its time; its mistake is reported with those of the schema. */
export interface FieldCheck {
  /** Checked if the schema accepts it. */
  field: string
  /** @returns the text for the client; undefined for a valid one. */
  findMistake(body: Readonly<Record<string, unknown>>): Promise<string | undefined>
}

/** One route. The listener checks access and body before it calls the handler. */
export interface Route<A extends RouteAccess, Path extends string, Body> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Exact except for `{name}`, which matches one segment. */
  path: Path
  access: A
  /** The scope that the role of the token's user must grant; without it any user may call. */
  scope?: A extends 'token' ? string : never
  /**
   * The schema of the body; without it a route takes none. If optional, a missing body counts as
   * `{}`.
   */
  body?: { schema: ObjectSchema<Body>; optional?: true; check?: FieldCheck }
  handle(call: Call<A, Path, Body>): Promise<Result> | Result
}

/** A route in a table of routes with any access. */
export type RouteRow = Route<RouteAccess, string, unknown>

/** A row whose handler gets the types derived from the row's own path, access and schema. */
export function route<A extends RouteAccess, Path extends string, Body = undefined>(
  row: Route<A, Path, Body>,
): RouteRow {
  return row // sound, because the listener gives a handler what its own row declares
}

/** A matching row, with the values of its `{name}` parts. */
export interface Match<Row> {
  row: Row
  params: Record<string, string>
}

/** @returns the function that finds the row for a method and path. */
export function makeRouter<Row extends Pick<RouteRow, 'method' | 'path'>>(
  rows: readonly Row[],
): (method: string, path: string) => Match<Row> {
  const readers = rows.map((row) => ({ row, readParts: makePartsReader(row.path) }))
  /** @throws ApiError NOT_FOUND, or METHOD_NOT_ALLOWED with Allow. */
  return function find(method, path) {
    const fitting = readers.flatMap(({ row, readParts }) => {
      const params = readParts(path)
      return params ? [{ row, params }] : []
    })
    if (fitting.length === 0) throw new ApiError('NOT_FOUND', 'There is no such path')
    // answered alike, and Node omits the body (RFC 9110 9.3.2)
    const sought = method === 'HEAD' ? 'GET' : method
    const match = fitting.find(({ row }) => row.method === sought)
    if (match) return match
    const allow = fitting
      .map(({ row }) => (row.method === 'GET' ? 'GET, HEAD' : row.method))
      .join(', ')
    throw new ApiError('METHOD_NOT_ALLOWED', `This path takes ${allow}`, {
      headers: { Allow: allow },
    })
  }
}

type InternalResult<Name extends InternalCallName> = Result & { data: InternalAnswer<Name> }
/** The members that a row adds to an internal call. */
interface Internal<Name extends InternalCallName, A extends RouteAccess, Body>
  extends Pick<Route<A, InternalPath<Name>, Body>, 'access' | 'body'> {
  handle(
    call: Call<A, InternalPath<Name>, Body>,
  ): Promise<InternalResult<Name>> | InternalResult<Name>
}

/** The row of an internal call: its method, its path and its answer type come from the kit. */
export function internalRoute<
  Name extends InternalCallName,
  A extends RouteAccess,
  Body = undefined,
>(name: Name, row: Internal<Name, A, Body>): RouteRow {
  const path: InternalPath<Name> = internalCalls[name].path
  return route({ ...row, method: internalCalls[name].method, path })
}
