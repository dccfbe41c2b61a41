import type { ChangesPage } from '../../kit/internal-answers.js'
import type { Change } from './feed.js'
import { overAt, type Records, type Store } from './store.js'

/** The changes since a cursor, or everything when the cursor is absent, of another run, or too old. */
export async function changesSince(
  store: Store,
  cursor: string | undefined,
  accessSeconds: number,
  now: number,
): Promise<ChangesPage> {
  // the cursor first: what changes while the snapshot is read is told again, never missed
  const { cursor: next, changes } = await store.feed.since(cursor)
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
