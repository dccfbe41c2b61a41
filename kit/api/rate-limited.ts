import { ApiError } from './errors.js'

/**
 * The refusal by a limit that is not one of a `throttle` step. Its RateLimit headers describe this
 * limit, and replace those that other limits of the request have set.
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
