import fc from 'fast-check'
import { isoTime } from '../../../../kit/log/iso-time.js'

test('the time of any moment, as Date formats it', () => {
  const base = Date.UTC(2026, 0, 31, 23, 59, 58)
  const near = fc.integer({ min: base, max: base + 3000 }) // several moments of one second, too
  fc.assert(
    fc.property(fc.oneof(near, fc.integer({ min: -1e12, max: 4e12 })), (ms) => {
      expect(isoTime(ms)).toBe(new Date(ms).toISOString())
    }),
    { numRuns: 1000 },
  )
})
