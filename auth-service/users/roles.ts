/** Role → what its users may do and grant, as the policy has it. */
export type Roles = Readonly<Record<string, readonly string[]>>

/** The scopes of a role; none when the policy does not know it (any more). */
export function scopesOf(role: string, roles: Roles): readonly string[] {
  // a role may be called as a property of every object is called
  return Object.hasOwn(roles, role) ? roles[role]! : []
}
