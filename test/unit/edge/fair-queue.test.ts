import fc from 'fast-check'
import { FairQueue, type FairQueueOptions, type Release } from '../../../edge/fair-queue.js'
import { Cancellation } from '../../../plugins/kit/cancellation.js'
import { pass, standClock, turns as turnsOfTheLoop } from '../../support/clock.js'

standClock()

const turns = () => turnsOfTheLoop(3)

/** A queue that shows in which order tasks began or left; `end(name)` ends one. */
function watch(options: Partial<FairQueueOptions> = {}) {
  const queue = new FairQueue({ slots: 1, patienceMs: 60_000, ...options, reason: 'search_queue' })
  const seen: string[] = []
  const ends = new Map<string, Release>()
  return {
    queue,
    seen,
    enter(name: string, owner: string, cancel = new Cancellation()) {
      const begin = (release: Release) => {
        seen.push(name)
        ends.set(name, release)
      }
      const entered = queue.enter(owner, cancel)
      if (typeof entered === 'function') begin(entered)
      else entered.then(begin, ({ code }) => seen.push(`${name} ${code}`))
    },
    /** @param ms What it has used. */
    async end(name: string, ms = 1) {
      ends.get(name)!(ms)
      ends.delete(name)
      await turns()
    },
  }
}

test('owners begin in turn, however many tasks one of them has sent', async () => {
  const { seen, enter, end } = watch()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) enter(name, name[0]!)
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name)
  expect(seen).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('a task that waits too long leaves the queue, each at its own time, and not once it has begun', async () => {
  const { queue, seen, enter, end } = watch({ patienceMs: 40 })
  enter('running', 'a')
  for (const name of ['first', 'second', 'third', 'last']) {
    enter(name, name)
    pass(10)
  }
  await turns()
  expect(seen).toEqual(['running', 'first OVERLOADED'])
  pass(11)
  await turns()
  expect(seen.slice(2)).toEqual(['second OVERLOADED'])
  await end('running')
  pass(1000)
  await turns()
  expect(seen.slice(3)).toEqual(['third', 'last OVERLOADED'])
  expect(queue.waiting).toBe(0)
})

test('a thousand that time out together all leave, some of them in each turn', async () => {
  const { queue, enter } = watch({ patienceMs: 40 })
  for (let i = 0; i < 1001; i++) enter(`${i}`, 'a')
  pass(41)
  await turns()
  expect(queue.waiting).toBeGreaterThan(900)
  for (let i = 0; i < 200; i++) {
    pass(1)
    await turns()
  }
  expect(queue.waiting).toBe(0)
})

test('who disconnects leaves the queue without a turn, also at its head', async () => {
  const { seen, enter, end } = watch()
  const caller = new Cancellation()
  enter('first', 'a')
  enter('next', 'c', caller)
  enter('second', 'b')
  caller.abort()
  await end('first')
  expect(seen).toEqual(['first', 'next OVERLOADED', 'second'])
})

test('who would wait too long is refused at once, and told when that is over', async () => {
  const { queue, seen, enter, end } = watch({ patienceMs: 8000 })
  enter('first', 'a')
  await end('first', 2000)
  for (const name of ['now', 'in 2 s', 'in 4 s', 'in 6 s', 'in 8 s']) enter(name, 'a')
  enter('in 10 s', 'a')
  const refused = { code: 'OVERLOADED', headers: { 'Retry-After': '2' } }
  expect(() => queue.enter('a', new Cancellation())).toThrow(expect.objectContaining(refused))
  enter('of another', 'b') // who has the next turn
  pass(2000)
  await end('now', 2000)
  await end('of another', 0)
  expect(seen).toEqual(['first', 'now', 'of another', 'in 2 s'])
  enter('again, after 2 s', 'a')
  expect(queue.waiting).toBe(5)
})

test('what an owner has used besides its tasks counts for its turn', async () => {
  const { queue, seen, enter, end } = watch()
  for (const name of ['a1', 'a2', 'b1', 'b2', 'b3']) enter(name, name[0]!)
  queue.charge('a', 2)
  for (const name of ['a1', 'b1', 'b2', 'b3']) await end(name)
  expect(seen).toEqual(['a1', 'b1', 'b2', 'b3', 'a2'])
})

test('what has begun is no longer told of a disconnect by the queue', async () => {
  const { enter, end } = watch()
  const caller = new Cancellation()
  const heard = jest.fn()
  enter('first', 'a')
  enter('second', 'b', caller)
  await end('first')
  caller.listen(heard)
  caller.abort()
  expect(heard).toHaveBeenCalledTimes(1)
})

test('too many of one owner: RATE_LIMITED; too many of all: OVERLOADED; both with Retry-After', () => {
  const { queue, enter } = watch()
  for (let i = 0; i < 2001; i++) enter(`a${i}`, 'a')
  expect(queue.waiting).toBe(2000)
  expect(() => queue.enter('a', new Cancellation())).toThrow(
    expect.objectContaining({
      code: 'RATE_LIMITED',
      details: {
        limit: 2000,
        unit: 'requests',
        by: 'owner',
        remaining: 0,
        retryAfterSeconds: 1,
        reason: 'search_queue',
      },
      headers: expect.objectContaining({
        'Retry-After': '1',
        'RateLimit-Limit': '2000',
        'RateLimit-Remaining': '0',
      }),
    }),
  )
  for (let i = 0; i < 8000; i++) enter(`b${i}`, `b${i % 100}`)
  expect(() => queue.enter('c', new Cancellation())).toThrow(
    expect.objectContaining({
      code: 'OVERLOADED',
      details: { reason: 'search_queue' },
      headers: { 'Retry-After': '1' },
    }),
  )
})

test('no slot is ever lost or given twice, and every task that stays begins in the end', async () => {
  const action = fc.record({
    owner: fc.constantFrom('a', 'b', 'c'),
    act: fc.constantFrom('enter', 'release', 'disconnect'),
    which: fc.nat(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 60 }), async (actions) => {
      const queue = new FairQueue({ slots: 8, patienceMs: 60_000, reason: 'search_queue' })
      const running = new Map<number, () => void>()
      const waiting = new Map<number, Cancellation>()
      for (const [i, { owner, act, which }] of actions.entries()) {
        if (act === 'enter') {
          const caller = new Cancellation()
          const begin = (release: Release) => {
            waiting.delete(i)
            running.set(i, () => release(which))
          }
          waiting.set(i, caller)
          const entered = queue.enter(owner, caller)
          if (typeof entered === 'function') begin(entered)
          else entered.then(begin, () => waiting.delete(i))
        } else if (act === 'release' && running.size > 0) {
          const key = [...running.keys()][which % running.size]!
          const release = running.get(key)!
          running.delete(key)
          release()
        } else if (act === 'disconnect' && waiting.size > 0) {
          ;[...waiting.values()][which % waiting.size]!.abort()
        }
        await turns()
        expect(running.size).toBeLessThanOrEqual(8)
        expect(queue.waiting).toBe(waiting.size)
      }
      for (let left = actions.length; left > 0 || running.size > 0; left--) {
        const [key, release] = [...running][0] ?? []
        running.delete(key!)
        release?.()
        await turns()
      }
      expect(queue.waiting).toBe(0)
    }),
  )
})
