import type { Windows } from '../../kit/rate-limit/windows.js'
import type { HitLimit } from '../kit/hit-limits.js'

/** What of a limit holds for a request. */
export interface HitShare {
  windows: Windows
  /** Whose hits they are. */
  key: string
  limit: number
  /** Spends and reports. Rejects with an ApiError RATE_LIMITED where it does not fit. */
  spend(weight: number): Promise<void>
}

/** The limit of a request, which spends hits once it knows them. */
export function findHitLimit({ windows, key, limit, spend }: HitShare): HitLimit {
  return {
    async spend(hits) {
      if (hits > 0) await spend(hits)
    },
    async takeUpTo(hits) {
      let taken = 0
      // what is left may be in several parts, of this process and of all: half as many each time
      for (let weight = hits; weight > 0; ) {
        const { isTaken, remaining } = await windows.take(key, weight, limit)
        if (isTaken) taken += weight
        weight = Math.min(isTaken ? weight : Math.floor(weight / 2), remaining, hits - taken)
      }
      return taken
    },
  }
}

/**
 * The limit of a request whose pages each have its cost: an answer of several pages searches for
 * each. The step itself has spent that of the first.
 */
export function findPageLimit({ windows, key, limit }: HitShare, cost: number): HitLimit {
  let isPaid = true
  return {
    spend: async () => undefined,
    async takeUpTo(hits) {
      const { isTaken } = isPaid ? { isTaken: true } : await windows.take(key, cost, limit)
      isPaid = false
      return isTaken ? hits : 0
    },
  }
}

/** Refuses a request that may have no hit. @throws ApiError RATE_LIMITED. */
export async function refuseWithoutHits({
  windows,
  key,
  limit,
  spend,
}: HitShare): Promise<undefined> {
  const { remaining } = await windows.take(key, 0, limit)
  if (remaining === 0) await spend(1)
}
