import fc from 'fast-check'
import { getWindowSeconds, type WindowLength } from '../../../../kit/rate-limit/window-length.js'
import { MemoryWindows } from '../../../../kit/rate-limit/windows.js'

/** Windows of a second, for one limit. */
function windowsOf(limit: number, maxKeys = 100) {
  const windows = new MemoryWindows({ length: 1, maxKeys })
  return {
    take: (key: string, weight: number, now: number) => windows.take(key, weight, limit, now),
    giveBack: (key: string, weight: number, endsAt: number) =>
      windows.giveBack(key, weight, endsAt),
  }
}

const at = Date.parse

test.each([
  ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00Z', 31],
  ['2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z', 29],
  ['2026-12-15T12:00:00+05:00', '2027-01-01T00:00:00Z', 31],
])('the month of %s ends at %s and has %d days', (now, end, days) => {
  const windows = new MemoryWindows({ length: 'month', maxKeys: 10 })
  expect(windows.take('a', 1, 5, at(now))).toMatchObject({ msLeft: at(end) - at(now) })
  expect(windows.take('a', 1, 5, at(end) - 1)).toMatchObject({ used: 2, msLeft: 1 })
  expect(windows.take('a', 1, 5, at(end))).toMatchObject({ used: 1 })
  expect(getWindowSeconds('month', at(now))).toBe(days * 86_400)
})

test.each<[WindowLength, string, number]>([
  [86_400, '2026-05-10T00:00:00Z', 86_400_000],
  ['month', '2026-05-10T00:00:00Z', at('2026-06-01') - at('2026-05-10')],
])('a clock that is set back does not prolong a window of %s, nor end it', (length, now, most) => {
  const windows = new MemoryWindows({ length, maxKeys: 10 })
  windows.take('a', 1, 5, at('2036-01-20'))
  expect(windows.take('a', 1, 5, at(now))).toMatchObject({ used: 2, msLeft: most })
})

test('what was kept goes on, whatever end it has', () => {
  const earlier = new MemoryWindows({ length: 86_400, maxKeys: 10 })
  for (const [key, now] of [
    ['a', 0],
    ['b', 5000],
    ['c', 10_000],
  ] as const)
    earlier.take(key, 3, 5, now)
  const windows = new MemoryWindows({ length: 86_400, maxKeys: 10 })
  windows.restore(JSON.parse(JSON.stringify([...earlier.kept(86_400_000)])))
  expect(windows.take('a', 1, 5, 86_400_000)).toMatchObject({ used: 1 }) // had ended
  expect(windows.take('b', 1, 5, 86_400_000)).toMatchObject({ used: 4, msLeft: 5000 })
  expect(windows.take('c', 3, 5, 86_400_000)).toMatchObject({ isTaken: false, used: 3 })
})

test('to look takes nothing and begins a window where none runs, as docs/query-cost.md says of budgets', () => {
  const windows = windowsOf(10)
  const begun = { isTaken: true, used: 0, remaining: 10, msLeft: 1000 }
  expect(windows.take('a', 0, 500)).toEqual(begun)
  expect(windows.take('a', 4, 1400)).toMatchObject({ isTaken: true, used: 4, msLeft: 100 })
})

test('what is given back can be taken again, in its own window only', () => {
  const windows = windowsOf(10)
  windows.take('a', 8, 0)
  windows.giveBack('a', 3, 1000)
  expect(windows.take('a', 0, 0)).toMatchObject({ used: 5, remaining: 5 })
  windows.take('a', 8, 1000)
  windows.giveBack('a', 8, 1000)
  expect(windows.take('a', 3, 1000)).toMatchObject({ isTaken: false, used: 8 })
})

test('it counts as a plain ledger of takings does', () => {
  const limit = 20
  const step = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    wait: fc.integer({ min: 0, max: 400 }),
    weight: fc.integer({ min: 0, max: 12 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const windows = windowsOf(limit, 3)
      const ledger = new Map<string, { begun: number; used: number }>()
      let now = 0
      for (const { key, wait, weight } of steps) {
        now += wait
        const known = ledger.get(key)
        const entry = known && now < known.begun + 1000 ? known : { begun: now, used: 0 }
        ledger.set(key, entry)
        const isTaken = entry.used + weight <= limit
        if (isTaken) entry.used += weight
        const { begun, used } = entry
        const taken = { isTaken, used, remaining: limit - used, msLeft: begun + 1000 - now }
        expect(windows.take(key, weight, now)).toEqual(taken)
      }
    }),
    { numRuns: 500 },
  )
})

test('a flood of keys forgets the oldest, and costs no more memory', () => {
  const windows = windowsOf(10, 1000)
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < 100_000; i++) windows.take(`key-${i}`, 1, 1)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(60_000_000)
  expect(windows.take('key-99999', 1, 2).used).toBe(2)
  expect(windows.take('key-99000', 1, 2).used).toBe(2)
  expect(windows.take('key-0', 1, 2).used).toBe(1)
})
