/** The parameters and results of the calls of internal-api.ts: plain JSON. */

/** The answer for readiness and `/status`. */
export interface Health {
  state: 'ready'
  /** By its clock, ms since 1970. */
  now: number
  /** How full the store is, in records; absent where an operator may add machines to it. */
  store?: { records: number; capacity: number }
  /** Why the store cannot be used: `full`, or `away`; absent while it can. */
  storeFault?: string
}

/**
 * What identifies a token of the service: its issuer, its audience, and the keys that verify it.
 */
export interface PublicKeysAnswer {
  /** `iss` of every token. */
  issuer: string
  /** `aud` of every token. */
  audience: string
  /** Several are valid at once, the newest first. */
  keys: readonly PublicKeyRow[]
}

export interface PublicKeyRow {
  /** PASERK id `k4.pid.…`, named in the footer of a token. */
  kid: string
  /** PASERK `k4.public.…`. */
  key: string
}

/** Asks about an API key without sending it. */
export interface KeyToVerify {
  /** The first two segments of the key. */
  prefix: string
  /** SHA-256 of the whole key, hex. */
  hash: string
  /** The caller's address, shown to the key's owner as its last use. */
  address?: string
}

export type KeyState = 'active' | 'expired' | 'revoked'

/** What the service says of an API key; for a valid one, also what it permits. */
export type KeyVerification =
  | { state: 'expired' | 'revoked' | 'unknown'; asOf: number }
  | ActiveKeyVerification

interface ActiveKeyVerification {
  state: 'active'
  /**
   * When the service read its store, ms since 1970 by its clock: a result older than a change must
   * not be cached.
   */
  asOf: number
  id: string
  /** The user's id, equal to `sub` of the user's tokens. */
  ownerId: string
  /** The key's current permissions: never more than its owner's role. */
  scopes: readonly string[]
  /** The key's plan, its owner's, or that of the owner's role; absent: `default`. */
  plan?: string
  /** Where it may be used from; everywhere without it. */
  allow?: KeyAllowList
  expiresAt: string
}

/** Where a key may be used from. A request must match both lists, if there are two. */
export interface KeyAllowList {
  /** Networks of clients, such as 203.0.113.0/24, in canonical form. */
  addresses?: readonly string[]
  /** Origins of pages, as browsers send them. */
  origins?: readonly string[]
}

/**
 * Something that ended (revoked, disabled, withdrawn) or changed (narrowed, another role) and must
 * be dropped from caches.
 */
export interface ChangeRow {
  id: string
  /** `ended`: refuse it from now on. `changed`: drop what is cached and ask again. */
  kind: 'ended' | 'changed'
  /** ms since 1970 by the service's clock. */
  at: number
  /** Of a user whose plan alone changed: that of the tokens, which stay valid. */
  plan?: string
  /** Until when it must be remembered, ms since 1970. */
  until?: number
}

/** One answer of the changes feed. */
export interface ChangesPage {
  /** The cursor of the next request. */
  cursor: string
  /** When the service read its store, ms since 1970 by its clock. */
  asOf: number
  /**
   * True when this lists everything that has ended and may still matter, and replaces what was
   * known before.
   */
  full: boolean
  keys: readonly ChangeRow[]
  sessions: readonly ChangeRow[]
  users: readonly ChangeRow[]
  signingKeys: readonly ChangeRow[]
}

/** A user as the operator sees one. */
export interface UserRow {
  id: number
  email: string
  name: string
  role: string
  /** The plan in force: the user's own, or that of the role. */
  plan: string
  createdAt: string
  disabled: boolean
}

/** What an import did to a user, or would do. */
export interface ImportedUser {
  email: string
  outcome: 'created' | 'changed' | 'unchanged'
}

/** What was deleted. */
export interface DeletedUser {
  id: number
  email: string
  /** How many API keys were revoked with the user. */
  keysRevoked: number
}

/** An invitation. */
export interface Invitation {
  email: string
  role: string
  /** The link, where no mail can be sent: it is shown only once. */
  link?: string
  /** Until when the link is valid; a mailed one is valid from its sending. */
  expiresAt?: string
}

export interface NewUser {
  email: string
  name: string
  /** `user` when left out. */
  role?: string
  password: string
}

/** An API key as its owner sees it (docs/api.md, API keys): never its secret. */
export interface OwnApiKey {
  id: string
  name: string
  prefix: string
  scopes: readonly string[]
  /** The plan in force, unless it is `default`. */
  plan?: string
  /** Where it may be used from; everywhere without it. */
  allow?: KeyAllowList
  createdAt: string
  /** When it ends: by its expiry, its revocation or the grace period of its rotation. */
  expiresAt: string
  state: KeyState
  /** Seconds until then, 0 when it has ended. */
  expiresInSeconds: number
  lastUsedAt: string | null
  lastUsedIp: string | null
  /** Id of the key that it replaces. */
  rotatedFrom?: string
  /** Id of the key that replaces it. */
  rotatedTo?: string
}

/** An API key as the operator sees it. */
export interface ApiKeyRow extends OwnApiKey {
  /** The plan in force. */
  plan: string
  ownerId: number
  /** The owner's e-mail address; null when the user was deleted. */
  owner: string | null
}

/** A new key, with its secret, which is shown only once. */
export interface CreatedApiKey
  extends Pick<OwnApiKey, 'id' | 'name' | 'prefix' | 'scopes' | 'createdAt' | 'expiresAt'> {
  key: string
  allow?: KeyAllowList
  rotatedFrom?: string
}

/** The service's signing keys, the newest first. */
export interface SigningKeyRows {
  keys: readonly SigningKeyRow[]
}

export interface SigningKeyRow {
  kid: string
  /**
   * `next`: published, and signs from `signsFrom` on. `signing`: signs new tokens. `verifying`:
   * only verifies older ones.
   */
  state: 'next' | 'signing' | 'verifying'
  createdAt: string
  signsFrom: string
  /** Since when it only verifies. */
  retiredAt: string | null
}
