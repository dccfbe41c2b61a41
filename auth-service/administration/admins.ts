import { ApiError } from '../../kit/api/errors.js'
import { manageUsers } from '../../kit/config/roles.js'
import { Semaphore } from '../../kit/process/semaphore.js'
import type { UserRecord } from '../store/store.js'
import { clockSpareMs } from '../store/sweep.js'
import { checkGranted, listScopes, type Roles, requireScope } from '../users/roles.js'
import type { Users } from '../users/users.js'

/** An account, and the admin who changes it, as read when their turn came. */
export interface AdminTask {
  admin: UserRecord
  user: UserRecord
}

/** What an admin changes of an account; null removes its own plan. */
export interface UserChange {
  role?: string
  plan?: string | null
  disabled?: boolean
}

/** The rules for users who change the accounts of others, or their own. */
export class Admins {
  readonly #users: Users
  readonly #roles: Roles
  readonly #now: () => number
  /** One at a time, so that of two admins who disable each other one is refused. */
  readonly #turn = new Semaphore(1)

  constructor(parts: { users: Users; roles: Roles; now: () => number }) {
    this.#users = parts.users
    this.#roles = parts.roles
    this.#now = parts.now
  }

  /**
   * Runs a change of an account by an admin.
   * @throws ApiError NOT_FOUND; FORBIDDEN when the admin may no longer manage users, or when the
   *   account has scopes that the admin lacks.
   */
  run<Result>(
    admin: UserRecord,
    userId: string,
    work: (task: AdminTask) => Promise<Result>,
  ): Promise<Result> {
    return this.#turn.run(async () => {
      const current = await this.#users.named(String(admin.id))
      if (current.disabledAt) throw new ApiError('FORBIDDEN', 'Your account is disabled')
      requireScope(manageUsers, current.role, this.#roles)
      const user = await this.#users.named(userId)
      this.mayGive(current, user.role)
      return work({ admin: current, user })
    })
  }

  /** Runs the deletion of a user's own account. @throws ApiError FORBIDDEN for the last manager. */
  leave(user: UserRecord, work: () => Promise<void>): Promise<void> {
    return this.#turn.run(async () => {
      await this.mustRemain(user)
      await work()
    })
  }

  /** @throws ApiError FORBIDDEN when the role has scopes that the admin's own lacks. */
  mayGive(admin: UserRecord, role: string): void {
    checkGranted(listScopes(role, this.#roles), admin.role, this.#roles)
  }

  /**
   * Checks a change as a whole, before any part of it is written.
   * @throws ApiError FORBIDDEN; VALIDATION_ERROR for a role or plan that does not exist.
   */
  async mayChange(task: AdminTask, { role, plan, disabled }: UserChange): Promise<void> {
    const { admin, user } = task
    const isNewRole = role !== undefined && role !== user.role
    if (isNewRole) {
      this.#users.checkRole(role)
      this.mayGive(admin, role)
    }
    if (plan !== user.plan) this.#users.checkPlan(plan ?? undefined)
    if (disabled || (isNewRole && !this.#isManager({ role }))) await this.mustRemain(user)
  }

  /**
   * Checks that others can manage users when this account no longer does. It is marked before, as
   * other auth services do too: of two accounts that end each other at once both see the other's
   * mark, or one of them does. A mark that a crash has left counts for some minutes.
   * @throws ApiError FORBIDDEN when no one else could.
   */
  async mustRemain(user: UserRecord): Promise<void> {
    if (!this.#isManager(user)) return
    const at = this.#now()
    await this.#users.markEnding(user, at)
    const isOther = (other: UserRecord) =>
      other.id !== user.id && this.#isManager(other) && (other.endingAt ?? 0) <= at - clockSpareMs
    if ((await this.#users.list()).some(isOther)) return
    await this.#users.markEnding(user, undefined)
    throw new ApiError(
      'FORBIDDEN',
      `No other user has the scope ${manageUsers}: give it to another user first`,
    )
  }

  #isManager({ role, disabledAt }: Pick<UserRecord, 'role' | 'disabledAt'>): boolean {
    return !disabledAt && listScopes(role, this.#roles).includes(manageUsers)
  }
}
