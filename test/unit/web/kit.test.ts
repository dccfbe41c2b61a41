import { ceilingOf, ticksOf } from '../../../web/src/account/series.js'
import { bytes, count, counted, duration, per } from '../../../web/src/kit/format.js'

/** Numbers in words, as the pages show them. */

test.each<[string, string]>([
  [count(12345.6), '12,346'],
  [counted(1, 'key'), '1 key'],
  [counted(1200, 'key'), '1,200 keys'],
  [duration(0), '0 seconds'],
  [duration(59), '59 seconds'],
  [duration(60), '1 minute'],
  [duration(7200), '2 hours'],
  [duration(2_592_000), '30 days'],
  [per(60), 'per minute'],
  [per(2_592_000), 'per 30 days'],
  [bytes(0), '0 B'],
  [bytes(999), '999 B'],
  [bytes(1500), '1.5 KB'],
  [bytes(120_000_000), '120 MB'],
])('%s is %s', (text, expected) => {
  expect(text).toBe(expected)
})

test.each([
  [1, [0, 1]],
  [3, [0, 5]],
  [7, [0, 5, 10]],
])('an axis for %d has lines at whole numbers', (value, ticks) => {
  expect(ticksOf(value)).toEqual(ticks)
})

test.each([
  [0, 1],
  [1, 1],
  [3, 5],
  [10, 10],
  [1601, 2000],
  [5001, 10000],
])('an axis for %d ends at %d', (value, end) => {
  expect(ceilingOf(value)).toBe(end)
})
