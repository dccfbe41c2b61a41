import { ApiError } from './errors.js'

/**
 * The refusal by a limit that is not one of a `throttle` step. Its RateLimit headers tell this limit, in place of
 * those that other limits on the way of the request have set.
 * @param seconds Until a further try may be accepted.
 */
export function usedUp(message: string, limit: number, seconds: number): ApiError {
  return new ApiError('RATE_LIMITED', message, {
    headers: {
      'Retry-After': String(seconds),
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': String(seconds),
    },
  })
}
