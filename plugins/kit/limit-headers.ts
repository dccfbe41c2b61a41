import type { ServerResponse } from 'node:http'

/** A limit that a request has passed, or was refused by. */
export interface ReportedLimit {
  /** Its name, as `quotedName` returns it. */
  quoted: string
  unit: string
  limit: number
  windowSeconds: number
  remaining: number
  resetSeconds: number
  weight: number
}

/** The limits of a response so far: stored on it, for fast access. */
const reported = Symbol('reported')
interface Reported {
  /** The items of RateLimit-Policy, and of RateLimit. */
  policies: string
  limits: string
  /** How many more such requests the limit of the three fields allows. */
  allowed: number
}
type LimitedResponse = ServerResponse & { [reported]?: Reported }

/**
 * Sets RateLimit and RateLimit-Policy of draft-ietf-httpapi-ratelimit-headers-11, which list all
 * limits on a path; and RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset, which report the
 * one that such requests exhaust first.
 */
export function reportLimit(res: LimitedResponse, of: ReportedLimit): void {
  const { quoted: name, unit, limit, windowSeconds, remaining, resetSeconds, weight } = of
  const quota = unit === 'requests' ? `q=${limit}` : `q=${limit};qu="${unit}"`
  const policy = `${name};${quota};w=${windowSeconds}`
  const service = `${name};r=${remaining};t=${resetSeconds}`
  const known = res[reported]
  const now: Reported = known
    ? {
        policies: `${known.policies}, ${policy}`,
        limits: `${known.limits}, ${service}`,
        allowed: known.allowed,
      }
    : { policies: policy, limits: service, allowed: Number.POSITIVE_INFINITY }
  res[reported] = now
  res.setHeader('RateLimit-Policy', now.policies)
  res.setHeader('RateLimit', now.limits)
  const more = remaining / Math.max(1, weight)
  if (now.allowed < more) return
  now.allowed = more
  res.setHeader('RateLimit-Limit', limit)
  res.setHeader('RateLimit-Remaining', remaining)
  res.setHeader('RateLimit-Reset', resetSeconds)
}

/** A name as a string of structured fields (RFC 9651 3.3.3), which is ASCII. */
export function quotedName(name: string): string {
  return `"${name.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`
}
