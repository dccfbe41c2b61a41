import { canonicalEmail } from '../kit/email.js'
import type { UserRecord } from '../store/store.js'

/** Which users a list shows. */
export interface UserFilter {
  /** Part of the e-mail address or the name, in any case. */
  search?: string
  role?: string
}

/** Those of the users that pass the filter. */
export function filteredUsers(
  users: readonly UserRecord[],
  { search, role }: UserFilter,
): UserRecord[] {
  const part = search === undefined ? undefined : canonicalEmail(search)
  return users.filter(
    (user) =>
      (role === undefined || user.role === role) &&
      (part === undefined ||
        canonicalEmail(user.email).includes(part) ||
        canonicalEmail(user.name).includes(part)),
  )
}
