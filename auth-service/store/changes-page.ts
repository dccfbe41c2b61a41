import type { ChangeRow, ChangesPage } from '../../kit/api/internal-answers.js'
import type { Change } from './feed.js'
import { getEndOfRecord, type Records, type Store, type UserRecord } from './store.js'
import { clockSpareMs } from './sweep.js'

/** A request for changes. */
interface ChangesRequest {
  /** If absent, of another run or too old, everything is returned. */
  cursor: string | undefined
  /** How long the answer may wait for a change, in milliseconds. */
  waitMs: number
  /** Life of an access token, in seconds. */
  accessSeconds: number
  /** The plan of a user's tokens. */
  getPlan(user: UserRecord): string
  /** The time, in milliseconds since 1970. */
  clock(): number
}

/** The changes since a cursor, or everything. */
export async function changesSince(store: Store, request: ChangesRequest): Promise<ChangesPage> {
  const { cursor, waitMs, accessSeconds, getPlan, clock } = request
  const accessMs = accessSeconds * 1000
  // the cursor first: a change during the snapshot is reported again, never missed
  const { cursor: next, changes } = await store.feed.since(cursor, waitMs)
  const now = clock()
  const found = changes ?? (await everythingOver(store, { accessMs, getPlan, now }))
  const of = (kind: Change['of']) =>
    found.filter((change) => change.of === kind).map(({ of: _, ...row }) => lasting(row, accessMs))
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

/** The plan of a user's tokens matters until the last token that carries another has expired. */
function lasting(row: ChangeRow, accessMs: number): ChangeRow {
  return row.plan === undefined ? row : { ...row, until: row.at + accessMs }
}

/**
 * Every end, and every plan, that an access token or a cached result may have outlived. A record
 * with its own end (`endedAt`, …) has ended, even if the clock that set it was ahead.
 */
async function everythingOver(
  store: Store,
  { accessMs, getPlan, now }: { accessMs: number; getPlan(user: UserRecord): string; now: number },
): Promise<Change[]> {
  const [since, until] = [now - accessMs - clockSpareMs, now + clockSpareMs]
  const [sessions, keys, users] = await Promise.all([
    store.listOver('sessions', since, until),
    store.listOver('apiKeys', since, until),
    store.listOver('users', 0, Number.MAX_SAFE_INTEGER),
  ])
  const ended = (of: Change['of'], record: Records['sessions' | 'apiKeys']): Change => {
    const at = getEndOfRecord(record) ?? now
    return {
      of,
      id: record.id,
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
      .filter((key) => key.isRevoked || (getEndOfRecord(key) ?? now) <= now)
      .map((key) => ended('keys', key)),
    ...users.flatMap((user): Change[] => {
      const { id, disabledAt, planChangedAt = 0 } = user
      const change = { of: 'users', id: String(id) } as const
      if (disabledAt !== undefined) return [{ ...change, kind: 'ended', at: disabledAt }]
      if (planChangedAt <= since) return []
      return [{ ...change, kind: 'changed', at: planChangedAt, plan: getPlan(user) }]
    }),
  ]
}
