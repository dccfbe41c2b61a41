/**
 * What a role grants, as in auth-service.config.yml: the scopes of its users, or these and their
 * plan.
 */
export type RoleGrant = readonly string[] | { scopes: readonly string[]; plan?: string }

/** The scope required by the calls on API keys. */
export const manageKeys = 'api-keys:manage'

/** The scope required by the calls on the accounts of others. */
export const manageUsers = 'users:manage'

/**
 * Scopes of the auth service itself: no step of the gateway requires them, and an API key can use
 * none of them.
 */
export const ownScopes: readonly string[] = [manageKeys, manageUsers]

/**
 * Roles where auth-service.config.yml names none: role → scopes that its users have, and may grant
 * to keys.
 */
export const defaultRoles: Readonly<Record<string, readonly string[]>> = {
  user: ['organizations:read', 'api-keys:manage'],
  admin: ['organizations:read', 'api-keys:manage', 'users:manage'],
}

/** The scopes that a role grants. */
export function toScopes(role: RoleGrant): readonly string[] {
  return 'scopes' in role ? role.scopes : role
}

/** The plan that a role gives, if any. */
export function toPlan(role: RoleGrant): string | undefined {
  return 'plan' in role ? role.plan : undefined
}

/** Every scope that some role grants, once. */
export function listAllScopes(roles: Readonly<Record<string, RoleGrant>>): Set<string> {
  return new Set(Object.values(roles).flatMap(toScopes))
}
