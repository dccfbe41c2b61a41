import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import { isClockSteady } from '../../../auth-service/store/steady-clock.js'
import type { Store } from '../../../auth-service/store/store.js'
import { temporaryFolder } from '../../support/auth-service.js'
import { samples } from '../../support/store-records.js'

const day = 86_400_000
const start = 1.8e12

let folder: string
let store: Store
beforeEach(async () => {
  folder = temporaryFolder()
  store = await openLowdbStore(folder)
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

/** When the clock is looked at, relative to the start in days, and whether it may decide then. */
const courses: [string, Record<number, boolean>][] = [
  ['a running service', { 0: true, 0.01: true, 0.02: true, 1: true, 1.01: true }],
  ['a jump while it runs', { 0: true, 0.01: true, 400: false, 400.01: false }],
  [
    'a month without, then a day of running',
    { 0: true, 30: false, 30.01: false, 30.5: false, 31: true, 31.01: true },
  ],
]
test.each(courses)('%s', async (_name, course) => {
  const seen: [string, boolean][] = []
  for (const [at] of inOrder(course))
    seen.push([at, await isClockSteady(store, start + Number(at) * day)])
  expect(seen).toEqual(inOrder(course))
})

const inOrder = (course: Record<number, boolean>) =>
  Object.entries(course).sort(([a], [b]) => Number(a) - Number(b))

test.each([[400, 1 / 1440], [-30]])('a jump of %p days, and to %p', async (...days) => {
  expect(await isClockSteady(store, start)).toBe(true)
  for (const at of days) expect(await isClockSteady(store, start + at * day)).toBe(false)
})

test.each(['', '{', '{"at":"x"}'])(
  'a store whose mark is lost (%j) is not swept for a day',
  async (text) => {
    await isClockSteady(store, start)
    await store.create('users', samples.users.id, samples.users.record)
    writeFileSync(join(folder, 'auth.clock.json'), text)
    const seen = []
    for (const at of [0, day / 2, day]) seen.push(await isClockSteady(store, start + at))
    expect(seen).toEqual([false, false, true])
  },
)
