import {
  LeasedWindows,
  type LeaseSource,
} from '../../../../../kit/rate-limit/shared/leased-windows.js'
import { type Given, SharedLimits } from '../../../../../kit/rate-limit/shared/shared-limits.js'
import type { WindowLength } from '../../../../../kit/rate-limit/window-length.js'
import { limitsContract } from '../../../../support/limits-contract.js'

/** Workers that share a ledger, each answered a moment later, as over IPC. */
function workersOf(workers: number) {
  const ledger = new SharedLimits(workers)
  let asked = 0
  const source: LeaseSource = {
    async take(options, taking): Promise<Given> {
      asked++
      await new Promise(setImmediate)
      const given = ledger.take(options, taking)
      await new Promise(setImmediate)
      return given
    },
    async giveBack(options, returned) {
      ledger.giveBack(options, returned)
    },
  }
  let made = 0
  const make = (
    length: WindowLength = 60,
    name = `counter ${++made}`,
    plans: { leastLimit?: number } = {},
  ) => new LeasedWindows(source, { name, length, maxKeys: 1000, ...plans })
  return { make, ledger, asked: () => asked }
}

limitsContract(workersOf(2).make)

const take = async (windows: LeasedWindows, limit: number) =>
  (await windows.take('a', 1, limit)).isTaken

describe.each([1, 2, 8])('over %d workers', (workers) => {
  const least = (limit: number) => (limit < 100 ? limit : Math.ceil(limit * 0.99))

  test.each([1, 10, 99, 100, 1000, 6000])(
    'a limit of %d is never exceeded, nor refused much too early',
    async (limit) => {
      const { make } = workersOf(workers)
      const all = Array.from({ length: workers }, () => make(60, 'shared'))
      let taken = 0
      for (let i = 0; i < limit * 1.2; i++) if (await take(all[i % workers]!, limit)) taken++
      expect(taken).toBeLessThanOrEqual(limit)
      expect(taken).toBeGreaterThanOrEqual(least(limit))
    },
  )

  test('the same when all ask at once', async () => {
    const { make } = workersOf(workers)
    const all = Array.from({ length: workers }, () => make(60, 'shared'))
    const takings = Array.from({ length: 1500 }, (_, i) => take(all[i % workers]!, 1000))
    const taken = (await Promise.all(takings)).filter(Boolean).length
    expect(taken).toBeLessThanOrEqual(1000)
    expect(taken).toBeGreaterThanOrEqual(990)
  })
})

test('of a large limit few takings ask, and those beyond it next to none', async () => {
  const { make, asked } = workersOf(1)
  const windows = make()
  for (let i = 0; i < 9000; i++) await take(windows, 10_000)
  expect(asked()).toBeLessThan(400)
  for (let i = 0; i < 2000; i++) await take(windows, 10_000)
  const before = asked()
  for (let i = 0; i < 2000; i++) expect(await take(windows, 10_000)).toBe(false)
  expect(asked() - before).toBeLessThan(20)
})

test('a worker that ends gives back what it has not spent', async () => {
  const { make } = workersOf(1)
  const [leaving, staying] = [make(60, 'shared'), make(60, 'shared')]
  await take(leaving, 1000)
  await leaving.close()
  expect(await staying.take('a', 0, 1000)).toMatchObject({ used: 1, remaining: 999 })
})

test.each([1, 3])(
  'a kill makes at most a half per cent of the least limit unusable for each of %d plans',
  async (plans) => {
    const workers = 4
    const { make, ledger } = workersOf(workers)
    const limits = [10_000, 20_000, 40_000].slice(0, plans)
    for (let worker = 0; worker < workers; worker++) {
      const windows = make('month', 'shared', { leastLimit: 10_000 })
      for (const limit of limits) await take(windows, limit)
    }
    // no worker has given back what it reserved
    const next = new SharedLimits(workers)
    next.restore(ledger.kept())
    const look = { key: 'a', weight: 0, limit: 10_000, wantsLease: false }
    const { remaining } = next.take({ name: 'shared', length: 'month', maxKeys: 10 }, look)
    const unusable = 10_000 - workers * plans - remaining
    expect(unusable).toBeGreaterThan(0)
    expect(unusable).toBeLessThanOrEqual(50 * plans)
  },
)

test('without the primary a worker counts alone', async () => {
  const gone = () => Promise.reject(new Error('gone'))
  const windows = new LeasedWindows(
    { take: gone, giveBack: gone },
    { name: 'a', length: 60, maxKeys: 10 },
  )
  expect([await take(windows, 2), await take(windows, 2), await take(windows, 2)]).toEqual([
    true,
    true,
    false,
  ])
})

test('a lease under one limit is not spent under a lower one', async () => {
  const { make } = workersOf(1)
  const windows = make()
  for (let i = 0; i < 600; i++) await take(windows, 6000)
  expect(await windows.take('a', 0, 6000)).toMatchObject({ used: 600 })
  expect(await take(windows, 600)).toBe(false)
  expect(await take(windows, 6000)).toBe(true)
})

test.each([60, 600])(
  'leases under a higher limit leave 99 %% of the least limit, %d, to its plan',
  async (leastLimit) => {
    const { make } = workersOf(2)
    const [gold, standard] = [1, 2].map(() => make(60, 'shared', { leastLimit }))
    await take(gold!, 600_000)
    let taken = 1
    while (await take(standard!, leastLimit)) taken++
    expect(taken).toBeGreaterThanOrEqual(leastLimit * 0.99)
  },
)

test('takings greater than a lease reserve no more than one', async () => {
  const { make } = workersOf(1)
  const [one, other] = [make(60, 'shared'), make(60, 'shared')]
  for (let i = 0; i < 50; i++) await one.take('a', 10, 1000)
  const { used } = await other.take('a', 0, 1000)
  expect(used).toBeGreaterThanOrEqual(500)
  expect(used).toBeLessThanOrEqual(505)
})

test('unused counters are dropped', () => {
  const ledger = new SharedLimits(1)
  const counter = (name: string, length: WindowLength) => ({ name, length, maxKeys: 10 })
  const taking = { key: 'a', weight: 1, limit: 10, wantsLease: true }
  ledger.take(counter('old', 1), taking)
  ledger.take(counter('new', 60), taking)
  ledger.take(counter('month', 'month'), taking)
  ledger.forgetEnded(performance.now() + 2000)
  expect(ledger.take(counter('old', 1), taking)).toMatchObject({ remaining: 9 })
  expect(ledger.take(counter('new', 60), taking)).toMatchObject({ remaining: 8 })
  expect(ledger.take(counter('month', 'month'), taking)).toMatchObject({ remaining: 8 })
})
