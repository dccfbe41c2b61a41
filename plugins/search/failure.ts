/** Why the engine gave no usable answer. For the log; a caller learns nothing of it. */
export type FailureReason =
  /** No node could be reached, or the connection broke. */
  | 'connection'
  /** No whole answer within the deadline. */
  | 'deadline'
  /** A status that is neither an answer nor the caller's mistake. */
  | 'status'
  /** More bytes than `maxResponseBytes`. */
  | 'too-large'
  /** Not JSON of the shape of a search answer, or compressed though nobody asked for it. */
  | 'unreadable'
  /** `timed_out`, or a shard failed: part of the hits is missing. */
  | 'partial'

/** The engine gave no usable answer. Its message holds no address, credential or text of the engine. */
export class EngineFailure extends Error {
  readonly reason: FailureReason
  /** HTTP status of the engine, when it answered. */
  readonly status: number | undefined
  /** Another node may do better. */
  readonly mayRetry: boolean

  constructor(reason: FailureReason, { status, mayRetry = false }: { status?: number; mayRetry?: boolean } = {}) {
    super(status === undefined ? `engine: ${reason}` : `engine: ${reason} ${status}`)
    this.name = 'EngineFailure'
    this.reason = reason
    this.status = status
    this.mayRetry = mayRetry
  }
}
