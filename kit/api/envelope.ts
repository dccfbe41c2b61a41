import { isoTime } from '../log/iso-time.js'
import type { ApiError, ErrorCode, ErrorDetails } from './errors.js'

/** `meta` of every response (docs/api.md, Envelope). */
export interface Meta {
  /** Unique id of the request, equal to the X-Request-Id header. */
  requestId: string
  /** ISO 8601 UTC with milliseconds. */
  timestamp: string
  /** What may be wrong with a search that found nothing. */
  hints?: readonly string[]
  understood?: object
  /** The day that the searched data describes, if the loader has recorded it. */
  dataAsOf?: string
  /** Whom the data comes from, if the loader has recorded it: in answers of search templates. */
  attribution?: string
}

/** The envelope of a success. */
export interface Success {
  status: 'success'
  data: unknown
  message?: string
  meta: Meta
}

/** The envelope of a failure. */
export interface Failure {
  status: 'error'
  error: { code: ErrorCode; message: string; details: ErrorDetails }
  meta: Meta
}

/** The result of a successful operation. */
export type Result = Payload & Trimmings

/**
 * `data` of a response, or its JSON, if that is already serialized: UTF-8 chunks, which are sent as
 * they are.
 */
type Payload = { data: unknown; json?: undefined } | { json: readonly Buffer[]; data?: undefined }

/** What a response may contain in addition to its data. */
export interface Trimmings {
  /** HTTP status, 200 by default. */
  status?: number
  /** Human-readable note, on API key creation only. */
  message?: string
  headers?: Record<string, string>
  /** Additional members of `meta`. */
  meta?: Omit<Meta, 'requestId' | 'timestamp'>
  /** Whether `json` is the whole body, without an envelope: of a protocol with one of its own. */
  isWhole?: true
}

export function makeMeta(requestId: string): Meta {
  return { requestId, timestamp: isoTime(Date.now()) }
}

export function success({ data, message, meta }: Result, requestId: string): Success {
  return {
    status: 'success',
    data,
    ...(message === undefined ? {} : { message }),
    meta: { ...makeMeta(requestId), ...meta },
  }
}

export function failure({ code, message, details }: ApiError, requestId: string): Failure {
  return { status: 'error', error: { code, message, details }, meta: makeMeta(requestId) }
}

/** The code of JSON-RPC for errors that its specification does not name. */
const otherRpcError = -32000

/**
 * A failure as a message of JSON-RPC, whose `data` is what the envelope has. The id is null, as the
 * request was not read (JSON-RPC 2.0, 5).
 */
export function toRpcFailure({ error, meta }: Failure): object {
  const { message, ...data } = error
  const ofRpc = { code: otherRpcError, message, data: { ...data, meta } }
  return { jsonrpc: '2.0', id: null, error: ofRpc }
}

/** Headers of all our responses. */
export function baseHeaders(requestId: string): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  }
}

/**
 * Headers that an error needs: WWW-Authenticate with 401 (RFC 9110 11.6.1), Retry-After with 503.
 * None may be stored: a refusal depends on the caller and the time, and caches keep some statuses,
 * such as 404, by default (RFC 9111 4.2.2).
 */
export function errorHeaders({ status, headers }: ApiError): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer realm="directory"' } : {}),
    ...(status === 503 ? { 'Retry-After': '1' } : {}),
    ...headers,
  }
}
