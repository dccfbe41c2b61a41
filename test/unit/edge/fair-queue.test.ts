import fc from 'fast-check'
import { FairQueue } from '../../../edge/fair-queue.js'
import { Cancellation } from '../../../plugins/kit/cancellation.js'
import { pass, standClock, turns as turnsOfTheLoop } from '../../support/clock.js'

standClock()

const never = () => new Cancellation()
const turns = () => turnsOfTheLoop(1)

/** Until it is plain that no more of an owner come: see patience.test.ts. */
async function settle(): Promise<void> {
  pass(50)
  await turns()
}

/** Enters searches and tells in which order they began; `leave(name)` ends one. */
function watch(queue: FairQueue) {
  const began: string[] = []
  const ends = new Map<string, () => void>()
  return {
    began,
    enter(name: string, owner: string, share = 0, cancel = never()) {
      const begin = (leave: () => void) => {
        began.push(name)
        ends.set(name, leave)
      }
      const entered = queue.enter(owner, share, cancel)
      if (typeof entered === 'function') begin(entered)
      else entered.then(begin, () => began.push(`${name} left`))
    },
    async leave(name: string) {
      ends.get(name)!()
      ends.delete(name)
      await turns()
    },
  }
}

test('who waits too long leaves, and the next one begins', async () => {
  const queue = new FairQueue({ slots: 2, dearShare: 1, patienceMs: 20 })
  const leave = queue.enter('a', 0, never())
  const waits = expect(queue.enter('a', 0, never())).rejects.toMatchObject({
    code: 'OVERLOADED',
    message: 'The search waited too long for its turn.',
  })
  pass(20)
  await waits
  const second = queue.enter('b', 0, never())
  ;(leave as () => void)()
  await expect(second).resolves.toBeInstanceOf(Function)
  expect(queue.waiting).toBe(0)
})

test('the deadline of one that still waits is OVERLOADED too', async () => {
  const queue = new FairQueue({ slots: 2, dearShare: 1, patienceMs: 60_000 })
  void queue.enter('a', 0, never())
  const deadline = new Cancellation()
  const waits = queue.enter('a', 0, deadline)
  deadline.abort(new DOMException('no answer within the deadline', 'AbortError'))
  await expect(waits).rejects.toMatchObject({ code: 'OVERLOADED' })
  expect(queue.waiting).toBe(0)
})

