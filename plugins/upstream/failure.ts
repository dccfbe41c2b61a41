import { ApiError } from '../../kit/errors.js'

export interface FailureOptions {
  /** Whether the target may have got the request. */
  isSent: boolean
  /** Whether the connection had served before: the target may just have closed it, as servers do with idle ones. */
  isKept: boolean
}

/** A target gave no answer. Its message is for the log. */
export class TargetFailure extends Error {
  readonly isSent: boolean
  readonly isKept: boolean

  constructor(message: string, { isSent, isKept }: FailureOptions) {
    super(message)
    this.name = 'TargetFailure'
    this.isSent = isSent
    this.isKept = isKept
  }
}

/** A failure of the connection to an upstream, or an answer that is none, as the caller learns of it. */
export function unavailable(cause: unknown): ApiError {
  return new ApiError('UPSTREAM_UNAVAILABLE', 'The service behind this path cannot be reached', { cause })
}
