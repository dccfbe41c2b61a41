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

export interface FailureOptions {
  /** HTTP status of the engine, when it answered. */
  status?: number
  /** Another node, or another connection, may do better. */
  mayRetry?: boolean
  /** For the operators' log: the socket's or TLS's own words, never the engine's. */
  note?: string
}

/** The engine gave no usable answer. Its message is for the log, and holds no credential and nothing of an answer. */
export class EngineFailure extends Error {
  readonly reason: FailureReason
  readonly mayRetry: boolean

  constructor(reason: FailureReason, { status, mayRetry = false, note }: FailureOptions = {}) {
    super(['engine', reason, status, note].filter((part) => part !== undefined).join(': '))
    this.name = 'EngineFailure'
    this.reason = reason
    this.mayRetry = mayRetry
  }
}
