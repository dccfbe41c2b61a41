import { LRUCache } from 'lru-cache'
import { lruOptions } from '../../../../kit/process/lru-options.js'

test('a cache keeps its maximum, and drops the least recently used first', () => {
  const cache = new LRUCache<string, number>(lruOptions(3))
  for (const [i, name] of ['a', 'b', 'c'].entries()) cache.set(name, i)
  cache.get('a')
  cache.set('d', 3).set('d', 4)
  expect([...cache.keys()].sort()).toEqual(['a', 'c', 'd'])
})

test('it takes no room before anything is kept', () => {
  const cache = new LRUCache(lruOptions(1_000_000))
  const { keyList, next } = LRUCache.unsafeExposeInternals(cache)
  expect([keyList.length, next.length]).toEqual([0, 0])
})
