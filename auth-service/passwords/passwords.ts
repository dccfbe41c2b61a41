import { ApiError, texts, validationError } from '../../kit/api/errors.js'
import { usedUp } from '../../kit/api/rate-limited.js'
import { countedAddress } from '../../kit/http/address.js'
import { log } from '../../kit/log/log.js'
import { counter } from '../../kit/metrics/prometheus.js'
import type { AuthConfig } from '../config/config.js'
import { audit, type Origin } from '../kit/audit.js'
import { normalizeEmail } from '../kit/email.js'
import type { Sessions, Started } from '../sessions/sessions.js'
import { StoreError } from '../store/errors.js'
import type { UserRecord } from '../store/store.js'
import type { User, Users } from '../users/users.js'
import { HashQueue } from './hash-queue.js'
import { decoyHash, hashPassword, isWeak, verifyPassword } from './hashing.js'
import { LoginThrottle } from './login-throttle.js'
import { passwordMistake } from './rules.js'

/**
 * Consecutive wrong passwords per account (NIST SP 800-63B-4 section 3.2.2). Beyond it even the
 * right one is refused, with the same answer, except for known clients: an address with an earlier
 * login, or a session of the account.
 */
const mostFailures = 100

const countRefusal = counter({
  name: 'directory_auth_login_failures_total',
  help: 'Passwords that were not accepted, by cause.',
  labels: ['cause'],
  known: ['password', 'unknown', 'disabled', 'locked', 'throttled', 'overloaded', 'store'],
})

interface PasswordsOptions {
  users: Users
  sessions: Sessions
  config: AuthConfig
  now: () => number
}

/** Operations on passwords: a user logs in with one or changes it, the operator sets it. */
export class Passwords {
  readonly #users: Users
  readonly #sessions: Sessions
  /** Of a new password, in characters. */
  readonly minLength: number
  readonly #now: () => number
  readonly #throttle: LoginThrottle
  readonly #freeFailures: number
  readonly #queue = new HashQueue()
  readonly #decoy = decoyHash()

  constructor({ users, sessions, config, now }: PasswordsOptions) {
    this.#users = users
    this.#sessions = sessions
    this.minLength = config.password.minLength
    this.#now = now
    this.#throttle = new LoginThrottle(config.login)
    this.#freeFailures = config.login.freeFailures
  }

