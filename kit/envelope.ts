import type { ServerResponse } from 'node:http'
import type { ApiError, ErrorCode, ErrorDetails } from './errors.js'

/** `meta` of every answer (docs/api.md, Envelope). */
export interface Meta {
  /** Unique id of the request, equal to the X-Request-Id header. */
  requestId: string
  /** ISO 8601 UTC with milliseconds. */
  timestamp: string
  /** What may be wrong with a search that found nothing. */
  hints?: readonly string[]
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

/** What a successful operation answers with. */
export interface Result {
  data: unknown
  /** HTTP status, 200 unless said otherwise. */
  status?: number
  /** Human-readable note, on API key creation only. */
  message?: string
  headers?: Record<string, string>
  /** What `meta` tells besides. */
  meta?: Pick<Meta, 'hints'>
}

export function metaOf(requestId: string, now = new Date()): Meta {
  return { requestId, timestamp: now.toISOString() }
}

export function success({ data, message, meta }: Result, requestId: string): Success {
  return {
    status: 'success',
    data,
    ...(message === undefined ? {} : { message }),
    meta: { ...metaOf(requestId), ...meta },
  }
}

export function failure({ code, message, details }: ApiError, requestId: string): Failure {
  return { status: 'error', error: { code, message, details }, meta: metaOf(requestId) }
}

/** Headers that every answer of ours carries. */
export function baseHeaders(requestId: string): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  }
}

/** Headers that an error needs by its status: WWW-Authenticate with 401 (RFC 9110 11.6.1), Retry-After with 503. */
export function errorHeaders({ status, headers }: ApiError): Record<string, string> {
  return {
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer realm="directory"' } : {}),
    ...(status === 503 ? { 'Retry-After': '1' } : {}),
    ...headers,
  }
}

/** Writes a success. Headers set on the response earlier are kept. A 304 tells nothing but headers (RFC 9110 15.4.5). */
export function sendResult(res: ServerResponse, result: Result, requestId: string): void {
  if (result.status === 304) {
    res.writeHead(304, result.headers).end()
    return
  }
  send(res, result.status ?? 200, success(result, requestId), { ...baseHeaders(requestId), ...result.headers })
}

/** Writes an error. Headers set on the response earlier are kept. */
export function sendError(res: ServerResponse, error: ApiError, requestId: string): void {
  send(res, error.status, failure(error, requestId), { ...baseHeaders(requestId), ...errorHeaders(error) })
}

function send(res: ServerResponse, status: number, body: unknown, headers: Record<string, string>): void {
  const text = JSON.stringify(body)
  res.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) })
  res.end(text)
}
