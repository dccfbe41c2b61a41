import { rmSync } from 'node:fs'
import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import type { ApiKeyRecord, SessionRecord } from '../../../auth-service/store/store.js'
import { sweep } from '../../../auth-service/store/sweep.js'
import { temporaryFolder } from '../../support/auth-service.js'
import { key, samples } from '../../support/store-records.js'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const life = { accessMs: hour, refreshMs: 7 * day }
const now = 1.8e12

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => rmSync(folder, { recursive: true }))

test('removes what has no living token, and keys 30 days after their end', async () => {
  const { endedAt: _, previousHash: __, ...session } = samples.sessions.record
  const live = { expiresAt: now + day, lastsUntil: now + day }
  const sessions: Record<string, Partial<SessionRecord>> = {
    'kept in force': { ...live, rotatedAt: now - 6 * day },
    'kept ended, its token lives': { ...live, rotatedAt: now - hour, endedAt: now - minute },
    'gone ended, no token lives': {
      ...live,
      rotatedAt: now - hour - 6 * minute,
      endedAt: now - minute,
    },
    'gone expired': { rotatedAt: now - 7 * day, expiresAt: now - 1, lastsUntil: now + day },
  }
  const keys: Record<string, Partial<ApiKeyRecord>> = {
    'kept in force': {},
    'kept in the grace of a rotation': { revokedAt: now + minute },
    'kept revoked': { revokedAt: now - 29 * day },
    'gone revoked': { revokedAt: now - 31 * day },
    'gone expired': { expiresAt: now - 31 * day },
  }
  const store = await openLowdbStore(folder)
  for (const [id, facts] of Object.entries(sessions))
    await store.create('sessions', id, { ...session, id, ...facts })
  for (const [id, facts] of Object.entries(keys))
    await store.create('apiKeys', id, { ...key(id), ...facts })
  await sweep(store, life, now)
  for (const [kind, written] of [
    ['sessions', sessions],
    ['apiKeys', keys],
  ] as const) {
    const left = (await store.list(kind)).map(({ id }) => id)
    expect(left.sort()).toEqual(
      Object.keys(written)
        .filter((id) => id.startsWith('kept'))
        .sort(),
    )
  }
  await store.close()
})
