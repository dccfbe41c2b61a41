import type { UserRow } from '../../kit/api/internal-answers.js'
import type { AuthConfig } from '../config/config.js'
import type { UserRecord } from '../store/store.js'
import { planOf } from '../users/plans.js'
import { publicUser } from '../users/users.js'

/** Renders users as operators and admins see them. */
export function userRowOf(config: AuthConfig): (user: UserRecord) => UserRow {
  return (user) => ({
    ...publicUser(user),
    plan: planOf(config, user),
    createdAt: new Date(user.createdAt).toISOString(),
    disabled: user.disabledAt !== undefined,
  })
}
