import { SharedLimits } from '../../../../../kit/rate-limit/shared/shared-limits.js'

/** What the primary tells of limits that come to their end. */

const options = { name: 'owner:cost:costs', length: 60, maxKeys: 1000 }
const take = (limits: SharedLimits, key: string, weight: number, now?: number) =>
  limits.take(options, { key, weight, limit: 100, wantsLease: false }, now)

test('keys with less than a tenth left are told, the least first, until their window ends', () => {
  const limits = new SharedLimits(1)
  for (const [key, weight] of Object.entries({ a: 90, b: 91, c: 100 })) take(limits, key, weight)
  expect(limits.near()).toEqual([
    { name: options.name, key: 'c', limit: 100, remaining: 0, msLeft: expect.any(Number) },
    { name: options.name, key: 'b', limit: 100, remaining: 9, msLeft: expect.any(Number) },
  ])
  const { window } = take(limits, 'c', 0)
  limits.giveBack(options, { key: 'c', weight: 50, window })
  expect(limits.near().map(({ key }) => key)).toEqual(['b'])
})

test('a window that has ended is not told, and not begun again by looking', () => {
  const limits = new SharedLimits(1)
  const past = Math.floor(performance.now()) - 60_000
  take(limits, 'a', 100, past)
  expect(limits.near()).toEqual([])
})

test('a flood of keys is not kept: those that took last are known', () => {
  const limits = new SharedLimits(1)
  for (let i = 0; i < 1000; i++) take(limits, `key ${i}`, 100)
  const keys = limits.near().map(({ key }) => key)
  expect([keys.length, keys.includes('key 999'), keys.includes('key 899')]).toEqual([
    100,
    true,
    false,
  ])
})
