import fc from 'fast-check'
import { MemoryWindows, type Taken } from '../../../../kit/rate-limit/windows.js'

const windowsOf = (limit: number, maxKeys = 100) =>
  new MemoryWindows({ limit, seconds: 1, maxKeys })

test('a window begins with the first taking of a key and ends after its length', () => {
  const windows = windowsOf(2)
  expect(windows.take('a', 1, 0)).toMatchObject({
    isTaken: true,
    used: 1,
    remaining: 1,
    resetAt: 1000,
  })
  expect(windows.take('a', 1, 999)).toMatchObject({
    isTaken: true,
    used: 2,
    remaining: 0,
    resetAt: 1000,
  })
  expect(windows.take('b', 1, 999)).toMatchObject({
    isTaken: true,
    used: 1,
    remaining: 1,
    resetAt: 1999,
  })
  expect(windows.take('a', 1, 999)).toMatchObject({
    isTaken: false,
    used: 2,
    remaining: 0,
    resetAt: 1000,
  })
  expect(windows.take('a', 1, 1000)).toMatchObject({
    isTaken: true,
    used: 1,
    remaining: 1,
    resetAt: 2000,
  })
})

test('what does not fit takes nothing: a smaller weight may still pass', () => {
  const windows = windowsOf(10)
  windows.take('a', 6, 0)
  expect(windows.take('a', 5, 0)).toMatchObject({ isTaken: false, used: 6, remaining: 4 })
  expect(windows.take('a', 4, 0)).toMatchObject({ isTaken: true, used: 10, remaining: 0 })
})

test('to look takes nothing and begins a window where none runs, as docs/query-cost.md says of budgets', () => {
  const windows = windowsOf(10)
  expect(windows.take('a', 0, 500)).toMatchObject({
    isTaken: true,
    used: 0,
    remaining: 10,
    resetAt: 1500,
  })
  expect(windows.take('a', 4, 1400)).toMatchObject({ isTaken: true, used: 4, resetAt: 1500 })
})

test('what is given back can be taken again, once', () => {
  const windows = windowsOf(10)
  const taken = windows.take('a', 8, 0)
  windows.take('a', 2, 0)
  windows.giveBack(taken, 3)
  windows.giveBack(taken, 100)
  windows.giveBack(taken, 100)
  expect(windows.take('a', 0, 0)).toMatchObject({ used: 2, remaining: 8 })
})

test('what an ended window took is not given back to a later one', () => {
  const windows = windowsOf(10)
  const early = windows.take('a', 8, 0)
  windows.take('a', 8, 1000)
  windows.giveBack(early, 8)
  expect(windows.take('a', 3, 1000)).toMatchObject({ isTaken: false, used: 8 })
})

test('it counts as a plain ledger of takings does', () => {
  const limit = 20
  const step = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    wait: fc.integer({ min: 0, max: 400 }),
    weight: fc.integer({ min: 0, max: 12 }),
    /** Which earlier taking gives back, if any. */
    back: fc.option(fc.nat(), { freq: 2 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const windows = windowsOf(limit, 3)
      const ledger: { key: string; begun: number; held: number; taken: Taken }[] = []
      const begins = new Map<string, number>()
      const heldIn = (key: string, begun: number) =>
        ledger
          .filter((entry) => entry.key === key && entry.begun === begun)
          .reduce((sum, { held }) => sum + held, 0)
      let now = 0
      for (const { key, wait, weight, back } of steps) {
        now += wait
        const entry = back === null ? undefined : ledger[back % Math.max(1, ledger.length)]
        if (entry) {
          windows.giveBack(entry.taken, weight)
          entry.held -= Math.min(entry.held, weight)
          expect(entry.taken.held).toBe(entry.held)
          continue
        }
        const last = begins.get(key)
        const begun = last !== undefined && now < last + 1000 ? last : now
        begins.set(key, begun)
        const before = heldIn(key, begun)
        const taken = windows.take(key, weight, now)
        const isTaken = before + weight <= limit
        const used = isTaken ? before + weight : before
        expect(taken).toEqual({
          key,
          isTaken,
          held: isTaken ? weight : 0,
          used,
          remaining: limit - used,
          resetAt: begun + 1000,
        })
        expect(used).toBeLessThanOrEqual(limit)
        ledger.push({ key, begun, held: taken.held, taken })
      }
    }),
    { numRuns: 500 },
  )
})

test('a flood of keys forgets the oldest, and costs no more memory', () => {
  const windows = windowsOf(10, 1000)
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < 300_000; i++) windows.take(`key-${i}`, 1, 1)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(60_000_000)
  expect(windows.take('key-299999', 1, 2).used).toBe(2)
  expect(windows.take('key-299000', 1, 2).used).toBe(2)
  expect(windows.take('key-0', 1, 2).used).toBe(1)
})
