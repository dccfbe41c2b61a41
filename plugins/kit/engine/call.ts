import type { Trace } from '../../../kit/telemetry/request-span.js'
import { Cancellation } from '../cancellation.js'
import { EngineFailure } from './failure.js'

/** A call of the engine. */
export interface EngineCall {
  /** Elasticsearch's name of the operation. */
  operation: 'search' | 'open_point_in_time' | 'close_point_in_time'
  /** The indices, unless a point in time has them. */
  index?: string
  method: 'POST' | 'DELETE'
  /** With its query. */
  path: string
  body: string
}

/** Options of a call. */
export interface Asking {
  /** Its `traceparent` is sent along, so that the engine's own logs identify the request. */
  trace: Trace
  /**
   * Aborted when the caller disconnects, at the deadline (`overdue`), and on any failure, which
   * frees the socket.
   */
  cancel: Cancellation
  /** Throws an ApiError when the caller may not get a large answer now. */
  mayBeLarge?: () => void
}

/** The reason of a search cancelled at the deadline. */
export const overdue = new DOMException('no answer within the deadline', 'AbortError')

/** The reason of a search that an operator has cancelled. */
export const cancelled = new DOMException('an operator has cancelled it', 'AbortError')

/** The failure of a search, wherever it was when it was cancelled. */
export function toFailure(error: unknown, { reason }: Cancellation): unknown {
  return reason === cancelled ? new EngineFailure('cancelled') : error
}

/** What is asked of the engine, cancelled at the deadline. @throws its failure. */
export async function withDeadline<T>(
  timeoutMs: number,
  ask: (cancel: Cancellation) => Promise<T>,
): Promise<T> {
  const cancel = new Cancellation()
  const deadline = setTimeout(() => cancel.abort(overdue), timeoutMs)
  try {
    return await ask(cancel)
  } catch (error) {
    throw toFailure(error, cancel)
  } finally {
    clearTimeout(deadline)
  }
}

/**
 * Sends a call of the engine as a span, by OpenTelemetry's conventions for Elasticsearch. The span
 * has no body, and no path, so nothing that was searched for.
 * @param send Sends it with the `traceparent` of the span.
 */
export function traceCall<Answer extends { status: number }>(
  { operation, index, method }: EngineCall,
  node: URL,
  { trace, cancel }: Asking,
  send: (trace: Trace) => Promise<Answer>,
): Promise<Answer> {
  if (!trace.span) return send(trace)
  const name = index === undefined ? operation : `${operation} ${index}`
  const span = trace.span.call(name, node, {
    'db.system.name': 'elasticsearch',
    'db.operation.name': operation,
    'db.collection.name': index,
    'http.request.method': method,
  })
  const answer = send(span)
  const isUnwanted = () => cancel.isAborted && cancel.reason !== overdue
  void answer.then(
    ({ status }) => span.end({ status }),
    (error: unknown) => {
      const isFailure = error instanceof EngineFailure && !isUnwanted()
      span.end({ error: isFailure ? error.reason : undefined })
    },
  )
  return answer
}
