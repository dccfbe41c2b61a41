import { randomUUID } from 'node:crypto'
import type { SessionRecord, UserRecord } from '../../auth-service/store/store.js'
import { type ServiceParts, serviceParts } from './service-parts.js'
import type { StorePlace } from './store-contract.js'

const hour = 3_600_000
const maxPerUser = 5

/**
 * What auth-service/sessions promises about the number of sessions, as tests: it holds on every
 * store.
 */
export function boundedSessions(makePlace: () => Promise<StorePlace>): void {
  let place: StorePlace
  let service: ServiceParts
  let user: UserRecord
  let now: number
  beforeEach(async () => {
    now = 1.8e12
    place = await makePlace()
    const yaml = `sessions: { maxPerUser: ${maxPerUser} }`
    service = await serviceParts(await place.open(), { yaml, now: () => now })
    user = await service.users.create({
      email: `${randomUUID()}@example.org`,
      name: 'x',
      role: 'user',
      passwordHash: 'x',
    })
  })
  afterEach(async () => {
    await service.close()
    await place.remove()
  })

  const logIn = async () => (await service.sessions.start(user))!
  const live = async () => {
    const sessions = await service.store.list('sessions', user.id)
    return sessions.filter(({ endedAt }) => endedAt === undefined).map(({ id }) => id)
  }
  /** Logs in so often, a second after the other. */
  const logInTimes = async (times: number) => {
    const sessions: SessionRecord[] = []
    for (let i = 0; i < times; i++) {
      sessions.push((await logIn()).session)
      now += 1000
    }
    return sessions
  }

  test('of 20 logins at once as many succeed as there may be sessions; the others are told to wait', async () => {
    const logins = await Promise.allSettled(Array.from({ length: 20 }, logIn))
    const refused = logins
      .filter((login) => login.status === 'rejected')
      .map(({ reason }) => reason)
    expect([refused.length, (await live()).length]).toEqual([20 - maxPerUser, maxPerUser])
    for (const error of refused)
      expect(error).toMatchObject({ code: 'RATE_LIMITED', headers: { 'Retry-After': '3600' } })
  })

  test('one more ends the longest unused, never one younger than an hour, and the feed tells of it', async () => {
    const [first, second, ...rest] = await logInTimes(maxPerUser)
    now = first!.createdAt + hour - 1
    await expect(logIn()).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      headers: { 'Retry-After': '1' },
    })
    // the first two are old enough, and the older one of them was used since
    now = second!.createdAt + hour
    await service.store.change('sessions', first!.id, (session) => ({
      ...session,
      rotatedAt: now - 1,
    }))
    const { cursor } = await service.store.feed.since(undefined, 0)
    const { session, displaced } = await logIn()
    expect(displaced.map(({ id }) => id)).toEqual([second!.id])
    expect((await live()).sort()).toEqual([first!, ...rest, session].map(({ id }) => id).sort())
    const { changes } = await service.store.feed.since(cursor, 0)
    expect(changes).toEqual([
      { of: 'sessions', id: second!.id, kind: 'ended', at: now, until: now + hour },
    ])
  })

  test('of many logins at once each ends one of the old, and none of the new', async () => {
    const old = await logInTimes(maxPerUser)
    now += hour
    const logins = await Promise.allSettled(Array.from({ length: 9 }, logIn))
    const started = logins.flatMap((login) => (login.status === 'fulfilled' ? [login.value] : []))
    expect(started.flatMap(({ displaced }) => displaced.map(({ id }) => id))).toEqual(
      old.map(({ id }) => id),
    )
    expect((await live()).sort()).toEqual(started.map(({ session }) => session.id).sort())
  })

  test('sessions of other users, and those that are over, take no room', async () => {
    const [first] = await logInTimes(maxPerUser)
    await service.sessions.end(first!.id)
    await service.sessions.start({ ...user, id: user.id + 1 }) // no one: it ends at once
    expect((await logIn()).displaced).toEqual([])
    now += 8 * 24 * hour
    expect((await logIn()).displaced).toEqual([])
  })
}
