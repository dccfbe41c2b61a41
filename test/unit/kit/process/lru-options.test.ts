import { LRUCache } from 'lru-cache'
import { lruOptions } from '../../../../kit/process/lru-options.js'

test('it takes no room before anything is kept', () => {
  const cache = new LRUCache(lruOptions(1_000_000))
  const { keyList, next } = LRUCache.unsafeExposeInternals(cache)
  expect([keyList.length, next.length]).toEqual([0, 0])
})
