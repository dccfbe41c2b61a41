import { listTicks, roundUp } from '../../../web/src/account/series.js'
import {
  formatBytes,
  formatCount,
  formatCounted,
  formatDuration,
  formatPeriod,
} from '../../../web/src/kit/format.js'

/** Numbers in words, as the pages show them. */

test.each<[string, string]>([
  [formatCount(12345.6), '12,346'],
  [formatCounted(1, 'key'), '1 key'],
  [formatCounted(1200, 'key'), '1,200 keys'],
  [formatDuration(0), '0 seconds'],
  [formatDuration(60), '1 minute'],
  [formatDuration(2_592_000), '30 days'],
  [formatPeriod(60), 'per minute'],
  [formatPeriod(2_592_000), 'per 30 days'],
  [formatBytes(0), '0 B'],
  [formatBytes(1500), '1.5 KB'],
  [formatBytes(120_000_000), '120 MB'],
])('%s is %s', (text, expected) => {
  expect(text).toBe(expected)
})

test.each([
  [1, [0, 1]],
  [7, [0, 5, 10]],
])('an axis for %d has lines at whole numbers', (value, ticks) => {
  expect(listTicks(value)).toEqual(ticks)
})

test.each([
  [0, 1],
  [1, 1],
  [10, 10],
  [1601, 2000],
])('an axis for %d ends at %d', (value, end) => {
  expect(roundUp(value)).toBe(end)
})