  /** What waits now: passwords for a thread that hashes, accounts and addresses for their next try. */
  get waiting(): { hashes: number; accounts: number; addresses: number } {
    return { hashes: this.#queue.waiting, ...this.#throttle.throttled(this.#now()) }
  }

  /**
   * Checks e-mail and password, and starts a session.
   * @throws ApiError AUTHENTICATION_REQUIRED, the same for unknown e-mail, wrong password and
   *   disabled account; RATE_LIMITED while the account must wait or has too many young sessions;
   *   OVERLOADED when too many log in at once.
   */
  async logIn(
    { email, password }: { email: string; password: string },
    origin: Origin,
  ): Promise<Started> {
    const started = await this.#start(email, password, origin).catch((error: unknown) => {
      const cause = toAuditEvent(error)
      if (cause) countRefusal([cause])
      throw error
    })
    const { id: sessionId, ownerId: userId } = started.session
    audit('login', { ...origin, userId, sessionId })
    for (const { id } of started.displaced)
      audit('session-displaced', { ...origin, userId, sessionId: id })
    return started
  }

  async #start(email: string, password: string, origin: Origin): Promise<Started> {
    const user = await this.#check(email, password, origin)
    const started = await this.#sessions.start(user)
    if (!started) throw badLogin()
    return started
  }

  /**
   * Sets a new password, given the current one; all other sessions end.
   * @throws ApiError as `logIn`, and VALIDATION_ERROR for a password that the rules refuse.
   */
  async change(
    { user, session }: { user: UserRecord; session: { id: string } },
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    origin: Origin,
  ): Promise<void> {
    await this.#refuseWeak('newPassword', newPassword, user)
    const known = await this.#check(user.email, currentPassword, origin, { hasSession: true })
    const passwordHash = await this.#queue.run(() => hashPassword(newPassword))
    if (!(await this.#users.setPassword(known, passwordHash))) throw badLogin()
    await this.#sessions.endAll(user.id, session.id)
    audit('password-changed', { ...origin, userId: user.id, sessionId: session.id })
  }

  /**
   * Confirms that the user of a session knows the password.
   * @throws ApiError AUTHENTICATION_REQUIRED, OVERLOADED.
   */
  async confirm({ email }: UserRecord, password: string, origin: Origin): Promise<void> {
    await this.#check(email, password, origin, { hasSession: true })
  }

  /**
   * A new password, without the current one; all sessions end, most of them before, so that a crash
   * between does not leave them to the one who knows the old password.
   * @throws ApiError VALIDATION_ERROR.
   */
  async reset(user: UserRecord, password: string): Promise<void> {
    const passwordHash = await this.hash(password, user)
    await this.#sessions.endAll(user.id)
    if (!(await this.#users.setPassword(user, passwordHash))) {
      throw validationError({
        password: ['The password was changed at the same moment; try again'],
      })
    }
    await this.#sessions.endAll(user.id)
  }

  /**
   * The password hash of a new account. @throws ApiError VALIDATION_ERROR for one that the rules
   * refuse.
   */
  async hash(password: string, account: Pick<User, 'email' | 'name'>): Promise<string> {
    await this.#refuseWeak('password', password, account)
    return this.#queue.run(() => hashPassword(password))
  }

  /**
   * What the rules refuse a new password for. @param own Words of the account.
   * @throws ApiError OVERLOADED.
   */
  findMistake(
    field: string,
    password: string,
    own: readonly string[],
  ): Promise<string | undefined> {
    const rules = { minLength: this.minLength, own }
    return this.#queue.run(() => passwordMistake(field, password, rules))
  }

  async #refuseWeak(
    field: string,
    password: string,
    { email, name }: Pick<User, 'email' | 'name'>,
  ): Promise<void> {
    const mistake = await this.findMistake(field, password, [email, name])
    if (mistake) throw validationError({ [field]: [mistake] })
  }

  /** Whether a password is the one of a hash. @throws ApiError OVERLOADED. */
  matches(passwordHash: string, password: string): Promise<boolean> {
    return this.#queue.run(() => verifyPassword(passwordHash, password))
  }

  /**
   * The user with this e-mail and password. @param by A caller with a session is known, so that no
   * limit applies.
   */
  async #check(
    email: string,
    password: string,
    origin: Origin,
    by: { hasSession: boolean } = { hasSession: false },
  ): Promise<UserRecord> {
    const account = normalizeEmail(email)
    const network = countedAddress(origin.address)
    this.#refuseEarly(account, network, origin)
    return this.#queue.run(async () => {
      this.#refuseEarly(account, network, origin) // others may have failed while this one waited
      const user = await this.#users.findByEmail(account)
      const matches = await verifyPassword(user?.passwordHash ?? this.#decoy, password)
      const isKnown = by.hasSession || this.#throttle.isTrusted(account, network)
      const isGuessedOut = !isKnown && (user?.failedLogins ?? 0) >= mostFailures
      if (!matches || !user || user.disabledAt || isGuessedOut) {
        this.#throttle.failed(account, network, this.#now())
        countRefusal([wrongness(user, matches)])
        audit('login-failed', { ...origin, ...(user ? { userId: user.id } : {}) })
        if (user) this.#countFailure(user, origin)
        throw badLogin()
      }
      this.#throttle.succeeded(account, network)
      await this.#users.forgiveFailures(user)
      return isWeak(user.passwordHash) ? this.#strengthened(user, password) : user
    })
  }

  /** After the answer: a failure must take as long for an account as for none. */
  #countFailure(user: UserRecord, origin: Origin): void {
    setImmediate(async () => {
      try {
        const failures = await this.#users.countFailure(user)
        if (failures === mostFailures) audit('login-locked', { ...origin, userId: user.id })
      } catch (err) {
        log.error({ err }, 'a failed login could not be counted')
      }
    })
  }

  #refuseEarly(account: string, network: string, origin: Origin): void {
    const wait = this.#throttle.wait(account, network, this.#now())
    if (wait === 0) return
    audit('login-throttled', origin)
    countRefusal(['throttled'])
    const seconds = Math.ceil(wait / 1000)
    const limit = { limit: this.#freeFailures, unit: 'failures', by: 'account' }
    const message = `Too many failed logins. Try again in ${seconds} s.`
    throw usedUp(message, { ...limit, reason: 'failed_logins' }, seconds)
  }

  /** The user with a hash of the current cost. */
  async #strengthened(user: UserRecord, password: string): Promise<UserRecord> {
    return (await this.#users.setPassword(user, await hashPassword(password))) ?? user
  }
}

/** Why a password that was checked is not accepted. */
function wrongness(user: UserRecord | undefined, matches: boolean): string {
  if (!user) return 'unknown'
  if (!matches) return 'password'
  return user.disabledAt ? 'disabled' : 'locked'
}

/** Why a login failed before or after its password was checked. */
function toAuditEvent(error: unknown): string | undefined {
  if (error instanceof StoreError) return 'store'
  return error instanceof ApiError && error.code === 'OVERLOADED' ? 'overloaded' : undefined
}

function badLogin(): ApiError {
  return new ApiError('AUTHENTICATION_REQUIRED', texts.badLogin)
}
