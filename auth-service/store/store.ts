import type { KeyAllowList } from '../../kit/api/internal-answers.js'
import type { ClockMarks } from './clock-marks.js'
import type { ChangeFeed } from './feed.js'
import type { StoreHealth } from './store-health.js'

/**
 * The data of the auth service, and the interface of its stores. Records are plain JSON and
 * immutable: a change is a new object. Every time is in milliseconds since the epoch.
 */
export interface UserRecord {
  id: number
  email: string
  name: string
  role: string
  /** The user's own plan, in place of the role's. */
  plan?: string
  /** When the user's plan changed last: older tokens carry another one. */
  planChangedAt?: number
  /** argon2id in PHC form. */
  passwordHash: string
  createdAt: number
  disabledAt?: number
  /** Its deletion has begun, after which only the end of it follows. */
  isLeaving?: true
  /** Since when an admin wants to end its management of users, which waits for a check. */
  endingAt?: number
  /** Consecutive wrong passwords; absent when there were none since the last right one. */
  failedLogins?: number
  /**
   * Set on the rest of a deleted user: an id that is never assigned again, and no personal data.
   */
  deletedAt?: number
}

/** Makes e-mail addresses unique: its id is the address in its canonical form (users.ts). */
export interface EmailRecord {
  userId: number
}

/** One login and everything refreshed from it: the family of RFC 9700 section 4.14.2. */
export interface SessionRecord {
  id: string
  ownerId: number
  createdAt: number
  /**
   * How often the refresh token was rotated; with id and rotatedAt it determines the tokens to the
   * byte.
   */
  generation: number
  rotatedAt: number
  /** Signing key of the current tokens. */
  kid: string
  /** SHA-256 of the current refresh token, hex. */
  refreshHash: string
  /** SHA-256 of the one before, for a retry of the same refresh. */
  previousHash?: string
  /** End of the idle life. */
  expiresAt: number
  /** End of the absolute life. */
  lastsUntil: number
  endedAt?: number
}

export interface ApiKeyRecord {
  id: string
  ownerId: number
  name: string
  prefix: string
  /** SHA-256 of the whole key, hex. */
  hash: string
  scopes: readonly string[]
  /** The key's own plan, in place of its owner's. */
  plan?: string
  /** Where the key may be used from; everywhere without it. */
  allow?: KeyAllowList
  /** The least level of programs that may serve it (kit/api/levels.ts); any without it. */
  level?: number
  createdAt: number
  expiresAt: number
  /** When the key is revoked; in the future during the grace period of a rotation. */
  revokedAt?: number
  /** Set by a revocation: it is revoked now, whatever a clock says about `revokedAt`. */
  isRevoked?: true
  /** Id of the key that it replaces. */
  rotatedFrom?: string
  /** Id of the key that replaces it. */
  rotatedTo?: string
  lastUsedAt?: number
  lastUsedIp?: string
}

export interface SigningKeyRecord {
  /** PASERK id, `k4.pid.…`: the kid of the tokens. */
  id: string
  /** PASERK `k4.secret.…`. */
  secret: string
  createdAt: number
  /** When it starts to sign; if absent, at its creation. */
  signsFrom?: number
  /**
   * When it stops signing; its public half is published until the last token it signed has expired.
   */
  retiredAt?: number
}

/** What a link by mail is for (docs/auth-service.md). */
export type LinkPurpose = 'verify' | 'reset' | 'invite'
/** A mail that tells the owner of an account what has changed; it brings no link to be used. */
export type Notice = 'password-changed' | 'key-created'

/**
 * A link that a person gets by mail, and the mail itself until it is sent: one record, so that
 * neither exists without the other. A notice is a mail alone, without tokens.
 */
export interface LinkRecord {
  id: string
  purpose: LinkPurpose | 'notice'
  /** The recipient. */
  email: string
  createdAt: number
  /** When the record may be removed. */
  expiresAt: number
  /** The tokens that open it: one, or one for each try to send it. */
  tokens: readonly LinkToken[]
  /** The mail, until it was sent. */
  mail?: QueuedMail
  /** When it was used. */
  usedAt?: number
  /** Of a reset and a notice: the user. */
  ownerId?: number
  /** Of a reset: SHA-256 of the user's `passwordHash`, hex. Another password ends the link. */
  passwordDigest?: string
  /** Of a sign-up and a recovery: the network that asked for it. */
  network?: string
  /** Of a sign-up and an invitation. */
  role?: string
  /** Of a sign-up. */
  name?: string
  /** Of a sign-up: argon2id in PHC form. */
  passwordHash?: string
  /** Of a sign-up: how often a password was tried. */
  passwordTries?: number
}

export interface LinkToken {
  /** SHA-256 of the token, hex. */
  hash: string
  expiresAt: number
}

