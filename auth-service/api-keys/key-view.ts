import type { CreatedApiKey, KeyState, OwnApiKey } from '../../kit/api/internal-answers.js'
import type { ApiKeyRecord } from '../store/store.js'
import type { KeyUse } from './last-used.js'

/** A key as its owner sees it. */
export function toOwnApiKey(record: ApiKeyRecord, use: KeyUse, now: number): OwnApiKey {
  const { rotatedTo } = record
  return {
    ...toSharedFacts(record),
    ...(rotatedTo !== undefined && { rotatedTo }),
    state: getKeyState(record, now),
    expiresInSeconds: Math.max(0, Math.floor((getKeyEnd(record) - now) / 1000)),
    lastUsedAt: use.at === undefined ? null : toIsoTime(use.at),
    lastUsedIp: use.address ?? null,
  }
}

/** A new key, with its secret. */
export function toCreatedApiKey(record: ApiKeyRecord, key: string): CreatedApiKey {
  return { ...toSharedFacts(record), key }
}

function toSharedFacts(record: ApiKeyRecord) {
  const { id, name, prefix, scopes, allow, rotatedFrom } = record
  const times = { createdAt: toIsoTime(record.createdAt), expiresAt: toIsoTime(getKeyEnd(record)) }
  const facts = { id, name, prefix, scopes, ...times }
  return { ...facts, ...(allow && { allow }), ...(rotatedFrom !== undefined && { rotatedFrom }) }
}

function toIsoTime(time: number): string {
  return new Date(time).toISOString()
}

export function getKeyState(
  { expiresAt, revokedAt, isRevoked }: ApiKeyRecord,
  now: number,
): KeyState {
  if (isRevoked) return 'revoked'
  if (revokedAt !== undefined && revokedAt <= now) return 'revoked'
  return expiresAt <= now ? 'expired' : 'active'
}

/** When a key ends, by expiry or by the grace period of its rotation; ms since the epoch. */
export function getKeyEnd({ expiresAt, revokedAt = expiresAt }: ApiKeyRecord): number {
  return Math.min(expiresAt, revokedAt)
}
