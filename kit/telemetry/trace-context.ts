import { randomUUID } from 'node:crypto'

/** W3C Trace Context: what is received, and what is sent along where no span is recorded. */

/** Any version (3.2); neither id may be all zeros. Later ones may have more behind the flags. */
const valid =
  /^(?!ff)([0-9a-f]{2})-((?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/**
 * Reads a received `traceparent`, one of a later version as version 00 (4.3.1); undefined for none
 * that can be forwarded: then `tracestate` must not be either.
 */
export function parseTraceparent(sent: unknown): string | undefined {
  const [, version, ids, flags, more] = (typeof sent === 'string' && valid.exec(sent)) || []
  if (version === undefined) return undefined
  if (version === '00') return more === undefined ? (sent as string) : undefined
  return `00-${ids}-0${Number.parseInt(flags!, 16) & 1}`
}

/**
 * The `traceparent` of a request: the one received, or else a new one, not sampled, whose trace id
 * is the request id without its dashes, so that either can be found by the other.
 */
export function makeTraceparent(sent: unknown, requestId: string): string {
  const received = parseTraceparent(sent)
  if (received !== undefined) return received
  const digits = requestId.replaceAll('-', '')
  const made = `00-${digits}-${digits.slice(16)}-00`
  // an id that a proxy made in its own format
  return parseTraceparent(made) ?? makeTraceparent(undefined, randomUUID())
}

/** The trace id of a valid `traceparent`. */
export function readTraceId(traceparent: string): string {
  return traceparent.slice(3, 35)
}
