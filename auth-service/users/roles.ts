import { ApiError, validationError } from '../../kit/api/errors.js'

/** Role → what its users may do and grant, as the policy has it. */
export type Roles = Readonly<Record<string, readonly string[]>>

/** The scopes of a role; none when the policy does not know it (any more). */
export function scopesOf(role: string, roles: Roles): readonly string[] {
  // a role may be called as a property of every object is called
  return Object.hasOwn(roles, role) ? roles[role]! : []
}

/** What the calls on API keys require. */
export const manageKeys = 'api-keys:manage'

/** Scopes of the auth service itself: no step of the gateway asks for them, and an API key can use none of them. */
export const ownScopes: readonly string[] = [manageKeys, 'users:manage']

/**
 * Lets a user through whose role grants the scope.
 * @throws ApiError FORBIDDEN.
 */
export function requireScope(scope: string, role: string, roles: Roles): void {
  const granted = scopesOf(role, roles)
  if (granted.includes(scope)) return
  const details = { required: [scope], granted }
  throw new ApiError('FORBIDDEN', `This call requires the scope ${scope}, which your role does not grant`, { details })
}

/** @throws ApiError VALIDATION_ERROR when a key of these scopes could be used for nothing. */
export function refuseUseless(scopes: readonly string[]): void {
  if (scopes.some((scope) => !ownScopes.includes(scope))) return
  const reason = `${scopes.join(' and ')} let an API key do nothing, because these calls take access tokens only`
  throw validationError({ scopes: [`${reason}; add a scope such as organizations:read`] })
}

/**
 * Whether a user of the role may grant the scopes.
 * @throws ApiError VALIDATION_ERROR for a scope that no role has, FORBIDDEN for one that this role has not.
 */
export function checkGranted(scopes: readonly string[], role: string, roles: Roles): void {
  const known = new Set(Object.values(roles).flat())
  if (scopes.some((scope) => !known.has(scope))) {
    throw validationError({ scopes: [`scopes must be among ${[...known].join(', ')}`] })
  }
  const granted = scopesOf(role, roles)
  if (scopes.some((scope) => !granted.includes(scope))) {
    const details = { required: scopes, granted }
    throw new ApiError('FORBIDDEN', 'You may not grant all of these scopes', { details })
  }
}
