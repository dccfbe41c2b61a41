import type { ServerResponse } from 'node:http'
import {
  baseHeaders,
  errorHeaders,
  failure,
  makeMeta,
  type Result,
  success,
  type Trimmings,
} from '../api/envelope.js'
import type { ApiError } from '../api/errors.js'
import { stringifyExact } from '../api/json.js'
import { byteLength } from './byte-length.js'
import { writePaced } from './paced-write.js'

/**
 * Writes a success. Headers set on the response earlier are kept. A 304 has headers only (RFC 9110
 * 15.4.5).
 */
export function sendResult(res: ServerResponse, result: Result, requestId: string): void {
  if (result.status === 304) {
    res.writeHead(304, result.headers).end()
    return
  }
  if (result.json) sendWritten(res, writtenResult(result, requestId))
  else
    send(res, result.status ?? 200, success(result, requestId), {
      ...baseHeaders(requestId),
      ...result.headers,
    })
}

/** A serialized success. */
export interface SerializedResult {
  status: number
  headers: Record<string, string>
  /** The envelope, in UTF-8 chunks. */
  pieces: readonly Buffer[]
}

/** Serializes a success. */
export function writtenResult(result: Result, requestId: string): SerializedResult {
  return {
    status: result.status ?? 200,
    headers: result.headers
      ? { ...baseHeaders(requestId), ...result.headers }
      : baseHeaders(requestId),
    pieces: result.json
      ? listPieces(result.json, result, requestId)
      : [Buffer.from(JSON.stringify(success(result, requestId)))],
  }
}

/** Writes an error. Headers set on the response earlier are kept. */
export function sendError(res: ServerResponse, error: ApiError, requestId: string): void {
  send(res, error.status, failure(error, requestId), {
    ...baseHeaders(requestId),
    ...errorHeaders(error),
  })
}

/** The envelope around JSON that is already serialized, unless it is a whole body. */
function listPieces(
  json: readonly Buffer[],
  { message, meta, isWhole }: Trimmings,
  requestId: string,
): readonly Buffer[] {
  if (isWhole) return json
  const others = JSON.stringify({
    message,
    meta: meta ? { ...makeMeta(requestId), ...meta } : makeMeta(requestId),
  })
  return [beforeData, ...json, Buffer.from(`,${others.slice(1)}`)]
}

const beforeData = Buffer.from('{"status":"success","data":')

/**
 * Sends a serialized response, its beginning in one piece with its head: Node joins the writes of
 * one turn. Headers set earlier are kept.
 */
export function sendWritten(
  res: ServerResponse,
  { status, headers, pieces }: SerializedResult,
): void {
  res.setHeader('Content-Length', byteLength(pieces))
  res.writeHead(status, headers)
  writePaced(res, pieces)
}

function send(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string>,
): void {
  const text = stringifyExact(body)
  res.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) })
  res.end(text)
}
