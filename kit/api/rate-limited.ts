import type { ReasonKind } from './engine-unavailable.js'
import { ApiError } from './errors.js'

/** Which queue refused a request: `details.reason` of OVERLOADED and RATE_LIMITED. */
export const queueReasons = {
  admission_queue: {
    cause: 'The queue of new requests is full, or the request would wait too long in it, or has.',
    remedy: 'Send fewer at once, and try again after Retry-After.',
  },
  search_queue: {
    cause: 'The queue of searches is full, or the search would wait too long in it, or has.',
    remedy: 'Send fewer searches at once, and try again after Retry-After.',
  },
} as const satisfies Record<string, ReasonKind>

export type QueueReason = keyof typeof queueReasons

/** Which limit, other than a `throttle` step, refused a request: `details.reason`. */
export const limitReasons = {
  ...queueReasons,
  unread_answers: {
    cause: 'Large answers to this owner are still unread.',
    remedy: 'Read those answers, or close their connections.',
  },
  running_exports: {
    cause: 'This owner already runs the maximum number of concurrent exports.',
    remedy: 'Wait until one of them ends.',
  },
  failed_logins: {
    cause: 'Too many failed logins to this account, or from this address.',
    remedy: 'Wait the number of seconds in Retry-After.',
  },
  young_sessions: {
    cause: 'The user has the maximum number of sessions, all younger than an hour.',
    remedy: 'Log out of one, or wait the number of seconds in Retry-After.',
  },
  requested_mails: {
    cause: 'Too many sign-ups and recoveries from this network, or for this e-mail address.',
    remedy: 'Wait the number of seconds in Retry-After.',
  },
} as const satisfies Record<string, ReasonKind>

/** `details` of a RATE_LIMITED. */
export interface LimitDetails {
  limit: number
  /** What is counted. */
  unit: string
  /** What it is counted by. */
  by: string
  /** Length of the window; absent for limits without one. */
  windowSeconds?: number
  remaining: number
  retryAfterSeconds: number
  /** Of a step `throttle`. */
  name?: string
  /** Of a limit that is not a step `throttle`. */
  reason?: keyof typeof limitReasons
}

type FixedLimit = Pick<LimitDetails, 'limit' | 'unit' | 'by' | 'windowSeconds'> & {
  reason: keyof typeof limitReasons
}

/**
 * The refusal by a limit that is not one of a `throttle` step. Its RateLimit headers describe this
 * limit, and replace those that other limits of the request have set.
 * @param seconds Until a further try may be accepted.
 */
export function usedUp(
  message: string,
  { reason, ...limit }: FixedLimit,
  seconds: number,
): ApiError {
  return rateLimited(
    message,
    { ...limit, remaining: 0, retryAfterSeconds: seconds, reason },
    {
      'RateLimit-Limit': String(limit.limit),
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': String(seconds),
      RateLimit: `"${reason}";r=0;t=${seconds}`,
    },
  )
}

/** The refusal by a limit. */
export function rateLimited(
  message: string,
  details: LimitDetails,
  headers: Record<string, string> = {},
): ApiError {
  return new ApiError('RATE_LIMITED', message, {
    details: { ...details },
    headers: { 'Retry-After': String(details.retryAfterSeconds), ...headers },
  })
}
