import type { UserRow } from '../../kit/api/internal-answers.js'
import type { AuthConfig } from '../config/config.js'
import { normalizeEmail } from '../kit/email.js'
import type { UserRecord } from '../store/store.js'
import { getPlan } from './plans.js'
import { publicUser } from './users.js'

/** Which users a list shows. */
export interface UserFilter {
  /** Part of the e-mail address or the name, in any case. */
  search?: string
  role?: string
}

/** Those of the users that pass the filter. */
export function filterUsers(
  users: readonly UserRecord[],
  { search, role }: UserFilter,
): UserRecord[] {
  const part = search === undefined ? undefined : normalizeEmail(search)
  return users.filter(
    (user) =>
      (role === undefined || user.role === role) &&
      (part === undefined ||
        normalizeEmail(user.email).includes(part) ||
        normalizeEmail(user.name).includes(part)),
  )
}

/** Renders users as operators and admins see them. */
export function makeUserRows(config: AuthConfig): (user: UserRecord) => UserRow {
  return (user) => ({
    ...publicUser(user),
    plan: getPlan(config, user),
    createdAt: new Date(user.createdAt).toISOString(),
    disabled: user.disabledAt !== undefined,
  })
}
