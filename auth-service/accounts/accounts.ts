import { createHash } from 'node:crypto'
import { ApiError, validationError } from '../../kit/api/errors.js'
import type { Invitation } from '../../kit/api/internal-answers.js'
import { log } from '../../kit/log/log.js'
import type { AccountsConfig } from '../config/config.js'
import type { Passwords } from '../passwords/passwords.js'
import type { LinkRecord, Notice, UserRecord } from '../store/store.js'
import { emailTaken, type User, type Users } from '../users/users.js'
import { type AccountLinks, badToken, type NewLink } from './links.js'
import { linkTo } from './mail-texts.js'
import type { Outbox } from './outbox.js'
import type { RequestLimits } from './request-limits.js'

export interface AccountsOptions {
  config: AccountsConfig
  /** PUBLIC_URL. */
  publicUrl: string | undefined
  users: Users
  passwords: Passwords
  links: AccountLinks
  limits: RequestLimits
  /** Undefined if no mail can be sent. */
  outbox: Outbox | undefined
}

/** What a person types who creates an account. */
export interface SignUp {
  email: string
  name: string
  password: string
}

/** How people create and recover accounts, by links that prove who reads an e-mail address. */
export class Accounts {
  readonly #parts: AccountsOptions

  constructor(parts: AccountsOptions) {
    this.#parts = parts
  }

  /** What people can do: it decides which calls are served, and what the page offers. */
  get openTo() {
    const { config, outbox, passwords } = this.#parts
    const { signUp } = config
    const recovery = signUp !== 'off' && outbox !== undefined
    return { signUp, recovery, passwordMinLength: passwords.minLength }
  }

  /**
   * Why an address may not sign up. Compared as typed: a domain of other letters could be another
   * one.
   */
  domainMistake(email: string): string | undefined {
    const { signUp, domains } = this.#parts.config
    if (signUp !== 'domains') return undefined
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
    if (domains.some((known) => known.toLowerCase() === domain)) return undefined
    return `email must have one of these domains: ${domains.join(', ')}`
  }

  /**
   * Starts a sign-up: the account is created when the link in the mail is used. An address that has
   * an account gets another mail; nothing else differs, neither the work nor the result.
   * @throws ApiError RATE_LIMITED, OVERLOADED, independent of the account.
   */
  async register({ email, name, password }: SignUp, address: string): Promise<void> {
    const { config, users, passwords, links, limits } = this.#parts
    const network = await limits.take({ address, email })
    await links.makeRoom(network)
    const passwordHash = await passwords.hash(password, { email, name })
    const user = await users.findByEmail(email)
    if (user) return this.#queueReset(user, 'known', network)
    const { role } = config
    await this.#queue({ purpose: 'verify', email, network, name, role, passwordHash }, 'verify')
  }

  /**
   * Creates the account of a sign-up. The password shows that the person who reads the mail is the
   * one who signed up: another one would choose the password of a stranger's account.
   * @throws ApiError VALIDATION_ERROR, OVERLOADED.
   */
  async verify(token: string, password: string): Promise<UserRecord> {
    const { passwords, links } = this.#parts
    const link = await links.find(token, 'verify')
    const { email, name = '', role = '', passwordHash = '' } = link
    await links.countPasswordTry(link)
    if (!(await passwords.matches(passwordHash, password))) throw wrongPassword()
    return this.#join(link, { email, name, role, passwordHash })
  }

  /**
   * Sends a link for a new password, if there is such an account; nothing else differs.
   * @throws ApiError RATE_LIMITED, OVERLOADED, independent of the account.
   */
  async recover(email: string, address: string): Promise<void> {
    const { users, links, limits } = this.#parts
    const network = await limits.take({ address, email })
    await links.makeRoom(network)
    const user = await users.findByEmail(email)
    if (user) return this.#queueReset(user, 'reset', network)
    await this.#queue({ purpose: 'reset', email, network }, 'none')
  }

