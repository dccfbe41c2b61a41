import type { ClientRequest, IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { tooLarge } from '../../kit/api/body.js'

/** The body of a caller's request, as it is forwarded to a service. */
export interface Body {
  /** Whether there is one, and whether its length is announced. */
  form: 'none' | 'sized' | 'chunked'
  /** All of it, if it is short; otherwise it is not read yet. */
  bytes?: Buffer
}

/**
 * Bytes of a body to wait for before the service is called. Node buffers as much of one that is not
 * read.
 */
const shortBytes = 16 * 1024

/**
 * Waits for a short body, or the beginning of a longer one: slow clients hold no connection of the
 * service, and many of them do not fill its queue ahead of others.
 * @param signal Ends the wait.
 * @throws ApiError PAYLOAD_TOO_LARGE, or the signal's reason.
 */
export async function readBody(
  req: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Body> {
  const form = findForm(req)
  if (form === 'none') return { form }
  const whole = await shortBody(req, maxBytes, signal)
  return whole ? { form, bytes: whole } : { form }
}

function findForm({ headers }: IncomingMessage): Body['form'] {
  if (headers['transfer-encoding'] !== undefined) return 'chunked'
  return Number(headers['content-length'] ?? 0) > 0 ? 'sized' : 'none'
}

/** @returns undefined for a longer one: all of it can still be read then. */
function shortBody(
  req: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (outcome: () => void) => {
      req.off('data', take).off('end', end)
      signal.removeEventListener('abort', abort)
      outcome()
    }
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBytes) settle(() => reject(tooLarge(maxBytes)))
      else if (size > shortBytes) settle(putBack)
    }
    const putBack = () => {
      req.pause().unshift(Buffer.concat(chunks))
      resolve(undefined)
    }
    const end = () => settle(() => resolve(Buffer.concat(chunks)))
    const abort = () => settle(() => reject(signal.reason))
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort)
    req.on('data', take).on('end', end)
  })
}

/** Forwards a body. One longer than `maxBytes` destroys the request with an ApiError. */
export function sendBody(
  req: IncomingMessage,
  request: ClientRequest,
  { form, bytes: whole }: Body,
  maxBytes: number,
): void {
  if (whole) request.end(whole)
  else if (form !== 'none') {
    req.pipe(counter(maxBytes).once('error', (error) => request.destroy(error))).pipe(request)
  }
}

/** Passes up to this many bytes. */
function counter(maxBytes: number): Transform {
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) done(tooLarge(maxBytes))
      else done(null, chunk)
    },
  })
}
