import type { EngineReason } from '../../kit/api/engine-unavailable.js'

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
  readonly reason: EngineReason
  readonly mayRetry: boolean

  constructor(reason: EngineReason, { status, mayRetry = false, note }: FailureOptions = {}) {
    super(['engine', reason, status, note].filter((part) => part !== undefined).join(': '))
    this.name = 'EngineFailure'
    this.reason = reason
    this.mayRetry = mayRetry
  }
}
