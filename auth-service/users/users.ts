import { ApiError, validationError } from '../../kit/api/errors.js'
import { normalizeEmail } from '../kit/email.js'
import type { Store, UserRecord } from '../store/store.js'
import { createAccount, toDeletedUser } from './creation.js'
import { checkPlan, getPlan, type PlanRules } from './plans.js'

/** A user as the API shows it (docs/api.md, Login and sessions). */
export interface User {
  id: number
  email: string
  name: string
  role: string
}

export function publicUser({ id, email, name, role }: UserRecord): User {
  return { id, email, name, role }
}

/** The refusal of a second account for an e-mail address. */
export function emailTaken(): ApiError {
  return validationError({ email: ['A user with this e-mail exists already'] })
}

function noUser(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no such user')
}

function isGone({ isLeaving, deletedAt }: UserRecord): boolean {
  return isLeaving === true || deletedAt !== undefined
}

/** The accounts. */
export class Users {
  readonly #store: Store
  readonly #rules: PlanRules
  readonly #now: () => number

  constructor(store: Store, rules: PlanRules, now: () => number) {
    this.#store = store
    this.#rules = rules
    this.#now = now
  }

  find(id: number | string): Promise<UserRecord | undefined> {
    return this.#store.get('users', String(id))
  }

  async findByEmail(email: string): Promise<UserRecord | undefined> {
    const address = normalizeEmail(email)
    const entry = await this.#store.get('emails', address)
    const user = await this.find(entry?.userId ?? 0) // an unknown address costs a look-up too
    return user && normalizeEmail(user.email) === address ? user : undefined
  }

  /** By id or e-mail. @throws ApiError NOT_FOUND. */
  async named(idOrEmail: string): Promise<UserRecord> {
    const user = await (idOrEmail.includes('@')
      ? this.findByEmail(idOrEmail)
      : this.find(idOrEmail))
    if (!user || user.deletedAt) throw noUser()
    return user
  }

  async list(): Promise<UserRecord[]> {
    const users = await this.#store.list('users')
    return users.filter(({ deletedAt }) => !deletedAt).sort((a, b) => a.id - b.id)
  }

