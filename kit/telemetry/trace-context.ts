import { randomUUID } from 'node:crypto'

/** W3C Trace Context: what is received, and what is sent along where no span is recorded. */

/** Version 00 (3.2); neither id may be all zeros. */
const valid = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** Whether a received `traceparent` can be forwarded; if not, `tracestate` must not be either. */
export function isTraceparent(sent: unknown): sent is string {
  return typeof sent === 'string' && valid.test(sent)
}

/**
 * The `traceparent` of a request: the one received, or else a new one, not sampled, whose trace id
 * is the request id without its dashes, so that either can be found by the other.
 */
export function makeTraceparent(sent: unknown, requestId: string): string {
  if (isTraceparent(sent)) return sent
  const digits = requestId.replaceAll('-', '')
  const made = `00-${digits}-${digits.slice(16)}-00`
  // an id that a proxy made in its own format
  return isTraceparent(made) ? made : makeTraceparent(undefined, randomUUID())
}

/** The trace id of a valid `traceparent`. */
export function readTraceId(traceparent: string): string {
  return traceparent.slice(3, 35)
}
