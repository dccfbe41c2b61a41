/**
 * Roles where auth-service.config.yml names none: role → scopes that its users have, and may grant
 * to keys.
 */
export const defaultRoles: Readonly<Record<string, readonly string[]>> = {
  user: ['organizations:read', 'api-keys:manage'],
  admin: ['organizations:read', 'api-keys:manage', 'users:manage'],
}
