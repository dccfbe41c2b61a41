import type { ClockMarks } from './clock-marks.js'
import type { ChangeFeed } from './feed.js'

/**
 * What the auth service remembers, and the interface behind which it is kept. Records are plain JSON and immutable: a
 * change is a new object. Every time is in milliseconds since the epoch.
 */
export interface UserRecord {
  id: number
  email: string
  name: string
  role: string
  /** argon2id in PHC form. */
  passwordHash: string
  createdAt: number
  disabledAt?: number
  /** Wrong passwords in a row; absent when there were none since the last right one. */
  failedLogins?: number
  /** Set on what is left of a deleted user: an id that is never given again, and nothing else of the person. */
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
  /** How often the refresh token was rotated; with id and rotatedAt it determines the tokens to the byte. */
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
  createdAt: number
  expiresAt: number
  /** From when on the key is revoked; in the future while it is in the grace of a rotation. */
  revokedAt?: number
  /** Set by a revocation: it is revoked now, whatever a clock says of `revokedAt`. */
  isRevoked?: true
  rotatedFrom?: string
  lastUsedAt?: number
  lastUsedIp?: string
}

export interface SigningKeyRecord {
  /** PASERK id, `k4.pid.…`: the kid of the tokens. */
  id: string
  /** PASERK `k4.secret.…`. */
  secret: string
  createdAt: number
  /** From when on it signs; where it is absent, from its creation. */
  signsFrom?: number
  /** From when on it signs nothing more; its public half is known until the last token it signed has expired. */
  retiredAt?: number
}

/** Kinds of records; the name is the collection's. */
export interface Records {
  users: UserRecord
  emails: EmailRecord
  sessions: SessionRecord
  apiKeys: ApiKeyRecord
  signingKeys: SigningKeyRecord
}
export type Kind = keyof Records
export const kinds = ['users', 'emails', 'sessions', 'apiKeys', 'signingKeys'] as const satisfies readonly Kind[]

/** When a record is over: ended, expired, retired, disabled; undefined while nothing says when. */
export function overAt(record: Records[Kind]): number | undefined {
  const { endedAt, revokedAt, retiredAt, disabledAt, expiresAt } = record as Partial<
    SessionRecord & ApiKeyRecord & SigningKeyRecord & UserRecord
  >
  const times = [endedAt, revokedAt, retiredAt, disabledAt, expiresAt].filter((time) => time !== undefined)
  return times.length === 0 ? undefined : Math.min(...times)
}

/** How full a store is, in records of all kinds. */
export interface Filled {
  records: number
  /** It takes more, but becomes slow. */
  meantFor: number
}

/**
 * The store. Every promise of a writing call resolves when the change will survive a crash, and rejects with a
 * StoreError when it was not made (or, where the store is another machine that fell silent, when nobody knows). The next
 * call may succeed. One record is the unit of a change; nothing here spans two of them. test/support/store-contract.ts
 * holds every store to this.
 */
export interface Store {
  /** Whether other processes may write it too. */
  readonly isShared: boolean
  /** Of every process that has this store open. */
  readonly feed: ChangeFeed
  /** What is kept of the clock between two sweeps. */
  readonly clockMarks: ClockMarks
  /** How much it holds of what it is meant for; undefined where an operator may add machines. */
  readonly filled: Filled | undefined
  /** The record as last written, never an older one. */
  get<K extends Kind>(kind: K, id: string): Promise<Records[K] | undefined>
  /** @throws ConflictError when the id is taken. */
  create<K extends Kind>(kind: K, id: string, record: Records[K]): Promise<void>
  /** Makes many records, and leaves those whose id is taken as they are. A crash may leave some of them made. */
  createAll<K extends Kind>(kind: K, records: ReadonlyMap<string, Records[K]>): Promise<void>
  /**
   * Changes a record in one indivisible step. `change` answers the new record, or undefined to leave it; it may be
   * called again with a newer record when another process was faster. Leaving it also waits until what was seen will
   * survive a crash.
   * @returns the record as it is afterwards, or undefined when there is none.
   */
  change<K extends Kind>(
    kind: K,
    id: string,
    change: (record: Records[K]) => Records[K] | undefined,
  ): Promise<Records[K] | undefined>
  /** The same for many records, one change each. */
  changeAll<K extends Kind>(
    kind: K,
    ids: readonly string[],
    change: (record: Records[K]) => Records[K] | undefined,
  ): Promise<void>
  remove(kind: Kind, ids: readonly string[]): Promise<void>
  /** All records of a kind, or those of one owner; none that is written is missing. */
  list<K extends Kind>(kind: K, ownerId?: number): Promise<Records[K][]>
  /** All records of a kind by their ids; none that is written is missing. */
  all<K extends Kind>(kind: K): Promise<ReadonlyMap<string, Records[K]>>
  /** How many records of a kind an owner has; cheaper than a list. */
  count(kind: Kind, ownerId: number): Promise<number>
  /** The records that were over, by `overAt`, after `from` and up to `to`. */
  listOver<K extends Kind>(kind: K, from: number, to: number): Promise<Records[K][]>
  /** Waits for what is being written, and lets go of the store. */
  close(): Promise<void>
}
