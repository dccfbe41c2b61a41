import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../kit/api/errors.js'
import {
  describeWanted,
  makeCredentialRefusal,
  readCredential,
} from '../../kit/credentials/credentials.js'
import type { Principal, Sessions } from '../sessions/sessions.js'
import { type Roles, requireScope } from '../users/roles.js'
import type { RouteAccess } from './route.js'
import { makeHolderReader, type Secrets } from './secrets.js'

/**
 * Admits a request, and returns its user if it carries an access token.
 * @throws ApiError 401 or 403.
 */
export type AccessGuard = (req: IncomingMessage) => Promise<Principal | undefined> | undefined

/** Finds the guard of a route by its access, and by the scope that it requires, if any. */
export type GetGuard = (access: RouteAccess, scope?: string) => AccessGuard

/**
 * The guards of the routes, by the access that a route declares.
 * @param roles The scopes they grant, for routes that require one.
 * @returns the function that finds the guard; it throws TypeError for an unknown access, so that no
 *   such route is ever served.
 */
export function accessGuards(secrets: Secrets, sessions: Sessions, roles: Roles = {}): GetGuard {
  const readHolder = makeHolderReader(secrets)
  const guards = new Map<RouteAccess, AccessGuard>([
    ['none', () => undefined],
    ['token', (req) => readPrincipal(req, sessions)],
    ['service', (req) => void readHolder(req)],
    [
      'operator',
      (req) => {
        if (readHolder(req) !== 'operator')
          throw new ApiError('FORBIDDEN', "This call requires the operator's secret")
        return undefined
      },
    ],
  ])
  return function getGuard(access, scope) {
    const guard = guards.get(access)
    if (!guard)
      throw new TypeError('a route must declare its access: none, token, service or operator')
    if (scope === undefined) return guard
    return async (req) => {
      const principal = await guard(req)
      if (!principal) throw new TypeError('only a route that takes a token can require a scope')
      requireScope(scope, principal.user.role, roles)
      return principal
    }
  }
}

const needsToken = 'Send an access token: Authorization: Bearer <token>'

/**
 * The caller of a route that takes an access token.
 * @throws ApiError AUTHENTICATION_REQUIRED without a credential, UNAUTHORIZED for another kind,
 *   TOKEN_EXPIRED for an invalid token, VALIDATION_ERROR for several.
 */
async function readPrincipal(req: IncomingMessage, sessions: Sessions): Promise<Principal> {
  const credential = readCredential(req)
  const details = describeWanted(['access-token'], credential)
  if (!credential) throw new ApiError('AUTHENTICATION_REQUIRED', needsToken, { details })
  if (credential.kind !== 'access-token')
    throw new ApiError('UNAUTHORIZED', needsToken, { details })
  const principal = await sessions.principal(credential.value)
  if (principal === 'refresh-token') throw new ApiError('UNAUTHORIZED', needsToken, { details })
  if (!principal) throw makeCredentialRefusal('access-token')
  return principal
}
