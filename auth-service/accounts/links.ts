import { createHash } from 'node:crypto'
import { ApiError, validationError } from '../../kit/api/errors.js'
import { randomLetters } from '../../kit/credentials/api-key-format.js'
import type { AccountsConfig } from '../config/config.js'
import { normalizeEmail } from '../kit/email.js'
import type {
  LinkPurpose,
  LinkRecord,
  LinkToken,
  Notice,
  QueuedMail,
  Store,
  UserRecord,
} from '../store/store.js'

/** How long a mail is tried, in milliseconds. */
const mailLifeMs = 86_400_000

/** How often a password can be tried with the link of a sign-up. */
const mostPasswordTries = 10

/** What a new link is for; its id, its times and its tokens are added. */
export type NewLink = Pick<LinkRecord, 'purpose' | 'email'> & Partial<LinkRecord>

/** A link and the token that opens it, in a record that was written. */
export interface OpenedLink {
  link: LinkRecord
  token: string
}

/** The links by mail, single-use: their records in the store. */
export class AccountLinks {
  readonly #store: Store
  readonly #config: AccountsConfig
  readonly #now: () => number

  constructor(store: Store, config: AccountsConfig, now: () => number) {
    this.#store = store
    this.#config = config
    this.#now = now
  }

  /**
   * Makes room for a link that a network asks for. Where too many are in force, the oldest one of
   * the network with most of them ends, so that no network takes the room of all others.
   * @throws ApiError OVERLOADED when that would only exchange one network for another.
   */
  async makeRoom(network: string): Promise<void> {
    const now = this.#now()
    const pending = (await this.#store.list('links')).filter(
      ({ purpose, usedAt, expiresAt }) =>
        purpose !== 'notice' && usedAt === undefined && expiresAt > now,
    )
    if (pending.length < this.#config.maxPending) return
    const fullest = fullestNetwork(pending)
    const own = pending.filter((link) => link.network === network).length
    if (fullest.length <= own + 1) throw tooManyLinks()
    const oldest = fullest.reduce((first, link) =>
      link.createdAt < first.createdAt ? link : first,
    )
    await this.#store.remove('links', [oldest.id])
  }

  /** Writes a link with the mail that brings it. */
  async queue(link: NewLink, template: QueuedMail['template']): Promise<void> {
    const now = this.#now()
    const mail = { template, tries: 0, dueAt: now }
    await this.#create({ ...link, tokens: [], expiresAt: now + mailLifeMs, mail })
  }

  /** Writes a mail without a link, unless the same one to the same user waits to be sent. */
  async queueNotice({ id: ownerId, email }: UserRecord, template: Notice): Promise<void> {
    const waits = (await this.#store.list('links')).some(
      (link) => link.ownerId === ownerId && link.mail?.template === template,
    )
    if (!waits) await this.queue({ purpose: 'notice', email, ownerId }, template)
  }

  /** Writes a link whose token is returned, in place of a mail. */
  async open(link: NewLink): Promise<OpenedLink> {
    const id = makeLinkId()
    const expiresAt = this.#now() + this.lifeMs(link.purpose)
    const { token, kept } = makeLinkToken(id, expiresAt)
    return { token, link: await this.#create({ ...link, id, tokens: [kept], expiresAt }) }
  }

  /**
   * The unused link of a token. @throws ApiError VALIDATION_ERROR for a token that opens nothing of
   * this purpose, or no longer.
   */
  async find(token: string, purpose: LinkPurpose): Promise<LinkRecord> {
    const parts = parseLinkToken(token)
    const link = parts && (await this.#store.get('links', parts.id))
    const isGood =
      link?.purpose === purpose &&
      link.usedAt === undefined &&
      link.tokens.some(({ hash, expiresAt }) => hash === parts?.hash && expiresAt > this.#now())
    if (!link || !isGood) throw badToken()
    return link
  }

  /** Removes the invitations of an address. */
  async withdrawInvitations(email: string): Promise<void> {
    const address = normalizeEmail(email)
    const earlier = (await this.#store.list('links')).filter(
      (link) => link.purpose === 'invite' && normalizeEmail(link.email) === address,
    )
    await this.#store.remove(
      'links',
      earlier.map(({ id }) => id),
    )
  }

  /** Counts a try before it is made. @throws ApiError VALIDATION_ERROR when there were too many. */
  async countPasswordTry({ id }: LinkRecord): Promise<void> {
    let isAllowed = false
    await this.#store.change('links', id, (link) => {
      const passwordTries = (link.passwordTries ?? 0) + 1
      isAllowed = passwordTries <= mostPasswordTries
      return isAllowed ? { ...link, passwordTries } : undefined
    })
    if (!isAllowed) throw badToken()
  }

  /** Marks a link as used. @throws ApiError VALIDATION_ERROR when it has been used meanwhile. */
  async use({ id }: LinkRecord): Promise<void> {
    const usedAt = this.#now()
    let isFirst = false
    await this.#store.change('links', id, ({ mail: _, ...link }) => {
      isFirst = link.usedAt === undefined
      return isFirst ? { ...link, usedAt } : undefined
    })
    if (!isFirst) throw badToken()
  }

  /** Life of a link from its sending, in milliseconds. */
  lifeMs(purpose: LinkRecord['purpose']): number {
    const { linkSeconds, invitationSeconds } = this.#config
    return 1000 * (purpose === 'invite' ? invitationSeconds : linkSeconds)
  }

  async #create(link: NewLink & Pick<LinkRecord, 'tokens' | 'expiresAt'>): Promise<LinkRecord> {
    const record = { id: makeLinkId(), createdAt: this.#now(), ...link }
    await this.#store.create('links', record.id, record)
    return record
  }
}

/** The links of the network that has most; those without a network are the operator's. */
function fullestNetwork(links: readonly LinkRecord[]): LinkRecord[] {
  const byNetwork = new Map<string, LinkRecord[]>()
  for (const link of links.filter(({ network }) => network !== undefined)) {
    const others = byNetwork.get(link.network!)
    if (others) others.push(link)
    else byNetwork.set(link.network!, [link])
  }
  return [...byNetwork.values()].reduce((most, own) => (own.length > most.length ? own : most), [])
}

function tooManyLinks(): ApiError {
  return new ApiError('OVERLOADED', 'Too many links wait for an answer. Try again later.', {
    headers: { 'Retry-After': '600' },
  })
}

/** The refusal of a token. */
export function badToken(): ApiError {
  return validationError({
    token: ['token is not valid: the link is incomplete, used or expired; ask for another one'],
  })
}

/**
 * Tokens of links: `npl_` + 16 letters, the id of the record, + `_` + 32 letters of base62, which
 * are random (190 bits). Only the hash is stored.
 */
const form = /^npl_([0-9A-Za-z]{16})_[0-9A-Za-z]{32}$/

/** A new id of a link. */
function makeLinkId(): string {
  return randomLetters(16)
}

/** A new token of a link, and what the record keeps of it. */
export function makeLinkToken(id: string, expiresAt: number): { token: string; kept: LinkToken } {
  const token = `npl_${id}_${randomLetters(32)}`
  return { token, kept: { hash: hashToken(token), expiresAt } }
}

/** The id and the hash of a token, or undefined for anything else. */
function parseLinkToken(token: string): { id: string; hash: string } | undefined {
  const id = form.exec(token)?.[1]
  return id === undefined ? undefined : { id, hash: hashToken(token) }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
