import fc from 'fast-check'
import { RoundRobinQueue } from '../../../edge/round-robin-queue.js'

/** What may be done to lines: by whom, and to which of those that ever came. */
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('add' as const), owner: fc.integer({ min: 0, max: 300 }) }),
    fc.record({ do: fc.constant('leave' as const), which: fc.nat(500) }),
    fc.record({
      do: fc.constant('next' as const),
      notReady: fc.option(fc.integer({ min: 0, max: 300 })),
    }),
  ),
  { maxLength: 800, size: 'max' },
)

interface One {
  owner: string
  isGone: boolean
  leave(): void
}

test('they are what they say, whatever comes and goes', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const lines = new RoundRobinQueue<One>()
      const came: One[] = []
      let owners: string[] = [] // in the order of turns
      const waitingOf = (owner: string) => came.filter((one) => one.owner === owner && !one.isGone)
      const gone = (one: One) => {
        one.isGone = true
        if (waitingOf(one.owner).length === 0)
          owners = owners.filter((owner) => owner !== one.owner)
      }
      for (const step of all) {
        if (step.do === 'add') {
          const one: One = { owner: `${step.owner}`, isGone: false, leave: () => undefined }
          one.leave = lines.add(one.owner, one)
          came.push(one)
          if (!owners.includes(one.owner)) owners.push(one.owner)
        } else if (step.do === 'leave') {
          const one = came[step.which]
          one?.leave()
          if (one) gone(one)
        } else {
          const isReady = (owner: string) => owner !== `${step.notReady}`
          const owner = owners.find(isReady)
          const expected = owner === undefined ? undefined : waitingOf(owner)[0]
          expect(lines.first(isReady)).toBe(expected)
          expect(lines.next(isReady)).toBe(expected)
          if (expected) {
            owners = [...owners.filter((one) => one !== owner), owner!]
            gone(expected)
          }
        }
        const [owner] = owners
        expect(lines.size).toBe(came.filter(({ isGone }) => !isGone).length)
        if (owner === undefined) continue
        expect([lines.sizeOf(owner), lines.firstOf(owner)]).toEqual([
          waitingOf(owner).length,
          waitingOf(owner)[0],
        ])
      }
    }),
    { numRuns: 60 },
  )
})
