import fc from 'fast-check'
import { KeyedCounter } from '../../../edge/keyed-counter.js'

test('they are what they say, whatever comes and goes', () => {
  const step = fc.record({
    name: fc.integer({ min: 0, max: 300 }).map(String),
    isMore: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 2000, size: 'max' }), (steps) => {
      const counts = new KeyedCounter()
      const expected = new Map<string, number>()
      for (const { name, isMore } of steps) {
        const count = Math.max(0, (expected.get(name) ?? 0) + (isMore ? 1 : -1))
        expected.set(name, count)
        if (isMore) expect(counts.add(name)).toBe(count)
        else counts.remove(name)
      }
      for (const [name, count] of expected) expect(counts.of(name)).toBe(count)
    }),
    { numRuns: 100 },
  )
})
