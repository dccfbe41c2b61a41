import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import { isClockSteady } from '../../../auth-service/store/steady-clock.js'
import type { Store } from '../../../auth-service/store/store.js'
import { temporaryFolder } from '../../support/auth-service.js'
import { samples } from '../../support/store-records.js'

const minute = 60_000
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

/** When the clock is looked at, relative to the start in ms, and whether it may decide then. */
const courses: [string, [number, boolean][]][] = [
  [
    'a running service',
    [0, 10 * minute, 20 * minute, day, day + 10 * minute].map((at) => [at, true]),
  ],
  [
    'a night without',
    [
      [0, true],
      [day / 2, true],
    ],
  ],
  [
    'a jump of 400 days and back',
    [
      [0, true],
      [400 * day, false],
      [400 * day + minute, false],
      [minute, false],
    ],
  ],
  [
    'a jump while it runs',
    [
      [0, true],
      [10 * minute, true],
      [400 * day, false],
      [400 * day + 10 * minute, false],
    ],
  ],
  [
    'two jumps',
    [
      [0, true],
      [400 * day, false],
      [800 * day, false],
    ],
  ],
  [
    'a jump back',
    [
      [0, true],
      [-30 * day, false],
    ],
  ],
  [
    'a month without, then a day of running',
    [
      [0, true],
      [30 * day, false],
      [30 * day + 10 * minute, false],
      [30.5 * day, false],
      [31 * day, true],
      [31 * day + minute, true],
    ],
  ],
]
test.each(courses)('%s', async (_name, course) => {
  const seen: [number, boolean][] = []
  for (const [at] of course) seen.push([at, await isClockSteady(store, start + at)])
  expect(seen).toEqual(course)
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
