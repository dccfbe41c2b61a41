import type { ApiError } from '../../kit/api/errors.js'
import { usedUp } from '../../kit/api/rate-limited.js'
import type { SessionRecord } from '../store/store.js'

/** A session younger than this is never ended to make room, ms. */
const protectedMs = 3_600_000

/**
 * The sessions that end when a user with these sessions starts another one: the least recently used
 * ones above the limit. The last use of a session is its last refresh; the store knows no later
 * one.
 * @param live The user's active sessions.
 * @throws ApiError RATE_LIMITED with Retry-After when too few of them are an hour old.
 */
export function findDisplacedSessions(
  live: readonly SessionRecord[],
  maxPerUser: number,
  now: number,
): SessionRecord[] {
  const surplus = live.length + 1 - maxPerUser
  if (surplus <= 0) return []
  const byAge = live.toSorted((a, b) => a.createdAt - b.createdAt)
  const isOldAt = byAge[surplus - 1]!.createdAt + protectedMs
  if (isOldAt > now) throw tooMany(maxPerUser, Math.ceil((isOldAt - now) / 1000))
  const old = live.filter(({ createdAt }) => createdAt + protectedMs <= now)
  return old.sort((a, b) => a.rotatedAt - b.rotatedAt).slice(0, surplus)
}

function tooMany(maxPerUser: number, seconds: number): ApiError {
  const message =
    `You have ${maxPerUser} sessions younger than an hour, the maximum. Log out of one, or ` +
    `try again in ${seconds} s.`
  const limit = { limit: maxPerUser, unit: 'sessions', by: 'owner' }
  const windowSeconds = protectedMs / 1000
  return usedUp(message, { ...limit, windowSeconds, reason: 'young_sessions' }, seconds)
}
