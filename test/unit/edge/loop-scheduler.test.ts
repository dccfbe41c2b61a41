import { LoopScheduler } from '../../../edge/loop-scheduler.js'
import {
  beBusy,
  pass,
  standClock,
  turns as turnsOfTheLoop,
  turnsUntil,
} from '../../support/clock.js'

standClock()

/** Keeps the process busy until a turn of the event loop begins nothing more. */
function spendTheTurn(turns: LoopScheduler): void {
  turns.take('somebody', () => pass(2))
}

const nextTurn = () => turnsOfTheLoop(1)

test('alone, nothing waits, not even when what came before threw', async () => {
  const turns = new LoopScheduler()
  expect(() =>
    turns.take('a', () => {
      throw new Error('of the test')
    }),
  ).toThrow('of the test')
  await nextTurn()
  const begun: string[] = []
  turns.take('a', () => begun.push('at once'))
  expect(begun).toEqual(['at once'])
})

test('when a turn has begun enough, one that takes long begins in each of the next, the owners in turn', async () => {
  const turns = new LoopScheduler()
  const begun: string[] = []
  spendTheTurn(turns)
  const begin = (name: string) => {
    begun.push(name)
    pass(1)
  }
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) turns.take(name[0]!, () => begin(name))
  expect([turns.waiting, turns.waitingOf('a'), turns.waitingOf('nobody')]).toEqual([6, 3, 0])
  const order = ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']
  for (let count = 0; count <= order.length; count++) {
    expect(begun).toEqual(order.slice(0, count))
    await nextTurn()
  }
  turns.take('a', () => begun.push('at once'))
  expect(begun.at(-1)).toBe('at once')
})

test('of those that wait and are short, several begin in a turn', async () => {
  const turns = new LoopScheduler()
  let begun = 0
  spendTheTurn(turns)
  for (let i = 0; i < 2000; i++)
    turns.take('a', () => {
      begun++
      pass(0.01)
    })
  await nextTurn()
  expect(begun).toBe(20)
  await turnsOfTheLoop(99)
  expect(begun).toBe(2000)
})

test('who leaves takes no turn', async () => {
  const turns = new LoopScheduler()
  const begun: string[] = []
  spendTheTurn(turns)
  const leave = ['a1', 'a2', 'b1'].map((name) => turns.take(name[0]!, () => begun.push(name)))
  leave[0]?.()
  leave[2]?.()
  await nextTurn()
  expect(begun).toEqual(['a2'])
  expect(turns.waiting).toBe(0)
})

test('the delay of an owner is that of the first in its queue', async () => {
  const turns = new LoopScheduler()
  spendTheTurn(turns)
  turns.take('a', () => undefined)
  turns.take('b', () => undefined)
  expect(turns.delayOf('nobody')).toBe(0)
  const before = turns.delayOf('a')
  pass(3)
  expect(turns.delayOf('a')).toBe(before + 3)
})

test('while too much is under way one begins only in a turn in which nothing else happened', async () => {
  let isFull = true
  const turns = new LoopScheduler({ mayBegin: (_, isQuiet) => isQuiet || !isFull })
  const begun: string[] = []
  const rest = beBusy()
  const begin = (name: string) => {
    begun.push(name)
    pass(1)
  }
  for (const name of ['a1', 'a2', 'b1', 'b2']) turns.take(name[0]!, () => begin(name))
  await turnsOfTheLoop(10)
  expect(begun).toEqual([])
  isFull = false
  await nextTurn()
  await nextTurn()
  expect(begun).toEqual(['a1', 'b1'])
  isFull = true
  await turnsOfTheLoop(10)
  expect(begun).toEqual(['a1', 'b1'])
  rest()
  await turnsUntil(() => begun.length === 4)
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b2'])
})

test('those who rest do so three times as long as each of theirs took, and the others begin meanwhile', async () => {
  const turns = new LoopScheduler({ rests: (owner) => owner === 'a' })
  const began: { name: string; at: number }[] = []
  spendTheTurn(turns)
  const take = (name: string) =>
    turns.take(name[0]!, () => {
      began.push({ name, at: performance.now() })
      if (name.startsWith('a')) pass(20)
    })
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) take(name)
  await turnsUntil(() => began.length === 4)
  expect(began.map(({ name }) => name)).toEqual(['a1', 'b1', 'b2', 'a2'])
  take('b3') // while nobody but those who rest waits
  await turnsUntil(() => turns.waiting === 0)
  expect(began.slice(4).map(({ name }) => name)).toEqual(['b3', 'a3'])
  const [a1, a2, a3] = began.filter(({ name }) => name[0] === 'a').map(({ at }) => at) as [
    number,
    number,
    number,
  ]
  for (const pauseMs of [a2 - a1, a3 - a2]) expect(pauseMs).toBeGreaterThanOrEqual(80)
})

test('those who rest do so after what began at once too', async () => {
  const turns = new LoopScheduler({ rests: (owner) => owner === 'a' })
  const began: { name: string; at: number }[] = []
  const take = (name: string) =>
    turns.take(name[0]!, () => {
      began.push({ name, at: performance.now() })
      pass(0.5)
    })
  take('a1')
  await turnsOfTheLoop(2)
  for (const name of ['a2', 'b1']) take(name)
  await turnsUntil(() => began.length === 3)
  expect(began.map(({ name }) => name)).toEqual(['a1', 'b1', 'a2'])
  expect(began[2]!.at - began[0]!.at).toBeGreaterThanOrEqual(0.5 * 4)
})

test('what they lead to in microtasks counts as theirs, however many follow each other', async () => {
  const turns = new LoopScheduler({ rests: (owner) => owner === 'a' })
  const began: number[] = []
  const take = () =>
    turns.take('a', async () => {
      began.push(performance.now())
      for (let i = 0; i < 10; i++) await undefined
      pass(0.5)
    })
  take()
  await turnsOfTheLoop(2)
  take()
  await turnsUntil(() => began.length === 2)
  expect(began[1]! - began[0]!).toBeGreaterThanOrEqual(0.5 * 4)
})
