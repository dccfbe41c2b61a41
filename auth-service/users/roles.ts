import { ApiError, validationError } from '../../kit/api/errors.js'
import { listAllScopes, ownScopes, type RoleGrant, toScopes } from '../../kit/config/roles.js'

/** Role → what its users may do and grant, as in the policy. */
export type Roles = Readonly<Record<string, RoleGrant>>

/** The scopes of a role; none if the policy does not define it (any more). */
export function listScopes(role: string, roles: Roles): readonly string[] {
  // a role may be named like a property of every object
  return Object.hasOwn(roles, role) ? toScopes(roles[role]!) : []
}

/**
 * Admits a user whose role grants the scope.
 * @throws ApiError FORBIDDEN.
 */
export function requireScope(scope: string, role: string, roles: Roles): void {
  const granted = listScopes(role, roles)
  if (granted.includes(scope)) return
  const details = { required: [scope], granted }
  throw new ApiError(
    'FORBIDDEN',
    `This call requires the scope ${scope}, which your role does not have`,
    { details },
  )
}

/** @throws ApiError VALIDATION_ERROR when these scopes would allow a key nothing. */
export function refuseUseless(scopes: readonly string[]): void {
  if (scopes.some((scope) => !ownScopes.includes(scope))) return
  const reason =
    `${scopes.join(' and ')} are useless for an API key, because these calls require access ` +
    'tokens'
  throw validationError({ scopes: [`${reason}; add a scope such as organizations:read`] })
}

/**
 * Checks that a user of the role may grant the scopes.
 * @throws ApiError VALIDATION_ERROR for a scope that no role has, FORBIDDEN for one that this role
 *   lacks.
 */
export function checkGranted(scopes: readonly string[], role: string, roles: Roles): void {
  const known = listAllScopes(roles)
  if (scopes.some((scope) => !known.has(scope))) {
    throw validationError({ scopes: [`scopes must be among ${[...known].join(', ')}`] })
  }
  const granted = listScopes(role, roles)
  if (scopes.some((scope) => !granted.includes(scope))) {
    const details = { required: scopes, granted }
    throw new ApiError('FORBIDDEN', 'You may not grant all of these scopes', { details })
  }
}
