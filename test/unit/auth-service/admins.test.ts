import { Admins } from '../../../auth-service/administration/admins.js'
import { UserChanges } from '../../../auth-service/administration/user-changes.js'
import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import type { Store, UserRecord } from '../../../auth-service/store/store.js'
import { temporaryFolder } from '../../support/auth-service.js'
import { serviceParts } from '../../support/service-parts.js'

const roles = { admin: ['users:manage'], user: [] }
const minute = 60_000
let time = 1.8e12
let store: Store
beforeAll(async () => {
  store = await openLowdbStore(temporaryFolder())
})
afterAll(() => store.close())

/** One of several services on the store. */
async function service() {
  const now = () => time
  const parts = await serviceParts(store, { now })
  return { ...parts, admins: new Admins({ users: parts.users, roles, now }) }
}
type Service = Awaited<ReturnType<typeof service>>

/** The only two admins of the store. */
async function twoAdmins({ users }: Service): Promise<[UserRecord, UserRecord]> {
  for (const user of await users.list())
    if (user.role === 'admin') await users.setRole(user, 'user')
  const account = { name: 'x', role: 'admin', passwordHash: 'x' }
  const created = [1, 2].map((i) =>
    users.create({ ...account, email: `a${i}-${time++}@x.example` }),
  )
  return (await Promise.all(created)) as [UserRecord, UserRecord]
}

const managersOf = async ({ users }: Service) =>
  (await users.list()).filter(({ role, disabledAt }) => role === 'admin' && !disabledAt).length

type End = (service: Service, admin: UserRecord, user: UserRecord) => Promise<unknown>
const ends: Record<string, End> = {
  disables: ({ admins, ...parts }, admin, { id }) =>
    admins.run(admin, String(id), async (task) => {
      await admins.mayChange(task, { disabled: true })
      await new UserChanges(parts).disable(task.user)
    }),
  demotes: ({ admins, users }, admin, { id }) =>
    admins.run(admin, String(id), async (task) => {
      await admins.mayChange(task, { role: 'user' })
      await users.setRole(task.user, 'user')
    }),
  deletes: ({ admins, ...parts }, admin, { id }) =>
    admins.run(admin, String(id), async ({ user }) => {
      await admins.mustRemain(user)
      await new UserChanges(parts).remove(user)
    }),
  leaves: ({ admins, ...parts }, admin) =>
    admins.leave(admin, async () => void (await new UserChanges(parts).remove(admin))),
}

test.each(Object.entries(ends))(
  'two admins: where each %s at once on two services, one remains',
  async (_, end) => {
    const [here, there] = [await service(), await service()]
    for (let round = 0; round < 3; round++) {
      const [one, other] = await twoAdmins(here)
      await Promise.allSettled([end(here, one, other), end(there, other, one)])
      expect(await managersOf(here)).toBeGreaterThanOrEqual(1)
    }
  },
)

test.each(Object.entries(ends))('one admin who %s after the other does it', async (_, end) => {
  const here = await service()
  const [one, other] = await twoAdmins(here)
  await end(here, one, other)
  const last = (await here.users.find(one.id))!.role === 'admin' ? one : other
  await expect(end(here, last, last)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await managersOf(here)).toBe(1)
})

test('a mark that a crash has left counts for five minutes; it is no part of what follows', async () => {
  const here = await service()
  const [one, other] = await twoAdmins(here)
  await here.users.markEnding(other, time)
  await expect(ends.leaves!(here, one, one)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  time += 5 * minute
  await ends.leaves!(here, one, one)
  await here.users.setRole(other, 'user')
  expect(await here.users.find(other.id)).not.toHaveProperty('endingAt')
})
