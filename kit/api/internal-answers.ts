/** What the calls of internal-api.ts are asked with and what they answer: plain JSON. */

/** What readiness and `/status` ask for. */
export interface Health {
  state: 'ready'
  /** How full the store is, in records; absent where an operator may add machines to it. */
  store?: { records: number; meantFor: number }
}

/** What tells a token of the service from any other: who makes them, for whom, and the keys that verify them. */
export interface PublicKeysAnswer {
  /** `iss` of every token. */
  issuer: string
  /** `aud` of every token. */
  audience: string
  /** Several are valid at once; the newest stands first. */
  keys: readonly PublicKeyRow[]
}

export interface PublicKeyRow {
  /** PASERK id `k4.pid.…`, which the footer of a token names. */
  kid: string
  /** PASERK `k4.public.…`. */
  key: string
}

/** Asks about an API key without sending it. */
export interface KeyQuestion {
  /** The first two segments of the key. */
  prefix: string
  /** SHA-256 of the whole key, hex. */
  hash: string
  /** The caller's address, for the key's owner to see where it was used last. */
  address?: string
}

export type KeyState = 'active' | 'expired' | 'revoked'

/** What the service says of an API key: of one that is good, also what the gateway may let it do. */
export type KeyVerdict = { state: 'expired' | 'revoked' | 'unknown'; asOf: number } | GoodKeyVerdict

interface GoodKeyVerdict {
  state: 'active'
  /** When the service read its store, ms since 1970 by its clock: a verdict older than a change must not be kept. */
  asOf: number
  id: string
  /** The user's id, equal to `sub` of the user's tokens. */
  ownerId: string
  /** What the key permits today: never more than its owner's role. */
  scopes: readonly string[]
  expiresAt: string
}

/** Something that ended (revoked, disabled, withdrawn) or changed (narrowed, another role) and must be forgotten. */
export interface ChangeRow {
  id: string
  /** `ended`: refuse it from now on. `changed`: forget what was known of it and ask again. */
  kind: 'ended' | 'changed'
  /** ms since 1970 by the service's clock. */
  at: number
  /** Until when an end must be remembered, ms since 1970. */
  until?: number
}

/** One answer of the changes feed. */
export interface ChangesPage {
  /** Where to ask from next time. */
  cursor: string
  /** When the service read its store, ms since 1970 by its clock. */
  asOf: number
  /** True when this is everything that has ended and may still matter, in place of what was known before. */
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
  createdAt: string
  disabled: boolean
}

/** What was deleted. */
export interface DeletedUser {
  id: number
  email: string
  /** How many API keys were revoked with the user. */
  keysRevoked: number
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
  createdAt: string
  expiresAt: string
  state: KeyState
  /** Seconds until it ends, 0 when it has ended. */
  expiresInSeconds: number
  lastUsedAt: string | null
  lastUsedIp: string | null
  rotatedFrom?: string
}

/** An API key as the operator sees it. */
export interface ApiKeyRow extends OwnApiKey {
  ownerId: number
}

/** A key just made, with the secret that is shown this once. */
export interface NewApiKey extends Pick<OwnApiKey, 'id' | 'name' | 'prefix' | 'scopes' | 'createdAt' | 'expiresAt'> {
  key: string
  rotatedFrom?: string
}

/** The service's signing keys, the newest first. */
export interface SigningKeyRows {
  keys: readonly SigningKeyRow[]
}

export interface SigningKeyRow {
  kid: string
  /** `next`: published, and signs from `signsFrom` on. `signing`: signs new tokens. `verifying`: only verifies older ones. */
  state: 'next' | 'signing' | 'verifying'
  createdAt: string
  signsFrom: string
  /** Since when it only verifies. */
  retiredAt: string | null
}
