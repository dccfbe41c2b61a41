import type { ChangesPage } from '../../kit/api/internal-answers.js'
import type { Change } from './feed.js'
import { overAt, type Records, type Store } from './store.js'
import { clockSpareMs } from './sweep.js'

/** A request for changes. */
interface ChangesQuestion {
  /** If absent, of another run or too old, everything is returned. */
  cursor: string | undefined
  /** How long the answer may wait for a change, in milliseconds. */
  waitMs: number
  /** Life of an access token, in seconds. */
  accessSeconds: number
  /** The time, in milliseconds since 1970. */
  clock(): number
}

/** The changes since a cursor, or everything. */
export async function changesSince(store: Store, question: ChangesQuestion): Promise<ChangesPage> {
  const { cursor, waitMs, accessSeconds, clock } = question
  // the cursor first: a change during the snapshot is reported again, never missed
  const { cursor: next, changes } = await store.feed.since(cursor, waitMs)
  const now = clock()
  const found = changes ?? (await everythingEnded(store, accessSeconds * 1000, now))
  const of = (kind: Change['of']) =>
    found.filter((change) => change.of === kind).map(({ of: _, ...row }) => row)
  return {
    cursor: next,
    asOf: now,
    full: changes === undefined,
    keys: of('keys'),
    sessions: of('sessions'),
    users: of('users'),
    signingKeys: of('signingKeys'),
  }
}

/**
 * Every end that an access token or a cached verdict may have outlived. A record with its own end
 * (`endedAt`, …) has ended, even if the clock that set it was ahead.
 */
async function everythingEnded(store: Store, accessMs: number, now: number): Promise<Change[]> {
  const [since, until] = [now - accessMs - clockSpareMs, now + clockSpareMs]
  const [sessions, keys, users] = await Promise.all([
    store.listOver('sessions', since, until),
    store.listOver('apiKeys', since, until),
    store.listOver('users', 0, Number.MAX_SAFE_INTEGER),
  ])
  const ended = (of: Change['of'], record: Records['sessions' | 'apiKeys' | 'users']): Change => {
    const at = overAt(record) ?? now
    return {
      of,
      id: String(record.id),
      kind: 'ended',
      at,
      ...(of === 'sessions' ? { until: at + accessMs } : {}),
    }
  }
  return [
    ...sessions
      .filter(({ endedAt, expiresAt }) => endedAt || expiresAt <= now)
      .map((session) => ended('sessions', session)),
    ...keys
      .filter((key) => key.isRevoked || (overAt(key) ?? now) <= now)
      .map((key) => ended('keys', key)),
    ...users.map((user) => ended('users', user)),
  ]
}
