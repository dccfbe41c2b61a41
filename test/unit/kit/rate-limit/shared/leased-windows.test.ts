import {
  LeasedWindows,
  type LeaseSource,
} from '../../../../../kit/rate-limit/shared/leased-windows.js'
import { type Given, SharedLimits } from '../../../../../kit/rate-limit/shared/shared-limits.js'
import { limitsContract } from '../../../../support/limits-contract.js'

/** Workers that share a ledger, each answered a moment later, as over IPC. */
function workersOf(workers: number) {
  const ledger = new SharedLimits(workers)
  let asked = 0
  const now = () => Math.floor(performance.now())
  const source: LeaseSource = {
    async take(options, taking): Promise<Given> {
      asked++
      await new Promise(setImmediate)
      const given = ledger.take(options, taking, now())
      await new Promise(setImmediate)
      return given
    },
    async giveBack(options, returned) {
      ledger.giveBack(options, returned, now())
    },
  }
  let made = 0
  const make = (limit: number, seconds = 60, name = `counter ${++made}`) =>
    new LeasedWindows(source, { name, limit, seconds, maxKeys: 1000 })
  return { make, asked: () => asked }
}

limitsContract(workersOf(2).make)

const take = async (windows: LeasedWindows) =>
  (await windows.take('a', 1, performance.now())).isTaken

describe.each([1, 2, 8])('over %d workers', (workers) => {
  const least = (limit: number) => (limit < 100 ? limit : Math.ceil(limit * 0.99))

  test.each([1, 10, 99, 100, 1000, 60_000])(
    'a limit of %d is never exceeded, nor refused much too early',
    async (limit) => {
      const { make } = workersOf(workers)
      const all = Array.from({ length: workers }, () => make(limit, 60, 'shared'))
      let taken = 0
      for (let i = 0; i < limit * 1.2; i++) if (await take(all[i % workers]!)) taken++
      expect(taken).toBeLessThanOrEqual(limit)
      expect(taken).toBeGreaterThanOrEqual(least(limit))
    },
  )

  test('the same when all ask at once', async () => {
    const { make } = workersOf(workers)
    const all = Array.from({ length: workers }, () => make(1000, 60, 'shared'))
    const takings = Array.from({ length: 1500 }, (_, i) => take(all[i % workers]!))
    const taken = (await Promise.all(takings)).filter(Boolean).length
    expect(taken).toBeLessThanOrEqual(1000)
    expect(taken).toBeGreaterThanOrEqual(990)
  })
})

test('of a large limit few takings ask, and those beyond it next to none', async () => {
  const { make, asked } = workersOf(1)
  const windows = make(10_000)
  for (let i = 0; i < 9000; i++) await take(windows)
  expect(asked()).toBeLessThan(400)
  for (let i = 0; i < 2000; i++) await take(windows)
  const before = asked()
  for (let i = 0; i < 2000; i++) expect(await take(windows)).toBe(false)
  expect(asked() - before).toBeLessThan(20)
})

test('the remaining amount is returned, without the leases of others', async () => {
  const { make } = workersOf(2)
  const [one, other] = [make(1000, 60, 'shared'), make(1000, 60, 'shared')]
  expect(await one.take('a', 1, performance.now())).toMatchObject({ used: 1, remaining: 999 })
  const told = await other.take('a', 1, performance.now())
  expect(told.remaining).toBeGreaterThanOrEqual(990)
  expect(told.remaining).toBeLessThanOrEqual(998)
})

test('a worker that ends gives back what it has not spent', async () => {
  const { make } = workersOf(1)
  const [leaving, staying] = [make(1000, 60, 'shared'), make(1000, 60, 'shared')]
  await take(leaving)
  await leaving.close()
  expect(await staying.take('a', 0, performance.now())).toMatchObject({ used: 1, remaining: 999 })
})

test('without the primary a worker counts alone', async () => {
  const gone = () => Promise.reject(new Error('gone'))
  const windows = new LeasedWindows(
    { take: gone, giveBack: gone },
    { name: 'a', limit: 2, seconds: 60, maxKeys: 10 },
  )
  expect([await take(windows), await take(windows), await take(windows)]).toEqual([
    true,
    true,
    false,
  ])
})

test('unused counters are dropped', () => {
  const ledger = new SharedLimits(1)
  const counter = (name: string) => ({ name, limit: 10, seconds: 1, maxKeys: 10 })
  const taking = { key: 'a', weight: 1, wantsLease: true }
  ledger.take(counter('old'), taking, 0)
  ledger.take(counter('new'), taking, 600)
  ledger.forgetEnded(1000)
  expect(ledger.take(counter('new'), taking, 1000)).toMatchObject({ remaining: 8 })
  expect(ledger.take(counter('old'), taking, 1000)).toMatchObject({ remaining: 9 })
})
