import { Cancellation } from '../../../../plugins/kit/cancellation.js'
import type { SearchRequest } from '../../../../plugins/kit/context.js'
import { SearchQueue } from '../../../../plugins/search/search-queue.js'
import { pass, standClock, turns } from '../../../support/clock.js'
import { requestOf } from './request.js'

standClock()

/** A search of this share of the cost limit, and of this many hits. */
function searchOf(share: number, hits = 10): SearchRequest {
  const request = requestOf('{}')
  return {
    ...request,
    cost: { total: share * 1000, maxCost: 1000 },
    counts: { ...request.counts, hits },
  }
}

const options = { expensiveShare: 0.1, patienceMs: 60_000 }

/** How many searches of these, each of an owner of its own, have begun after a moment. */
async function begunOf(searches: SearchRequest[]): Promise<number> {
  const queue = new SearchQueue({ slots: 12, expensiveSlots: 2, ...options })
  let begun = 0
  for (const [i, search] of searches.entries())
    void Promise.resolve(queue.enter(`${i}`, search, new Cancellation())).then(() => begun++)
  await turns(2)
  return begun
}

const many = (search: SearchRequest) => Array.from({ length: 20 }, () => search)

test.each<[string, SearchRequest[], number]>([
  ['ordinary ones have the slots', many(searchOf(0.09, 999)), 12],
  ['expensive ones have their own', many(searchOf(0.1)), 2],
  ['one of 1,000 hits is expensive', many(searchOf(0, 1000)), 2],
  ['neither takes those of the other', [...many(searchOf(1)), ...many(searchOf(0.01))], 14],
])('%s', async (_, searches, begun) => {
  expect(await begunOf(searches)).toBe(begun)
})

test('the next one begins when a slot is free', async () => {
  const queue = new SearchQueue({ slots: 4, expensiveSlots: 1, ...options })
  const first = queue.enter('a', searchOf(1), new Cancellation())
  const next = queue.enter('b', searchOf(1), new Cancellation())
  const release = await first
  release()
  expect(await next).toBeInstanceOf(Function)
})

/** A queue to which expensive searches are sent; `begun` has the names of those that began. */
function expensiveOnes(patienceMs = options.patienceMs) {
  const queue = new SearchQueue({ slots: 4, expensiveSlots: 1, ...options, patienceMs })
  const begun: string[] = []
  const send = (name: string, owner = name[0]!, search = searchOf(1)) =>
    void Promise.resolve(queue.enter(owner, search, new Cancellation())).then(() =>
      begun.push(name),
    )
  return { begun, send }
}

test('a single expensive search begins without a wait', async () => {
  const { begun, send } = expensiveOnes()
  send('a')
  await turns(2)
  expect(begun).toEqual(['a'])
})

test('a burst of them begins when none has arrived for 25 ms', async () => {
  const { begun, send } = expensiveOnes()
  for (const name of ['a1', 'a2']) send(name)
  await turns(2)
  for (let i = 3; i < 50; i++) {
    send(`a${i}`)
    pass(23)
    await turns(2)
    expect(begun).toEqual([])
  }
  pass(2)
  await turns(2)
  expect(begun).toEqual(['a1'])
})

test('a burst of one owner holds neither those of others nor its own ordinary ones', async () => {
  const { begun, send } = expensiveOnes()
  for (const name of ['a1', 'a2', 'b']) send(name)
  send('ordinary', 'a', searchOf(0))
  await turns(2)
  expect(begun).toEqual(['ordinary', 'b'])
})

test('while more and more arrive, the first begins after half of its patience', async () => {
  const { begun, send } = expensiveOnes(1000)
  send('a1')
  for (let ms = 0; ms < 500; ms += 5) {
    send('a2')
    await turns(1)
    pass(5)
    await turns(1)
    expect(begun).toEqual([])
  }
  for (const name of ['a3', 'a4', 'a5', 'a6', 'a7']) {
    send(name)
    pass(5)
  }
  await turns(2)
  expect(begun).toEqual(['a1'])
})
