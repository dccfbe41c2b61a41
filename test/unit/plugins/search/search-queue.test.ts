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

/** How many searches of these begin at once, of 16 slots; the others leave the queue. */
function begunOf(searches: SearchRequest[]): number {
  const queue = new SearchQueue({ slots: 16, dearShare: 0.1, patienceMs: 60_000 })
  const callers = searches.map(() => new Cancellation())
  const entered = searches.map((search, i) => queue.enter(`${i}`, search, callers[i]!))
  for (const one of entered) if (one instanceof Promise) one.catch(() => undefined)
  for (const caller of callers) caller.abort()
  return entered.filter((one) => typeof one === 'function').length
}

const many = (search: SearchRequest) => Array.from({ length: 20 }, () => search)

test.each<[string, SearchRequest[], number]>([
  ['ordinary ones have three quarters of the slots', many(searchOf(0.09)), 12],
  ['expensive ones have a quarter of them', many(searchOf(0.1)), 4],
  ['and take them by cost', many(searchOf(0.5)), 2],
  ['one at the limit takes all of them', many(searchOf(1)), 1],
  ['so does one beyond it', many(searchOf(3)), 1],
  ['and one of 10,000 hits', many(searchOf(0, 10_000)), 1],
  ['one of 1,000 hits is expensive', many(searchOf(0, 1000)), 4],
  ['each kind has its own', [...many(searchOf(0.01)), ...many(searchOf(1))], 13],
])('%s', (_, searches, begun) => {
  expect(begunOf(searches)).toBe(begun)
})

test('the next one begins when its slots are free', async () => {
  const queue = new SearchQueue({ slots: 4, dearShare: 0.1, patienceMs: 60_000 })
  const release = queue.enter('a', searchOf(1), new Cancellation()) as () => void
  const next = queue.enter('b', searchOf(1), new Cancellation())
  release()
  expect(await next).toBeInstanceOf(Function)
})
