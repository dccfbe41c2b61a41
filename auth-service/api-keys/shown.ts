import type { NewApiKey, OwnApiKey } from '../../kit/api/internal-answers.js'
import type { ApiKeyRecord } from '../store/store.js'
import type { KeyUse } from './last-used.js'
import { endOf, stateOf } from './state.js'

/** A key as its owner sees it. */
export function shownKey(record: ApiKeyRecord, use: KeyUse, now: number): OwnApiKey {
  const { rotatedTo } = record
  return {
    ...shared(record),
    ...(rotatedTo !== undefined && { rotatedTo }),
    state: stateOf(record, now),
    expiresInSeconds: Math.max(0, Math.floor((endOf(record) - now) / 1000)),
    lastUsedAt: use.at === undefined ? null : iso(use.at),
    lastUsedIp: use.address ?? null,
  }
}

/** A new key, with its secret. */
export function shownNewKey(record: ApiKeyRecord, key: string): NewApiKey {
  return { ...shared(record), key }
}

function shared(record: ApiKeyRecord) {
  const { id, name, prefix, scopes, allow, rotatedFrom } = record
  const times = { createdAt: iso(record.createdAt), expiresAt: iso(endOf(record)) }
  const facts = { id, name, prefix, scopes, ...times }
  return { ...facts, ...(allow && { allow }), ...(rotatedFrom !== undefined && { rotatedFrom }) }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
