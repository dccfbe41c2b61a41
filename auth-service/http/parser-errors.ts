import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { baseHeaders, failure } from '../../kit/envelope.js'
import { ApiError, type ErrorCode, validationError } from '../../kit/errors.js'

/** Answers what Node's HTTP parser refused: there is no response object yet, so the envelope is written by hand. */
export function answerParserError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const refusal = refusals[error.code ?? ''] ?? ['VALIDATION_ERROR', '']
  const [code, text] = refusal
  const answer =
    code === 'VALIDATION_ERROR'
      ? validationError({ request: ['This is not a valid HTTP request'] })
      : new ApiError(code, text)
  const requestId = randomUUID()
  const body = JSON.stringify(failure(answer, requestId))
  const headers = { ...baseHeaders(requestId), Connection: 'close', 'Content-Length': `${Buffer.byteLength(body)}` }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n${body}`)
}

/** Node's codes (documentation of http, event clientError) that are not simply malformed requests. */
const refusals: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request did not arrive in time'],
}
