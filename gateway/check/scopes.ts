import { toScopes } from '../../kit/config/roles.js'
import type { Mapping } from '../../kit/config/yaml/mapping.js'
import { listRequiredScopes, type RolesAndPlans } from '../config/across.js'

/** `scope grants:read: roles user, admin`, for each scope that a step requires. */
export function scopesWithRoles(gateway: Mapping, { roles }: RolesAndPlans): string[] {
  return [...new Set(listRequiredScopes(gateway))].sort().map((scope) => {
    const holders = Object.entries(roles).filter(([, role]) => toScopes(role).includes(scope))
    return `scope ${scope}: roles ${holders.map(([role]) => role).join(', ')}`
  })
}
