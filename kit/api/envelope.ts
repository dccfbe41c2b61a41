import type { ServerResponse } from 'node:http'
import { bytesOf } from '../http/byte-length.js'
import { endGradually } from '../http/paced-write.js'
import { isoTime } from '../log/iso-time.js'
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
export type Result = Payload & Trimmings

/** `data` of an answer, or its JSON, if that is written already: UTF-8 in pieces, which go out as they are. */
type Payload = { data: unknown; json?: undefined } | { json: readonly Buffer[]; data?: undefined }

interface Trimmings {
  /** HTTP status, 200 unless said otherwise. */
  status?: number
  /** Human-readable note, on API key creation only. */
  message?: string
  headers?: Record<string, string>
  /** What `meta` tells besides. */
  meta?: Pick<Meta, 'hints'>
}

export function metaOf(requestId: string): Meta {
  return { requestId, timestamp: isoTime(Date.now()) }
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

/**
 * Headers that an error needs: WWW-Authenticate with 401 (RFC 9110 11.6.1), Retry-After with 503. None may be stored: what is
 * refused depends on who asks and when, and caches keep some statuses, such as 404, without being asked to (RFC 9111 4.2.2).
 */
export function errorHeaders({ status, headers }: ApiError): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
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
  if (result.json) sendWritten(res, writtenResult(result, requestId))
  else send(res, result.status ?? 200, success(result, requestId), { ...baseHeaders(requestId), ...result.headers })
}

/** A success as it goes out. */
export interface Written {
  status: number
  headers: Record<string, string>
  /** The envelope, UTF-8 in pieces. */
  pieces: readonly Buffer[]
}

/** Writes a success down. */
export function writtenResult(result: Result, requestId: string): Written {
  return {
    status: result.status ?? 200,
    headers: result.headers ? { ...baseHeaders(requestId), ...result.headers } : baseHeaders(requestId),
    pieces: result.json
      ? piecesOf(result.json, result, requestId)
      : [Buffer.from(JSON.stringify(success(result, requestId)))],
  }
}

/** Writes an error. Headers set on the response earlier are kept. */
export function sendError(res: ServerResponse, error: ApiError, requestId: string): void {
  send(res, error.status, failure(error, requestId), { ...baseHeaders(requestId), ...errorHeaders(error) })
}

/** The envelope around JSON that is written already. */
function piecesOf(json: readonly Buffer[], { message, meta }: Trimmings, requestId: string): Buffer[] {
  const others = JSON.stringify({ message, meta: meta ? { ...metaOf(requestId), ...meta } : metaOf(requestId) })
  return [beforeData, ...json, Buffer.from(`,${others.slice(1)}`)]
}

const beforeData = Buffer.from('{"status":"success","data":')

/** Sends what is written, its beginning in one piece with its head: Node gathers what is written in one turn. Headers set earlier are kept. */
export function sendWritten(res: ServerResponse, { status, headers, pieces }: Written): void {
  res.setHeader('Content-Length', bytesOf(pieces))
  res.writeHead(status, headers)
  endGradually(res, pieces)
}

function send(res: ServerResponse, status: number, body: unknown, headers: Record<string, string>): void {
  const text = JSON.stringify(body)
  res.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) })
  res.end(text)
}
