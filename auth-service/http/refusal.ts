import { ApiError, toApiError } from '../../kit/api/errors.js'
import { StoreError } from '../store/errors.js'

/**
 * The error that the caller gets for anything thrown. A failed store may recover soon: 503, with
 * Retry-After.
 */
export function asRefusal(thrown: unknown): ApiError {
  if (!(thrown instanceof StoreError)) return toApiError(thrown)
  const message = 'The service cannot use its store right now. Try again shortly.'
  return new ApiError('SERVICE_UNAVAILABLE', message, { cause: thrown })
}
