import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Result } from '../../kit/api/envelope.js'
import { byteLength } from '../../kit/http/byte-length.js'
import { type Coding, chooseCoding } from '../../kit/http/media.js'
import {
  type SerializedResult,
  sendResult,
  sendWritten,
  writtenResult,
} from '../../kit/http/send.js'
import { counter } from '../../kit/metrics/prometheus.js'
import type { Compression } from '../kit/context.js'
import { asBrotli, asGzip } from '../kit/served-file.js'

/** A result being sent. */
interface Outgoing {
  result: Result
  requestId: string
  compression: Compression
}

/**
 * Maximum concurrent compressions: half of the threads that Node has for such work and for files
 * and names. Other answers go out uncompressed, which is faster than waiting, unless the caller
 * rejects that (`identity;q=0`).
 */
const atOnce = 2
let underWay = 0

const count = counter({
  name: 'directory_compressed_answers_total',
  help:
    'Answers to callers that accept compression, by coding; "busy" was sent uncompressed, ' +
    'because too many were being compressed.',
  labels: ['coding'],
})

/** Outputs a few large pieces: each takes a round trip through the thread pool. */
const chunkSize = 256 * 1024

/** Up to this size, in bytes, the round trip takes longer than the compression: 0.1 ms of 32 KB. */
const shortBytes = 64 * 1024

/**
 * Levels that take half the time of the next ones for 5% more bytes, measured on search answers.
 */
const compressors: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer> | Buffer>> = {
  br(bytes) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 3,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    }
    if (bytes.length <= shortBytes) return brotliCompressSync(bytes, { params })
    return asBrotli(bytes, { chunkSize, params })
  },
  gzip(bytes) {
    if (bytes.length <= shortBytes) return gzipSync(bytes, { level: 4 })
    return asGzip(bytes, { chunkSize, level: 4 })
  },
}

/**
 * Sends a result in the caller's preferred coding, if that is worthwhile and allowed.
 * @returns when it is sent, unless it was sent synchronously.
 */
export function sendAsTaken(
  req: IncomingMessage,
  res: ServerResponse,
  { result, requestId, compression }: Outgoing,
): Promise<void> | undefined {
  const isPublic = !mayHoldSecret(res, result)
  // in any case: the next caller may get another coding
  if (isPublic) res.appendHeader('Vary', 'Accept-Encoding')
  const taken =
    isPublic && !hasNoBody(result) ? chooseCoding(req.headers['accept-encoding']) : undefined
  if (!taken) {
    sendResult(res, result, requestId)
    return undefined
  }
  const written = writtenResult(result, requestId)
  const isWorthIt = byteLength(written.pieces) >= compression.minBytes
  if (taken.isNeeded || (isWorthIt && underWay < atOnce))
    return sendCompressed(res, written, taken.coding)
  if (isWorthIt) count(['busy'])
  sendWritten(res, written)
  return undefined
}

async function sendCompressed(
  res: ServerResponse,
  written: SerializedResult,
  coding: Coding,
): Promise<void> {
  underWay++
  const compress = async () => compressors[coding](Buffer.concat(written.pieces))
  const bytes = await compress()
    .catch(() => undefined) // out of memory: the uncompressed answer is still there
    .finally(() => {
      underWay--
    })
  // the process is shutting down and has answered, or the caller has disconnected
  if (res.headersSent || res.destroyed) return
  if (!bytes) {
    sendWritten(res, written)
    return
  }
  count([coding])
  sendWritten(res, {
    ...written,
    headers: { ...written.headers, 'Content-Encoding': coding },
    pieces: [bytes],
  })
}

/**
 * Whether an answer may contain a secret, such as a token: its compressed length would reveal it to
 * an attacker who can add to it (BREACH). Answers with `no-store` count as secret.
 */
function mayHoldSecret(res: ServerResponse, { headers }: Result): boolean {
  if (res.hasHeader('set-cookie') || isPrivate('cache-control', res.getHeader('cache-control')))
    return true
  return (
    headers !== undefined && Object.entries(headers).some(([name, value]) => isPrivate(name, value))
  )
}

function isPrivate(name: string, value: unknown): boolean {
  return (
    /^set-cookie$/i.test(name) || (/^cache-control$/i.test(name) && /no-store/i.test(String(value)))
  )
}

/**
 * The answer to a HEAD counts as one with a body: it has the headers, and the length, of the GET
 * (RFC 9110 8.6).
 */
function hasNoBody({ status = 200 }: Result): boolean {
  return status === 304 || status === 204
}
