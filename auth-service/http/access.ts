import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../kit/errors.js'
import type { Principal, Sessions } from '../sessions/sessions.js'
import { principalOf } from './principal.js'
import type { RouteAccess } from './route.js'
import { holderReader, type Secrets } from './secrets.js'

/**
 * Lets a request in, and tells who makes it where an access token does.
 * @throws ApiError 401 or 403.
 */
export type AccessGuard = (req: IncomingMessage) => Promise<Principal | undefined> | undefined

/**
 * The guards of the routes, by the access that a route declares.
 * @returns the function that finds the guard; it throws TypeError for an access that is none, so that no such route is ever
 * served.
 */
export function accessGuards(secrets: Secrets, sessions: Sessions): (access: RouteAccess) => AccessGuard {
  const holderOf = holderReader(secrets)
  const guards = new Map<RouteAccess, AccessGuard>([
    ['none', () => undefined],
    ['token', (req) => principalOf(req, sessions)],
    ['service', (req) => void holderOf(req)],
    [
      'operator',
      (req) => {
        if (holderOf(req) !== 'operator') throw new ApiError('FORBIDDEN', "This call takes the operator's secret")
        return undefined
      },
    ],
  ])
  return function guardOf(access) {
    const guard = guards.get(access)
    if (!guard) throw new TypeError('a route must declare its access: none, token, service or operator')
    return guard
  }
}
