import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { baseHeaders, errorHeaders, failure } from '../api/envelope.js'
import { ApiError, validationError } from '../api/errors.js'
import { log } from '../log/log.js'
import { counter } from '../metrics/prometheus.js'
import { sendError } from './send.js'

/** Maximum length of a request target, in bytes; a longer one gets 414. */
export const maxUrlBytes = 8192

/**
 * Maximum number of header fields; twice Apache's limit. Node would silently drop those beyond
 * 2000.
 */
export const maxHeaders = 200

/**
 * How long an answered socket stays open, so that a client that is still sending can read the
 * response.
 */
const lingerMs = 400

/** Counts requests refused before any pipeline. */
export const countEarly = counter({
  name: 'directory_refused_early_total',
  help:
    'Requests and connections that were refused before any pipeline, of any listener of the ' +
    'gateway, by error code.',
  labels: ['code'],
})

/** An error of Node's HTTP parser; `rawPacket` is the last packet. */
export type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer }

/**
 * The error for a request that the parser refused, or undefined when it was no request at all: a
 * lost connection, a TLS handshake.
 */
export function toRefusal({ code = '', rawPacket }: ParserError): ApiError | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError('REQUEST_TIMEOUT', 'The request did not arrive in time')
  if (code === 'HPE_HEADER_OVERFLOW')
    return startsWithLongTarget(rawPacket) ? urlTooLong() : headersTooLarge()
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return malformed('The chunk extensions are too large')
  return code.startsWith('HPE_') ? malformed(explain(code, rawPacket)) : undefined
}

const noProxyProtocol = 'The PROXY protocol is not read here: switch it off'
/** What may have been sent in place of HTTP/1.1, by how the packet begins, and the remedy. */
const protocols = Object.entries({
  '\u0016\u0003': 'This port takes no TLS: use http://, or the port of TLS',
  'PROXY ': noProxyProtocol,
  '\0\r\nQUIT': noProxyProtocol, // version 2, behind empty lines
})
/** By the code of the parser (llhttp). */
const remedies: Readonly<Record<string, string>> = {
  HPE_INVALID_URL:
    'The request target has characters that must be percent-encoded, such as é as %C3%A9 ' +
    '(with curl: -G --data-urlencode)',
  HPE_PAUSED_H2_UPGRADE: 'HTTP/2 is not spoken here',
  HPE_INVALID_METHOD: 'The method is not one of HTTP',
  HPE_INVALID_HEADER_TOKEN: 'A header has characters that no header may have',
  HPE_INVALID_CONTENT_LENGTH: 'Content-Length must be one number',
  HPE_UNEXPECTED_CONTENT_LENGTH: 'Send Content-Length or Transfer-Encoding, not both',
  HPE_INVALID_CHUNK_SIZE: 'The size of a chunk must be a hexadecimal number',
  HPE_INVALID_TRANSFER_ENCODING: 'Transfer-Encoding must end with chunked',
}

function explain(code: string, rawPacket?: Buffer): string {
  const packet = rawPacket?.toString('latin1', 0, 16) ?? ''
  const remedy = protocols.find(([begin]) => packet.startsWith(begin))?.[1] ?? remedies[code]
  return `The request is not valid HTTP/1.1${remedy === undefined ? '' : `. ${remedy}`}`
}

export function urlTooLong(): ApiError {
  return new ApiError('URI_TOO_LONG', `The request target must not exceed ${maxUrlBytes} bytes`)
}

export function malformed(message: string): ApiError {
  return validationError({ request: [message] })
}

export function headersTooLarge(): ApiError {
  return new ApiError('HEADERS_TOO_LARGE', 'The request headers are too large')
}

/** Whether a packet is the beginning of a request whose first line alone is over the limit. */
function startsWithLongTarget(packet?: Buffer): boolean {
  const line = packet?.toString('latin1').split(/\r?\n/, 1)[0] ?? ''
  return /^[A-Z]+ \S/.test(line) && line.length > maxUrlBytes
}

/**
 * Answers a request in place of the application, under its request id, and closes its connection.
 */
export function refuse(res: ServerResponse, error: ApiError): void {
  const requestId = String(res.getHeader('X-Request-Id') ?? randomUUID())
  res.setHeader('Connection', 'close')
  sendError(res, error, requestId)
  logRefusal(error, requestId)
}

/**
 * Answers on a bare socket, for a request that never reached the application, and closes it. The
 * caller ensures that nothing else is answered there.
 */
export function refuseSocket(socket: Duplex, error: ApiError): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const requestId = randomUUID()
  const body = JSON.stringify(failure(error, requestId))
  const headers = {
    ...baseHeaders(requestId),
    ...errorHeaders(error),
    Date: new Date().toUTCString(),
    Connection: 'close',
    'Content-Length': Buffer.byteLength(body),
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${head.join('')}\r\n${body}`,
  )
  socket.resume() // data is discarded: closing a socket with unread data resets it
  logRefusal(error, requestId)
  const linger = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(linger))
}

function logRefusal({ code, status, details }: ApiError, requestId: string): void {
  countEarly([code])
  log.info({ requestId, code, status, details }, 'request refused')
}
