import { ApiError } from '../../kit/api/errors.js'

export interface TargetFailureOptions {
  /** Whether the target may have got the request. */
  isSent: boolean
  /**
   * Whether the connection had been used before: the target may just have closed it, as servers do
   * with idle ones.
   */
  isKept: boolean
}

/** A target gave no answer. Its message is for the log. */
export class TargetFailure extends Error {
  readonly isSent: boolean
  readonly isKept: boolean

  constructor(message: string, { isSent, isKept }: TargetFailureOptions) {
    super(message)
    this.name = 'TargetFailure'
    this.isSent = isSent
    this.isKept = isKept
  }
}

/**
 * The caller's error for a service that gave no answer; except for `unreachable`, the name is
 * `details.reason`.
 */
const messages = {
  unreachable: 'The upstream service cannot be reached',
  failed: 'The upstream service failed',
  unreadable: 'The answer of the upstream service is not JSON',
  'too-large': 'The answer of the upstream service is too large',
  'headers-too-large': 'The headers of the answer of the upstream service are too long',
  'credential-refused': 'The upstream service does not accept the credential of the gateway',
} as const
export type Reason = keyof typeof messages

export interface Unavailable {
  /** For the log. */
  cause: unknown
  /** Status of the service's answer, if there was one. */
  status?: number
  /** Its Retry-After. */
  retryAfter?: string | undefined
}

/** The caller's error for an unavailable service. */
export function unavailable(reason: Reason, { cause, status, retryAfter }: Unavailable): ApiError {
  return new ApiError('UPSTREAM_UNAVAILABLE', messages[reason], {
    cause,
    details: {
      ...(reason !== 'unreachable' && { reason }),
      ...(status !== undefined && { status }),
    },
    ...(retryAfter !== undefined && { headers: { 'Retry-After': retryAfter } }),
  })
}