  /** Sets a new password; all sessions end. @throws ApiError VALIDATION_ERROR. */
  async reset(token: string, password: string): Promise<UserRecord> {
    const { users, passwords, links } = this.#parts
    const link = await links.find(token, 'reset')
    const user = await users.find(link.ownerId ?? 0)
    if (!user || user.disabledAt || digestPassword(user) !== link.passwordDigest) throw badToken()
    await passwords.reset(user, password) // from then on the link opens nothing
    await links.use(link)
    return user
  }

  /** Invites a person; earlier invitations end. @throws ApiError FORBIDDEN, VALIDATION_ERROR. */
  async invite({ email, role = this.#parts.config.role }: Pick<User, 'email'> & { role?: string }) {
    const { config, users, links, outbox, publicUrl } = this.#parts
    if (config.signUp === 'off' || publicUrl === undefined) {
      const remedy = 'write signUp: invite under accounts in auth-service.config.yml'
      throw new ApiError('FORBIDDEN', `Invitations are off: ${remedy}`)
    }
    users.checkRole(role)
    if (await users.findByEmail(email)) throw emailTaken()
    await links.withdrawInvitations(email)
    const invitation: NewLink = { purpose: 'invite', email, role }
    if (outbox) {
      await this.#queue(invitation, 'invite')
      return { email, role } satisfies Invitation
    }
    const { token, link } = await links.open(invitation)
    return {
      email,
      role,
      link: linkTo(publicUrl, 'invite', token),
      expiresAt: new Date(link.expiresAt).toISOString(),
    } satisfies Invitation
  }

  /** Creates the account of an invitation. @throws ApiError VALIDATION_ERROR. */
  async accept({ token, name, password }: Omit<SignUp, 'email'> & { token: string }) {
    const { passwords, links } = this.#parts
    const link = await links.find(token, 'invite')
    const { email, role = '' } = link
    const passwordHash = await passwords.hash(password, { email, name })
    return this.#join(link, { email, name, role, passwordHash })
  }

  /**
   * Tells the owner of an account by mail what has changed in it, where mail can be sent. The change
   * is made: a mail that cannot be written is logged.
   */
  async notify(user: UserRecord, notice: Notice): Promise<void> {
    const { links, outbox } = this.#parts
    if (!outbox) return
    try {
      await links.queueNotice(user, notice)
      outbox.wake()
    } catch (err) {
      log.error({ err, userId: user.id, notice }, 'a mail could not be written')
    }
  }

  /**
   * Creates the account of a link, and spends the link last: a use that was cut off can be
   * repeated. Of two at once one succeeds, because an address has one account.
   */
  async #join(link: LinkRecord, account: Omit<User, 'id'> & { passwordHash: string }) {
    const { users, links } = this.#parts
    const known = await users.findByEmail(account.email)
    const isOwn = known?.passwordHash === account.passwordHash
    const user = isOwn ? known : await users.create(account)
    await links.use(link)
    return user
  }

  /** The mail goes to the address of the account: the typed one may be another's mailbox. */
  #queueReset(user: UserRecord, template: 'reset' | 'known', network: string): Promise<void> {
    const { id: ownerId, email } = user
    const passwordDigest = digestPassword(user)
    return this.#queue(
      { purpose: 'reset', email, network, ownerId, passwordDigest },
      user.disabledAt ? 'none' : template,
    )
  }

  async #queue(...link: Parameters<AccountLinks['queue']>): Promise<void> {
    await this.#parts.links.queue(...link)
    this.#parts.outbox?.wake()
  }
}

function wrongPassword(): ApiError {
  return validationError({
    password: ['password is not the one of this sign-up; if you do not know it, sign up again'],
  })
}

/** Identifies the password of a user, without its hash. */
function digestPassword({ passwordHash }: UserRecord): string {
  return createHash('sha256').update(passwordHash).digest('hex')
}
