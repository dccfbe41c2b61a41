import { MemoryHolds } from '../kit/rate-limit/holds.js'
import { memoryStore, type RateLimitStore } from '../kit/rate-limit/store.js'
import { MemoryWindows } from '../kit/rate-limit/windows.js'

/** Counters of a trial, which begin anew when it says so. */
export function trialCounters(): { store: RateLimitStore; beginAnew(): void } {
  const renewals: (() => void)[] = []
  let holds = new MemoryHolds()
  const store: RateLimitStore = {
    ...memoryStore,
    hold: (place, forMs) => holds.hold(place, forMs),
    windows(_name, options) {
      let windows = new MemoryWindows(options)
      renewals.push(() => {
        windows = new MemoryWindows(options)
      })
      return {
        length: options.length,
        take: (key, weight, limit) => windows.take(key, weight, limit),
      }
    },
  }
  return {
    store,
    beginAnew() {
      holds = new MemoryHolds()
      for (const renew of renewals) renew()
    },
  }
}