test('owners begin in turn, however many searches one of them has sent', async () => {
  const { began, enter, leave } = watch(
    new FairQueue({ slots: 2, dearShare: 1, patienceMs: 60_000 }),
  ) // one slot of each kind
  enter('a1', 'a')
  for (const name of ['a2', 'a3', 'a4']) enter(name, 'a')
  enter('b1', 'b')
  enter('c1', 'c')
  enter('b2', 'b')
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await leave(name)
  expect(began).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('an owner that is alone uses every slot that is not for expensive searches', () => {
  const { began, enter } = watch(new FairQueue({ slots: 16, dearShare: 0.1, patienceMs: 60_000 }))
  for (let i = 0; i < 20; i++) enter(`a${i}`, 'a')
  expect(began).toHaveLength(12)
})

test('next to others an owner has one expensive search in flight; one alone for a second has as many as fit', async () => {
  let now = 0
  const { began, enter, leave } = watch(
    new FairQueue({ slots: 16, dearShare: 0.1, patienceMs: 60_000, now: () => now }),
  )
  enter('b1', 'b')
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name, 'a', 0.25) // one of four slots each
  await settle()
  expect(began).toEqual(['b1', 'a1'])
  enter('c1', 'c', 0.25) // does not wait behind those of a
  await settle()
  expect(began).toEqual(['b1', 'a1', 'c1'])
  await leave('a1')
  expect(began).toEqual(['b1', 'a1', 'c1', 'a2'])
  now = 1000
  await leave('c1')
  expect(began).toEqual(['b1', 'a1', 'c1', 'a2', 'a3', 'a4'])
  enter('a5', 'a', 0.25)
  enter('a6', 'a', 0.25)
  expect(began.slice(6)).toEqual(['a5'])
})

test('expensive searches have a quarter of the slots and take them by cost; ordinary ones do not wait for them', async () => {
  const { began, enter, leave } = watch(
    new FairQueue({ slots: 16, dearShare: 0.1, patienceMs: 60_000 }),
  )
  enter('half', 'a', 0.5) // two of four slots
  enter('whole', 'b', 1)
  enter('small', 'c', 0.1)
  enter('ordinary', 'a', 0.09)
  await settle()
  expect(began).toEqual(['half', 'ordinary'])
  await leave('half')
  expect(began).toEqual(['half', 'ordinary', 'whole'])
  await leave('whole')
  expect(began).toEqual(['half', 'ordinary', 'whole', 'small'])
})

test('who hangs up leaves the line without a turn, also at its head', async () => {
  const { began, enter, leave } = watch(
    new FairQueue({ slots: 16, dearShare: 0.1, patienceMs: 60_000 }),
  )
  const caller = new Cancellation()
  enter('first', 'a', 0.5)
  enter('dearest', 'c', 1, caller)
  enter('second', 'b', 0.5)
  await settle()
  expect(began).toEqual(['first'])
  caller.abort(new Error('hung up'))
  await turns()
  expect(began).toEqual(['first', 'second', 'dearest left'])
  await leave('first')
})

test('too many of one owner: RATE_LIMITED; too many of all: OVERLOADED; both with Retry-After', () => {
  const queue = new FairQueue({ slots: 2, dearShare: 1, patienceMs: 60_000 })
  const enter = (owner: string) =>
    void Promise.resolve(queue.enter(owner, 0, never())).catch(() => {})
  enter('a')
  for (let i = 0; i < 2000; i++) enter('a')
  expect(queue.waiting).toBe(2000)
  expect(() => queue.enter('a', 0, never())).toThrow(
    expect.objectContaining({
      code: 'RATE_LIMITED',
      headers: expect.objectContaining({
        'Retry-After': '1',
        'RateLimit-Limit': '2000',
        'RateLimit-Remaining': '0',
      }),
    }),
  )
  for (let i = 0; i < 8000; i++) enter(`b${i % 100}`)
  expect(() => queue.enter('c', 0, never())).toThrow(
    expect.objectContaining({ code: 'OVERLOADED', headers: { 'Retry-After': '1' } }),
  )
})

test('no slot is ever lost or given twice, and every search that stays starts in the end', async () => {
  const action = fc.record({
    owner: fc.constantFrom('a', 'b', 'c'),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    act: fc.constantFrom('enter', 'leave', 'hang up'),
    which: fc.nat(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 60 }), async (actions) => {
      const queue = new FairQueue({ slots: 8, dearShare: 0.2, patienceMs: 60_000 })
      const under = new Map<number, { leave: () => void; weight: number; isExpensive: boolean }>()
      const waiting = new Map<number, Cancellation>()
      const used = (isExpensive: boolean) =>
        [...under.values()]
          .filter((one) => one.isExpensive === isExpensive)
          .reduce((sum, { weight }) => sum + weight, 0)
      for (const [i, { owner, share, act, which }] of actions.entries()) {
        if (act === 'enter') {
          const caller = new Cancellation()
          const isExpensive = share >= 0.2
          const weight = isExpensive ? Math.ceil(share * 2) : 1
          const begin = (leave: () => void) => {
            waiting.delete(i)
            under.set(i, { leave, weight, isExpensive: isExpensive })
          }
          waiting.set(i, caller)
          const entered = queue.enter(owner, share, caller)
          if (typeof entered === 'function') begin(entered)
          else entered.then(begin, () => waiting.delete(i))
        } else if (act === 'leave' && under.size > 0) {
          const key = [...under.keys()][which % under.size]!
          const { leave } = under.get(key)!
          under.delete(key)
          leave()
        } else if (act === 'hang up' && waiting.size > 0) {
          ;[...waiting.values()][which % waiting.size]!.abort()
        }
        pass(which % 40)
        await turns()
        expect(used(true)).toBeLessThanOrEqual(2)
        expect(used(false)).toBeLessThanOrEqual(6)
        expect(queue.waiting).toBe(waiting.size)
      }
      for (let left = actions.length; left > 0 || under.size > 0; left--) {
        const [key, one] = [...under][0] ?? []
        under.delete(key!)
        one?.leave()
        await settle()
      }
      expect(queue.waiting).toBe(0)
    }),
  )
})
