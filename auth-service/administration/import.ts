import { decoyHash } from '../passwords/hashing.js'
import type { Sessions } from '../sessions/sessions.js'
import type { UserRecord } from '../store/store.js'
import type { Users } from '../users/users.js'

/** A user of an operator's list. */
export interface ListedUser {
  email: string
  name: string
  /** Absent: `user` for a new one, else the current one. */
  role?: string
  /** Absent: the current one; null: none of their own. */
  plan?: string | null
}

/** What an import did, or would do. */
export type ImportOutcome = 'created' | 'changed' | 'unchanged'

/**
 * Brings one account in line with an operator's list: creates it without a password, or gives it
 * the role and plan of the list. The same list once more changes nothing.
 * @param isTrial Whether everything is checked, but nothing is written.
 * @throws ApiError VALIDATION_ERROR for a role or plan that does not exist.
 */
export async function importUser(
  { users, sessions }: { users: Users; sessions: Sessions },
  { email, name, role, plan }: ListedUser,
  isTrial: boolean,
): Promise<{ outcome: ImportOutcome; user?: UserRecord }> {
  if (role !== undefined) users.checkRole(role)
  const own = plan ?? undefined
  users.checkPlan(own)
  const known = await users.findByEmail(email)
  if (!known) {
    if (isTrial) return { outcome: 'created' }
    const account = { email, name, role: role ?? 'user', passwordHash: decoyHash() }
    const user = await users.create(own === undefined ? account : { ...account, plan: own })
    return { outcome: 'created', user }
  }
  const isRoleNew = role !== undefined && role !== known.role
  const isPlanNew = plan !== undefined && own !== known.plan
  if (!isRoleNew && !isPlanNew) return { outcome: 'unchanged', user: known }
  if (isTrial) return { outcome: 'changed' }
  if (isPlanNew) await users.setPlan(known, own)
  if (!isRoleNew) return { outcome: 'changed', user: known }
  const user = await users.setRole(known, role)
  await sessions.endAll(user.id)
  return { outcome: 'changed', user }
}
