import { Cancellation } from '../../../../plugins/kit/cancellation.js'
import type { SearchRequest } from '../../../../plugins/kit/context.js'
import { SearchQueue } from '../../../../plugins/search/search-queue.js'
import { requestOf } from './request.js'

/** A search of this share of the cost limit, and of this many hits. */
function searchOf(share: number, hits = 10): SearchRequest {
  const request = requestOf('{}')
  return {
    ...request,
    cost: { passes: share * 1000, cap: 1000 },
    counts: { ...request.counts, hits },
  }
}

const options = { expensiveShare: 0.1, patienceMs: 60_000 }

/** How many searches of these begin at once; the others leave the queue. */
function begunOf(searches: SearchRequest[]): number {
  const queue = new SearchQueue({ slots: 12, expensiveSlots: 2, ...options })
  const callers = searches.map(() => new Cancellation())
  const entered = searches.map((search, i) => queue.enter(`${i}`, search, callers[i]!))
  for (const one of entered) if (one instanceof Promise) one.catch(() => undefined)
  for (const caller of callers) caller.abort()
  return entered.filter((one) => typeof one === 'function').length
}

const many = (search: SearchRequest) => Array.from({ length: 20 }, () => search)

test.each<[string, SearchRequest[], number]>([
  ['ordinary ones have the slots', many(searchOf(0.09, 999)), 12],
  ['expensive ones have their own', many(searchOf(0.1)), 2],
  ['one of 1,000 hits is expensive', many(searchOf(0, 1000)), 2],
  ['neither takes those of the other', [...many(searchOf(1)), ...many(searchOf(0.01))], 14],
])('%s', (_, searches, begun) => {
  expect(begunOf(searches)).toBe(begun)
})

test('the next one begins when a slot is free', async () => {
  const queue = new SearchQueue({ slots: 4, expensiveSlots: 1, ...options })
  const release = queue.enter('a', searchOf(1), new Cancellation()) as () => void
  const next = queue.enter('b', searchOf(1), new Cancellation())
  release()
  expect(await next).toBeInstanceOf(Function)
})
