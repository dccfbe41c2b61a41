import fc from 'fast-check'
import { makeWindows } from '../../../kit/windows.js'

test('a window begins with the first request of a key and ends after its length', () => {
  const count = makeWindows(1000, 100)
  expect(count('a', 0)).toMatchObject({ used: 1, endsAt: 1000 })
  expect(count('a', 999)).toMatchObject({ used: 2, endsAt: 1000 })
  expect(count('b', 999)).toMatchObject({ used: 1, endsAt: 1999 })
  expect(count('a', 1000)).toMatchObject({ used: 1, endsAt: 2000 })
})

test('it counts like a plain list of requests', () => {
  const request = fc.record({ key: fc.constantFrom('a', 'b', 'c'), wait: fc.integer({ min: 0, max: 40 }) })
  fc.assert(
    fc.property(fc.array(request), (requests) => {
      const count = makeWindows(100, 3)
      const begins = new Map<string, { at: number; used: number }>()
      let now = 0
      for (const { key, wait } of requests) {
        now += wait
        const begin = begins.get(key)
        const model = begin && now < begin.at + 100 ? begin : { at: now, used: 0 }
        model.used++
        begins.set(key, model)
        expect(count(key, now)).toMatchObject({ used: model.used, endsAt: model.at + 100 })
      }
    }),
  )
})

test('a flood of keys forgets the oldest, and costs no more memory', () => {
  const count = makeWindows(1000, 1000)
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < 300_000; i++) count(`key-${i}`, 1)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(60_000_000)
  expect(count('key-299999', 2).used).toBe(2)
  expect(count('key-0', 2).used).toBe(1)
})
