import type { ServerResponse } from 'node:http'
import { rateLimited } from '../../kit/api/rate-limited.js'
import { counter } from '../../kit/metrics/prometheus.js'
import { getWindowSeconds } from '../../kit/rate-limit/window-length.js'
import type { Taken, Windows } from '../../kit/rate-limit/windows.js'
import { reportLimit } from './limit-headers.js'

/** A limit of a step, as callers see it. */
export interface StatedLimit {
  by: string
  unit: string
  /** As the operator named it, else what it counts, such as `requests-per-owner`. */
  name: string
  /** Its name in header fields, as `quotedName` returns it. */
  quoted: string
}

/** How much a request spends, of which limit. */
export interface Spending {
  windows: Windows
  /** The owner of the limit. */
  key: string
  weight: number
  limit: number
  stated: StatedLimit
  /** Gets what was counted before, by the name of the limit. */
  used: Record<string, number>
  /** What the caller can do besides waiting. */
  remedy?: string | undefined
}

const countNear = counter({
  name: 'directory_limit_nearly_used_total',
  help: 'Requests that left less than a fifth of their limit.',
  labels: ['by', 'unit', 'name'],
})

/** What units are called in messages. */
const units: Readonly<Record<string, string>> = { cost: 'units of query cost' }

/**
 * Spends from a limit and reports the rest to the caller in the RateLimit header fields.
 * Synchronous when the windows are.
 * @throws ApiError RATE_LIMITED when it does not fit.
 */
export function spend(res: ServerResponse, spending: Spending): undefined | Promise<undefined> {
  const { windows, key, weight, limit } = spending
  const taken = windows.take(key, weight, limit)
  return taken instanceof Promise
    ? taken.then((later) => reported(res, spending, later))
    : reported(res, spending, taken)
}

function reported(
  res: ServerResponse,
  { windows: { length }, weight, limit, stated, used, remedy }: Spending,
  { isTaken, remaining, msLeft }: Taken,
): undefined {
  const { by, unit, quoted, name } = stated
  used[name] ??= Math.max(0, limit - remaining - (isTaken ? weight : 0))
  const [windowSeconds, resetSeconds] = [getWindowSeconds(length), Math.ceil(msLeft / 1000)]
  reportLimit(res, { quoted, unit, limit, windowSeconds, remaining, resetSeconds, weight })
  if (isTaken) {
    if (remaining < limit / 5) countNear([by, unit, name])
    return
  }
  const window = length === 'month' ? 'a calendar month (UTC)' : `${length} seconds`
  const instead = remedy === undefined ? '' : `: ${remedy}`
  throw rateLimited(`No more than ${limit} ${units[unit] ?? unit} in ${window}${instead}`, {
    ...{ limit, unit, by, windowSeconds, remaining, retryAfterSeconds: resetSeconds, name },
  })
}
