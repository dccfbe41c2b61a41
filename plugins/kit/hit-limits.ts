/** A limit of the hits that answers hold, or of the pages that they come in. */
export interface HitLimit {
  /** Takes all hits of an answer. @throws ApiError RATE_LIMITED where fewer are left. */
  spend(hits: number): Promise<void>
  /** Takes those of a page or, if fewer are left, as many. @returns how many. */
  takeUpTo(hits: number): Promise<number>
}

/** What of the request's context limits its hits. */
interface Limited {
  hitLimits?: readonly HitLimit[]
}

/** Takes all hits of an answer from all limits. @throws ApiError RATE_LIMITED. */
export async function spendHits({ hitLimits = [] }: Limited, hits: number): Promise<void> {
  for (const limit of hitLimits) await limit.spend(hits)
}

/** Takes hits from all limits. @returns how many it got from all. */
export async function takeHits({ hitLimits = [] }: Limited, hits: number): Promise<number> {
  let allowed = hits
  for (const limit of hitLimits) if (allowed > 0) allowed = await limit.takeUpTo(allowed)
  return allowed
}
