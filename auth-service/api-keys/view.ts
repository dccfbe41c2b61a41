import type { ApiKeyRecord } from '../store/store.js'
import type { Use } from './last-used.js'

export type KeyState = 'active' | 'expired' | 'revoked'

/** A key as the API shows it (SPEC 2.4, DESIGN 3): never its secret. */
export interface ApiKey {
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

/** A key just made, with the secret that is shown this once. */
export interface NewApiKey extends Pick<ApiKey, 'id' | 'name' | 'prefix' | 'scopes' | 'createdAt' | 'expiresAt'> {
  key: string
  rotatedFrom?: string
}

export function stateOf({ expiresAt, revokedAt }: ApiKeyRecord, now: number): KeyState {
  if (revokedAt !== undefined && revokedAt <= now) return 'revoked'
  return expiresAt <= now ? 'expired' : 'active'
}

/** When a key ends, by expiry or by the grace of its rotation. */
export function endOf({ expiresAt, revokedAt = expiresAt }: ApiKeyRecord): number {
  return Math.min(expiresAt, revokedAt)
}

export function showKey(record: ApiKeyRecord, use: Use, now: number): ApiKey {
  return {
    ...shared(record),
    state: stateOf(record, now),
    expiresInSeconds: Math.max(0, Math.floor((endOf(record) - now) / 1000)),
    lastUsedAt: use.at === undefined ? null : iso(use.at),
    lastUsedIp: use.address ?? null,
  }
}

export function showNewKey(record: ApiKeyRecord, key: string): NewApiKey {
  return { ...shared(record), key }
}

function shared({ id, name, prefix, scopes, createdAt, expiresAt, rotatedFrom }: ApiKeyRecord) {
  const facts = { id, name, prefix, scopes, createdAt: iso(createdAt), expiresAt: iso(expiresAt) }
  return rotatedFrom === undefined ? facts : { ...facts, rotatedFrom }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
