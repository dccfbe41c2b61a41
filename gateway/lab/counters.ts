import { MemoryHolds } from '../../kit/rate-limit/holds.js'
import { memoryStore, type RateLimitStore } from '../../kit/rate-limit/store.js'
import { MemoryWindows } from '../../kit/rate-limit/windows.js'

/** What each limit has counted before a request, by its name. */
export type Used = Readonly<Record<string, number>>

/** Counters of a trial, which begin anew when it says so, with what was counted before. */
export function makeCounters(): { store: RateLimitStore; beginWith(used: Used): void } {
  let begun = 0
  let before: Used = {}
  let holds = new MemoryHolds()
  const store: RateLimitStore = {
    ...memoryStore,
    hold: (place, forMs) => holds.hold(place, forMs),
    windows(name, options) {
      const limit = name.split(':').slice(2).join(':') // after what it counts, and by what
      let windows = new MemoryWindows(options)
      let since = 0
      return {
        length: options.length,
        take(key, weight, most) {
          if (since !== begun) {
            since = begun
            windows = new MemoryWindows(options)
            if (before[limit]) windows.take(key, before[limit], Number.POSITIVE_INFINITY)
          }
          return windows.take(key, weight, most)
        },
      }
    },
  }
  return {
    store,
    beginWith(used) {
      begun++
      before = used
      holds = new MemoryHolds()
    },
  }
}
