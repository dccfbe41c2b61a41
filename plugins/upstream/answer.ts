import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Result } from '../../kit/api/envelope.js'
import { ApiError, type ErrorCode, errorCodeHeader, errorKinds } from '../../kit/api/errors.js'
import { parseExact } from '../../kit/api/json.js'
import { isTooDeep } from '../kit/nesting.js'
import { unavailable } from './failure.js'

/** Codes of refusals, by the upstream's status; others below 500 are VALIDATION_ERROR. */
const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  406: 'NOT_ACCEPTABLE',
  408: 'REQUEST_TIMEOUT',
  410: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'URI_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  431: 'HEADERS_TOO_LARGE',
}

/**
 * Passes an upstream's answer to the caller unchanged. When it is cut off, the caller's is too.
 * @param headers What the caller gets of its headers.
 * @throws Error of the answer; while `res.headersSent` is false, the caller can still get an error.
 */
export async function passOn(
  answer: IncomingMessage,
  res: ServerResponse,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  const chunks: AsyncIterator<Buffer> = answer[Symbol.asyncIterator]()
  const first = await chunks.next() // the first bytes, or the end: nothing is sent before
  res.statusCode = answer.statusCode!
  setHeaders(res, headers, answer)
  answer.once('error', () => breakOff(res))
  await pipeline(all(first, chunks), res)
}

/**
 * Sets headers of an answer. Those that we have set already are not replaced, except for the
 * RateLimit headers of a 429.
 */
export function setHeaders(
  res: ServerResponse,
  headers: OutgoingHttpHeaders,
  answer: IncomingMessage,
): void {
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'vary') res.appendHeader(name, String(value))
    else if (value !== undefined && (!res.hasHeader(name) || isOfItsLimit(answer, name)))
      res.setHeader(name, value)
  }
}

/**
 * The limit of a service that refuses the request is reported instead of ours, which has allowed
 * it.
 */
function isOfItsLimit({ statusCode }: IncomingMessage, header: string): boolean {
  return statusCode === 429 && /^ratelimit(-|$)/.test(header)
}

/**
 * Bytes of an answer passed on per event-loop iteration: with many at once, an iteration would take
 * 0.1 s for one connection.
 */
const bytesPerTurn = 64 * 1024

async function* all(
  first: IteratorResult<Buffer>,
  others: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for (let chunk = first; !chunk.done; chunk = await others.next()) {
    yield chunk.value
    bytes += chunk.value.length
    if (bytes < bytesPerTurn) continue
    await nextTurn()
    bytes = 0
  }
}

/**
 * Resets the caller's connection, so that a truncated answer is detected at once, also by a client
 * that still has much of it to read, and by an HTTP/1.0 client, which takes a mere close for the
 * end.
 */
function breakOff({ socket }: ServerResponse): void {
  if (socket && !('encrypted' in socket)) socket.resetAndDestroy()
}

/** Statuses whose answers have no body. */
const withoutBody = [204, 205]

/**
 * Makes an upstream's JSON the `data` of our envelope.
 * @param text The whole body.
 * @throws ApiError UPSTREAM_UNAVAILABLE without JSON or the upstream failed; the code that
 *   fits its refusal.
 */
export function wrap(answer: IncomingMessage, text: string): Result {
  const status = answer.statusCode!
  if (status === 304) return { status, data: undefined }
  if (status >= 400 && status < 500) throw refusal(answer, text)
  if (status < 200 || status > 299) throw failed(answer)
  if (withoutBody.includes(status)) return { data: {} }
  if (text === '') return { status, data: {} }
  parseJson(text)
  return { status, json: [Buffer.from(text)] } // with its numbers as they are written
}

function refusal({ statusCode = 0, headers }: IncomingMessage, text: string): ApiError {
  const note = `The upstream service answered with status ${statusCode}`
  const isJson = /[/+]json\b/i.test(headers['content-type'] ?? '')
  return new ApiError(codes[statusCode] ?? 'VALIDATION_ERROR', note, {
    details: {
      upstream: {
        ...{ _errors: [note], status: statusCode },
        ...(isJson && { answer: parseJson(text) }),
      },
    },
    headers: {
      ...(headers['retry-after'] && { 'Retry-After': headers['retry-after'] }),
      ...(headers.allow && { Allow: headers.allow }),
    },
  })
}

/** A 5xx, or a redirection, which is of no use to callers. */
function failed({ statusCode: status = 0, headers }: IncomingMessage): ApiError {
  const cause = new Error(`it answered with status ${status}`)
  return unavailable('failed', { cause, status, retryAfter: headers['retry-after'] })
}

/** @throws ApiError for invalid JSON, or JSON nested too deep to be serialized again. */
function parseJson(text: string): unknown {
  try {
    const value = parseExact(text)
    if (isTooDeep(value)) throw new Error('it is nested too deep')
    return value
  } catch (cause) {
    throw unavailable('unreadable', { cause })
  }
}

/**
 * Takes the code of a refusal off an answer of the auth service, which is passed on unread: for log
 * and metrics. Only codes that are known count.
 */
export function takeErrorCode({ headers }: IncomingMessage): ErrorCode | undefined {
  const { [errorCodeHeader]: code } = headers
  delete headers[errorCodeHeader]
  return isErrorCode(code) ? code : undefined
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorKinds, code)
}
