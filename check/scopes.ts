import { listRequiredScopes, type RolesAndPlans } from '../gateway/config/across.js'
import { toScopes } from '../kit/config/roles.js'
import type { Mapping } from '../kit/config/yaml/mapping.js'

/** `scope grants:read: roles user, admin`, for each scope that a step requires. */
export function scopesWithRoles(gateway: Mapping, { roles }: RolesAndPlans): string[] {
  return [...new Set(listRequiredScopes(gateway))].sort().map((scope) => {
    const holders = Object.entries(roles).filter(([, role]) => toScopes(role).includes(scope))
    return `scope ${scope}: roles ${holders.map(([role]) => role).join(', ')}`
  })
}
