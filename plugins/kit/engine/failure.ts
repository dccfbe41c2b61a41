import {
  type EngineBounds,
  type EngineReason,
  engineUnavailable,
} from '../../../kit/api/engine-unavailable.js'

export interface EngineFailureOptions {
  /** HTTP status of the engine, if it answered. */
  status?: number
  /** Another node, or another connection, may succeed. */
  mayRetry?: boolean
  /** For the operators' log: the error text of the socket or TLS, never the engine's. */
  note?: string
  /** Its node has answered no other search either, from the start of this one to its deadline. */
  isSilent?: boolean
}

/**
 * The engine gave no usable answer. Its message is for the log, without credentials and answer
 * contents.
 */
export class EngineFailure extends Error {
  readonly reason: EngineReason
  readonly mayRetry: boolean
  readonly isSilent: boolean

  constructor(
    reason: EngineReason,
    { status, mayRetry = false, note, isSilent = false }: EngineFailureOptions = {},
  ) {
    super(['engine', reason, status, note].filter((part) => part !== undefined).join(': '))
    this.name = 'EngineFailure'
    this.reason = reason
    this.mayRetry = mayRetry
    this.isSilent = isSilent
  }
}

/** What the caller of a search gets for a failure of the engine; any other error as it is. */
export function toCallerError(
  error: unknown,
  { version, timeoutMs, maxResponseBytes }: EngineBounds & { version: string },
): unknown {
  if (!(error instanceof EngineFailure)) return error
  const { reason, isSilent } = error
  return engineUnavailable(version, reason, error, { timeoutMs, maxResponseBytes, isSilent })
}
