import type { ServerResponse } from 'node:http'
import { ApiError } from '../../kit/api/errors.js'
import type { Taken, Windows } from '../../kit/rate-limit/windows.js'

/** How much a request spends, of which limit. */
export interface Spending {
  windows: Windows
  /** The owner of the limit. */
  key: string
  weight: number
  /** The unit, as the error names it, such as `requests`. */
  unit: string
}

/**
 * Spends from a limit and reports the rest to the caller in the RateLimit header fields.
 * Synchronous when the windows are.
 * @returns the receipt, for refunding what turns out not to be spent.
 * @throws ApiError RATE_LIMITED when it does not fit.
 */
export function spend(res: ServerResponse, spending: Spending): Taken | Promise<Taken> {
  const { windows, key, weight } = spending
  // whole milliseconds: a window of 1 s must not end in 1.0000000001 s
  const now = Math.floor(performance.now())
  const taken = windows.take(key, weight, now)
  return taken instanceof Promise
    ? taken.then((later) => reported(res, spending, later, now))
    : reported(res, spending, taken, now)
}

function reported(
  res: ServerResponse,
  { windows, weight, unit }: Spending,
  taken: Taken,
  now: number,
): Taken {
  const { limit, seconds } = windows
  const resetSeconds = Math.ceil((taken.resetAt - now) / 1000)
  setLimitHeaders(res, {
    policy: `${limit};w=${seconds}`,
    limit,
    remaining: taken.remaining,
    resetSeconds,
    weight,
  })
  if (taken.isTaken) return taken
  throw new ApiError('RATE_LIMITED', `No more than ${limit} ${unit} in ${seconds} seconds`, {
    headers: { 'Retry-After': String(resetSeconds) },
  })
}

interface ReportedLimit {
  policy: string
  limit: number
  remaining: number
  resetSeconds: number
  weight: number
}

/**
 * How many more such requests the reported limit allows: stored on the response, for fast access.
 */
const allowed = Symbol('allowed')
type LimitedResponse = ServerResponse & { [allowed]?: number }

/**
 * The header fields of draft-ietf-httpapi-ratelimit-headers-06. Of several limits on a path, the
 * one that such requests exhaust first is reported; RateLimit-Policy lists them all.
 */
function setLimitHeaders(
  res: LimitedResponse,
  { policy, limit, remaining, resetSeconds, weight }: ReportedLimit,
): void {
  const earlier = res.getHeader('RateLimit-Policy')
  res.setHeader('RateLimit-Policy', earlier === undefined ? policy : `${earlier}, ${policy}`)
  const more = remaining / Math.max(1, weight)
  if ((res[allowed] ?? Number.POSITIVE_INFINITY) < more) return
  res[allowed] = more
  res.setHeader('RateLimit-Limit', limit)
  res.setHeader('RateLimit-Remaining', remaining)
  res.setHeader('RateLimit-Reset', resetSeconds)
}