  /**
   * A new account. @throws ApiError VALIDATION_ERROR for a role that does not exist, or an e-mail
   * that is taken.
   */
  async create(
    user: Omit<User, 'id'> & { plan?: string; passwordHash: string },
  ): Promise<UserRecord> {
    this.checkRole(user.role)
    const created = await createAccount(this.#store, { ...user, createdAt: this.#now() })
    if (!created) throw emailTaken()
    return created
  }

  /** @returns the user, or undefined when another password was set in between. */
  async setPassword(user: UserRecord, passwordHash: string): Promise<UserRecord | undefined> {
    const { passwordHash: before } = user
    let done = false
    const after = await this.#store.change('users', String(user.id), (current) => {
      done = current.passwordHash === before
      const { failedLogins: _, ...rest } = current
      return done ? { ...rest, passwordHash } : undefined
    })
    return done ? after : undefined
  }

  /** Counts a wrong password. @returns the number of consecutive ones. */
  async countFailure({ id }: UserRecord): Promise<number> {
    const after = await this.#store.change('users', String(id), (user) =>
      user.deletedAt ? undefined : { ...user, failedLogins: (user.failedLogins ?? 0) + 1 },
    )
    return after?.failedLogins ?? 0
  }

  /** Resets the wrong passwords of a user, if there were any. */
  async forgiveFailures(user: UserRecord): Promise<void> {
    if (!user.failedLogins) return
    await this.#store.change('users', String(user.id), ({ failedLogins: _, ...rest }) => rest)
  }

  /**
   * Disables or enables an account, and notifies the gateways. Enabling also resets wrong
   * passwords.
   */
  async setDisabled(user: UserRecord, disabled: boolean): Promise<UserRecord> {
    const at = this.#now()
    return this.#changed(user, ({ disabledAt, endingAt: _mark, ...rest }) => {
      if (disabled) return { ...rest, disabledAt: disabledAt ?? at }
      const { failedLogins: _, ...enabled } = rest
      return enabled
    })
  }

  /**
   * Gives an account another role, and notifies the gateways: what they have cached of its keys,
   * and all its tokens, become invalid. The caller must end its sessions.
   * @throws ApiError VALIDATION_ERROR for a role that does not exist.
   */
  async setRole(user: UserRecord, role: string): Promise<UserRecord> {
    this.checkRole(role)
    return this.#changed(user, ({ endingAt: _, ...current }) => ({ ...current, role }))
  }

  /**
   * Gives an account a plan of its own, or removes it. Its tokens stay valid: the gateways get the
   * plan that they have from now on.
   * @throws ApiError VALIDATION_ERROR for a plan that does not exist.
   */
  async setPlan(user: UserRecord, plan: string | undefined): Promise<UserRecord> {
    this.checkPlan(plan)
    const planChangedAt = this.#now()
    return this.#changed(
      user,
      ({ plan: _, ...rest }) => ({ ...rest, ...(plan !== undefined && { plan }), planChangedAt }),
      'plan',
    )
  }

  /**
   * Marks an account whose end is to be checked against the others, or removes the mark; the change
   * that follows removes it too.
   */
  async markEnding({ id }: UserRecord, at: number | undefined): Promise<void> {
    await this.#store.change('users', String(id), ({ endingAt: _, ...user }) =>
      isGone(user) ? undefined : { ...user, ...(at !== undefined && { endingAt: at }) },
    )
  }

  /**
   * Begins the deletion of an account: from then on it has no access, and there is no way back.
   * @throws ApiError NOT_FOUND.
   */
  async startRemoval({ id }: UserRecord): Promise<void> {
    const at = this.#now()
    const leaving = await this.#store.change('users', String(id), (user) =>
      user.deletedAt ? undefined : { ...user, disabledAt: user.disabledAt ?? at, isLeaving: true },
    )
    if (!leaving || leaving.deletedAt) throw noUser()
    await this.#announce(leaving, 'all')
  }

  /** The accounts whose deletion has begun. */
  async leaving(): Promise<UserRecord[]> {
    const disabled = await this.#store.listOver('users', 0, this.#now())
    return disabled.filter(({ isLeaving }) => isLeaving)
  }

  /**
   * Removes a leaving user's personal data; the e-mail address becomes free. The id stays
   * reserved, for logs and gateways remember it, and what it was once allowed.
   */
  async forget({ id, email }: UserRecord): Promise<void> {
    const address = normalizeEmail(email)
    // links name the address, and those of a sign-up or an invitation would create the account
    // again
    const links = (await this.#store.list('links')).filter(
      (link) =>
        link.ownerId === id ||
        (link.ownerId === undefined && normalizeEmail(link.email) === address),
    )
    await this.#store.remove(
      'links',
      links.map((link) => link.id),
    )
    // Until then only this user has it; when a deletion is repeated, it may belong to another one
    if ((await this.#store.get('emails', address))?.userId === id)
      await this.#store.remove('emails', [address])
    await this.#store.change('users', String(id), (user) => toDeletedUser(user, this.#now()))
  }

  /** A user whose deletion has begun is not changed. @throws ApiError NOT_FOUND. */
  async #changed(
    { id }: UserRecord,
    change: (user: UserRecord) => UserRecord,
    what: 'all' | 'plan' = 'all',
  ): Promise<UserRecord> {
    const after = await this.#store.change('users', String(id), (user) =>
      isGone(user) ? undefined : change(user),
    )
    if (!after || isGone(after)) throw noUser()
    await this.#announce(after, what)
    return after
  }

  /** If another process changes the same user, the feed's last entry matches the store. */
  async #announce(user: UserRecord, what: 'all' | 'plan'): Promise<void> {
    const { id, disabledAt } = user
    const plan = getPlan(this.#rules, user)
    const change = { of: 'users', id: String(id), at: this.#now() } as const
    await this.#store.feed.announce([
      disabledAt
        ? { ...change, kind: 'ended' }
        : { ...change, kind: 'changed', ...(what === 'plan' && { plan }) },
    ])
    const current = await this.find(id)
    if (!current) return
    if (!current.disabledAt !== !disabledAt) await this.#announce(current, 'all')
    else if (getPlan(this.#rules, current) !== plan) await this.#announce(current, 'plan')
  }

  /** @throws ApiError VALIDATION_ERROR for a plan that does not exist. */
  checkPlan(plan: string | undefined): void {
    checkPlan(plan, this.#rules)
  }

  /** @throws ApiError VALIDATION_ERROR for a role that does not exist. */
  checkRole(role: string): void {
    const { roles } = this.#rules
    if (Object.hasOwn(roles, role)) return
    throw validationError({ role: [`role must be one of ${Object.keys(roles).join(', ')}`] })
  }
}