/** A mail that waits to be sent. */
export interface QueuedMail {
  /**
   * Its text (auth-service/accounts/mail-texts.ts). `none` is taken and marked like the others,
   * but not sent, so that the work does not show that there is no account.
   */
  template: LinkPurpose | Notice | 'known' | 'none'
  /** Number of times that it was tried. */
  tries: number
  /** When it is tried next. */
  dueAt: number
}

/** Kinds of records; the name is the collection's. */
export interface Records {
  users: UserRecord
  emails: EmailRecord
  sessions: SessionRecord
  apiKeys: ApiKeyRecord
  signingKeys: SigningKeyRecord
  links: LinkRecord
}
export type RecordKind = keyof Records
export const kinds = [
  'users',
  'emails',
  'sessions',
  'apiKeys',
  'signingKeys',
  'links',
] as const satisfies readonly RecordKind[]

/**
 * When a record, or what its tokens say of it, is over: ended, expired, retired, disabled, plan
 * changed; undefined if there is no such time.
 */
export function getEndOfRecord(record: Records[RecordKind]): number | undefined {
  const { endedAt, revokedAt, retiredAt, disabledAt, planChangedAt, expiresAt } = record as Partial<
    SessionRecord & ApiKeyRecord & SigningKeyRecord & UserRecord & LinkRecord
  >
  const all = [endedAt, revokedAt, retiredAt, disabledAt, planChangedAt, expiresAt]
  const times = all.filter((time) => time !== undefined)
  return times.length === 0 ? undefined : Math.min(...times)
}

/** The level of a record of any kind; 0 where any program can enforce it. */
export function getLevel(record: Records[RecordKind]): number {
  return (record as Partial<ApiKeyRecord>).level ?? 0
}

/** The size of a store, in records of all kinds. */
export interface Filled {
  records: number
  /** Above it the store accepts more, but becomes slow. */
  capacity: number
}

/**
 * The store. Every promise of a writing call resolves when the change will survive a crash, and
 * rejects with a StoreError when it was not made (or, if the store is a remote machine that stopped
 * answering, when that is unknown). The next call may succeed. One record is the unit of a change;
 * nothing here spans two of them. test/support/store-contract.ts tests every store for this.
 */
export interface Store {
  /** Whether other processes may write it too. */
  readonly isShared: boolean
  /** Its file or index, for operators. */
  readonly place: string
  /** Shared by every process that has this store open. */
  readonly feed: ChangeFeed
  /** The clock's state between two sweeps. */
  readonly clockMarks: ClockMarks
  /** Its current and designed size; undefined if an operator may add machines. */
  readonly filled: Filled | undefined
  readonly health: StoreHealth
  /** The record as last written, never an older one. */
  get<K extends RecordKind>(kind: K, id: string): Promise<Records[K] | undefined>
  /** @throws ConflictError when the id is taken. */
  create<K extends RecordKind>(kind: K, id: string, record: Records[K]): Promise<void>
  /**
   * Creates many records; existing ids are left unchanged. A crash may leave some of them created.
   */
  createAll<K extends RecordKind>(kind: K, records: ReadonlyMap<string, Records[K]>): Promise<void>
  /**
   * Changes a record in one atomic step. `change` returns the new record, or undefined to leave it;
   * it may be called again with a newer record when another process was faster. Leaving it also
   * waits until the record read will survive a crash.
   * @returns the record as it is afterwards, or undefined when there is none.
   */
  change<K extends RecordKind>(
    kind: K,
    id: string,
    change: (record: Records[K]) => Records[K] | undefined,
  ): Promise<Records[K] | undefined>
  /** The same for many records, one change each. */
  changeAll<K extends RecordKind>(
    kind: K,
    ids: readonly string[],
    change: (record: Records[K]) => Records[K] | undefined,
  ): Promise<void>
  remove(kind: RecordKind, ids: readonly string[]): Promise<void>
  /** All records of a kind, or those of one owner; includes every completed write. */
  list<K extends RecordKind>(kind: K, ownerId?: number): Promise<Records[K][]>
  /** All records of a kind by their ids; includes every completed write. */
  all<K extends RecordKind>(kind: K): Promise<ReadonlyMap<string, Records[K]>>
  /** How many records there are of a kind, or of one owner; cheaper than a list. */
  count(kind: RecordKind, ownerId?: number): Promise<number>
  /** The records that were over, by `overAt`, after `from` and up to `to`. */
  listOver<K extends RecordKind>(kind: K, from: number, to: number): Promise<Records[K][]>
  /** How many records, of any kind, need a higher level than this. */
  countAbove(level: number): Promise<number>
  /** Waits for pending writes, and closes the store. */
  close(): Promise<void>
}
