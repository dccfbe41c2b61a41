import { ApiError, validationError } from '../../kit/errors.js'

/** Role → what its users may do and grant, as the policy has it. */
export type Roles = Readonly<Record<string, readonly string[]>>

/** The scopes of a role; none when the policy does not know it (any more). */
export function scopesOf(role: string, roles: Roles): readonly string[] {
  // a role may be called as a property of every object is called
  return Object.hasOwn(roles, role) ? roles[role]! : []
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
