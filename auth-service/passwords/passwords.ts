import { countedAddress } from '../../kit/address.js'
import { ApiError, texts, validationError } from '../../kit/errors.js'
import { type AuditFacts, audit } from '../audit.js'
import type { Config } from '../config.js'
import type { Sessions, TokenPair } from '../sessions/sessions.js'
import { canonicalEmail, type User, type Users } from '../sessions/users.js'
import type { UserRecord } from '../store/store.js'
import { decoyHash, HashQueue, hashPassword, isWeak, verifyPassword } from './hashing.js'
import { passwordMistake } from './rules.js'
import { LoginThrottle } from './throttle.js'

/** Where a try comes from. */
type Origin = Pick<AuditFacts, 'requestId' | 'address'>

/** Everything that handles a password. */
export class Login {
  readonly #users: Users
  readonly #sessions: Sessions
  readonly #config: Config
  readonly #now: () => number
  readonly #throttle: LoginThrottle
  readonly #queue = new HashQueue()
  readonly #decoy: string

  private constructor(parts: { users: Users; sessions: Sessions; config: Config; now: () => number }, decoy: string) {
    this.#users = parts.users
    this.#sessions = parts.sessions
    this.#config = parts.config
    this.#now = parts.now
    this.#throttle = new LoginThrottle(parts.config.login)
    this.#decoy = decoy
  }

  static async create(parts: { users: Users; sessions: Sessions; config: Config; now: () => number }): Promise<Login> {
    return new Login(parts, await decoyHash())
  }

  /**
   * E-mail and password for tokens (SPEC 4.1).
   * @throws ApiError AUTHENTICATION_REQUIRED, the same for unknown e-mail, wrong password and disabled account;
   * RATE_LIMITED while the account must wait; OVERLOADED when too many log in at once.
   */
  async login({ email, password }: { email: string; password: string }, origin: Origin): Promise<TokenPair> {
    const user = await this.#checked(email, password, origin)
    const started = await this.#sessions.start(user)
    if (!started) throw badLogin()
    audit('login', { ...origin, userId: user.id, sessionId: started.session.id })
    return started.tokens
  }

  /**
   * Sets a new password on the strength of the present one; all other sessions end.
   * @throws ApiError as `login`, and VALIDATION_ERROR for a password that the rules refuse.
   */
  async changePassword(
    { user, session }: { user: UserRecord; session: { id: string } },
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    origin: Origin,
  ): Promise<void> {
    this.#refuseWeak('newPassword', newPassword, user)
    const known = await this.#checked(user.email, currentPassword, origin)
    const passwordHash = await this.#queue.run(() => hashPassword(newPassword))
    if (!(await this.#users.setPassword(known, passwordHash))) throw badLogin()
    await this.#sessions.endAll(user.id, session.id)
    audit('password-changed', { ...origin, userId: user.id, sessionId: session.id })
  }

  /** A new account, made by the operator. @throws ApiError VALIDATION_ERROR. */
  async createUser({ password, ...user }: Omit<User, 'id'> & { password: string }): Promise<UserRecord> {
    if (!Object.hasOwn(this.#config.roles, user.role)) {
      const roles = Object.keys(this.#config.roles).join(', ')
      throw validationError({ role: [`role must be one of ${roles}`] })
    }
    this.#refuseWeak('password', password, user)
    const passwordHash = await this.#queue.run(() => hashPassword(password))
    return this.#users.create({ ...user, passwordHash })
  }

  /** A new password set by the operator; all sessions end. @throws ApiError VALIDATION_ERROR. */
  async resetPassword(user: UserRecord, password: string): Promise<void> {
    this.#refuseWeak('password', password, user)
    const passwordHash = await this.#queue.run(() => hashPassword(password))
    if (!(await this.#users.setPassword(user, passwordHash))) {
      throw validationError({ password: ['The password was changed at the same moment; try again'] })
    }
    await this.#sessions.endAll(user.id)
  }

  /** The user whose e-mail and password these are. */
  async #checked(email: string, password: string, origin: Origin): Promise<UserRecord> {
    const account = canonicalEmail(email)
    const network = countedAddress(origin.address)
    this.#refuseEarly(account, network, origin)
    return this.#queue.run(async () => {
      this.#refuseEarly(account, network, origin) // others may have failed while this one waited
      const user = await this.#users.findByEmail(account)
      const matches = await verifyPassword(user?.passwordHash ?? this.#decoy, password)
      if (!matches || !user || user.disabledAt) {
        this.#throttle.failed(account, network, this.#now())
        audit('login-failed', { ...origin, ...(user ? { userId: user.id } : {}) })
        throw badLogin()
      }
      this.#throttle.succeeded(account, network)
      return isWeak(user.passwordHash) ? this.#strengthened(user, password) : user
    })
  }

  #refuseEarly(account: string, network: string, origin: Origin): void {
    const wait = this.#throttle.wait(account, network, this.#now())
    if (wait === 0) return
    audit('login-throttled', origin)
    const seconds = Math.ceil(wait / 1000)
    throw new ApiError('RATE_LIMITED', `Too many failed logins. Try again in ${seconds} s.`, {
      headers: { 'Retry-After': `${seconds}` },
    })
  }

  /** The user with a hash of today's cost. */
  async #strengthened(user: UserRecord, password: string): Promise<UserRecord> {
    return (await this.#users.setPassword(user, await hashPassword(password))) ?? user
  }

  #refuseWeak(field: string, password: string, { email, name }: Pick<User, 'email' | 'name'>): void {
    const { minLength } = this.#config.password
    const mistake = passwordMistake(field, password, { minLength, own: [email, name] })
    if (mistake) throw validationError({ [field]: [mistake] })
  }
}

function badLogin(): ApiError {
  return new ApiError('AUTHENTICATION_REQUIRED', texts.badLogin)
}
