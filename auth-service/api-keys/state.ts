import type { KeyState } from '../../kit/api/internal-answers.js'
import type { ApiKeyRecord } from '../store/store.js'

export function stateOf({ expiresAt, revokedAt, isRevoked }: ApiKeyRecord, now: number): KeyState {
  if (isRevoked) return 'revoked'
  if (revokedAt !== undefined && revokedAt <= now) return 'revoked'
  return expiresAt <= now ? 'expired' : 'active'
}

/** When a key ends, by expiry or by the grace period of its rotation; ms since the epoch. */
export function endOf({ expiresAt, revokedAt = expiresAt }: ApiKeyRecord): number {
  return Math.min(expiresAt, revokedAt)
}
