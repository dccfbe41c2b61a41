import type { Result } from '../../kit/api/envelope.js'
import {
  type InternalAnswer,
  type InternalCallName,
  type InternalPath,
  internalCalls,
} from '../../kit/api/internal-api.js'
import { type Call, type Route, type RouteAccess, type RouteRow, route } from '../http/route.js'

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
