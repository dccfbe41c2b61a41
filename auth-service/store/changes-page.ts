import type { ChangesPage } from '../../kit/internal-answers.js'
import type { Change } from './feed.js'
import { overAt, type Records, type Store } from './store.js'

/** A question for changes. */
interface ChangesQuestion {
  /** Absent, of another run or too old, it is answered with everything. */
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
  // the cursor first: what changes while the snapshot is read is told again, never missed
  const { cursor: next, changes } = await store.feed.since(cursor, waitMs)
  const now = clock()
  const found = changes ?? (await everythingEnded(store, accessSeconds * 1000, now))
  const of = (kind: Change['of']) => found.filter((change) => change.of === kind).map(({ of: _, ...row }) => row)
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

/** Every end that an access token or a remembered verdict may have outlived. */
async function everythingEnded(store: Store, accessMs: number, now: number): Promise<Change[]> {
  const since = now - accessMs
  const [sessions, keys, users] = await Promise.all([
    store.listOver('sessions', since, now),
    store.listOver('apiKeys', since, now),
    store.listOver('users', 0, now),
  ])
  const ended = (of: Change['of'], record: Records['sessions' | 'apiKeys' | 'users']): Change => {
    const at = overAt(record) ?? now
    return { of, id: String(record.id), kind: 'ended', at, ...(of === 'sessions' ? { until: at + accessMs } : {}) }
  }
  return [
    ...sessions.map((record) => ended('sessions', record)),
    ...keys.map((record) => ended('keys', record)),
    ...users.map((record) => ended('users', record)),
  ]
}
