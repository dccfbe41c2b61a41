import { randomUUID } from 'node:crypto'

/** W3C Trace Context, as far as somebody needs it who makes no spans of his own: it goes on as it came. */

/** Version 00 (3.2); neither id may be all zeros. */
const valid = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** Whether a `traceparent` that was sent can go on; where it cannot, `tracestate` must not either. */
export function isTraceparent(sent: unknown): sent is string {
  return typeof sent === 'string' && valid.test(sent)
}

/**
 * The `traceparent` of a request: the one that was sent, or else a new one, not sampled, whose trace id is the request id without
 * its dashes, so that the one can be found by the other.
 */
export function traceparentOf(sent: unknown, requestId: string): string {
  if (isTraceparent(sent)) return sent
  const digits = requestId.replaceAll('-', '')
  const made = `00-${digits}-${digits.slice(16)}-00`
  return isTraceparent(made) ? made : traceparentOf(undefined, randomUUID()) // an id that a proxy made in its own way
}

/** The trace id of a `traceparent` that is valid. */
export function traceIdOf(traceparent: string): string {
  return traceparent.slice(3, 35)
}
