import type { IncomingMessage } from 'node:http'
import { isObject } from '../config/objects.js'
import { ApiError, validationError } from './errors.js'
import { parseUnambiguous } from './json.js'

/** Default maximum request body: 1 MiB. */
export const defaultMaxBodyBytes = 1_048_576

/** Drops a byte order mark at the beginning, as Elasticsearch does (RFC 8259 8.1 allows it). */
const utf8 = new TextDecoder('utf-8', { fatal: true })

const read = Symbol('body')
type Read = IncomingMessage & { [read]?: string }

/** The text of a body that `readBody` has read. */
export const bodyRead = (req: IncomingMessage): string | undefined => (req as Read)[read]

/**
 * Reads a request body as strict UTF-8, without a byte order mark.
 * @param maxBytes Maximum size; reading stops at the first byte over it.
 * @throws ApiError PAYLOAD_TOO_LARGE over the limit, VALIDATION_ERROR on `body` when it is not
 * UTF-8 or was cut off.
 */
export async function readBody(req: IncomingMessage, maxBytes: number): Promise<string> {
  const bytes = await readBytes(req, maxBytes)
  try {
    const text = utf8.decode(bytes)
    ;(req as Read)[read] = text
    return text
  } catch {
    const isUtf16 = /^(fffe|feff)/.test(bytes.toString('hex', 0, 2))
    throw validationError({
      body: [`The request body must be UTF-8${isUtf16 ? ', not UTF-16' : ''}`],
    })
  }
}

/**
 * By the stream's own events: an async iterator costs more than the rest of reading a body of one
 * packet.
 */
function readBytes(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (outcome: () => void) => {
      req.off('data', take).off('end', whole).off('close', cutOff)
      req.pause() // the rest of a refused body is not read
      outcome()
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) settle(() => reject(tooLarge(maxBytes)))
      else chunks.push(chunk)
    }
    const whole = () =>
      settle(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    const cutOff = () =>
      settle(() => reject(validationError({ body: ['The request body was cut off'] })))
    if (req.destroyed) return cutOff()
    req.on('data', take).on('end', whole).on('close', cutOff)
  })
}

export function tooLarge(maxBytes: number): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', `The request body must not exceed ${maxBytes} bytes`, {
    headers: { Connection: 'close' }, // the rest of the body is not read
  })
}

/** @throws ApiError VALIDATION_ERROR on `body` when the text is not one JSON object, or
 * repeats a key. */
export function parseJsonObject(text: string): Record<string, unknown> {
  const parsed = parseUnambiguous(text)
  if ('problem' in parsed) throw validationError({ body: [`The request body ${parsed.problem}`] })
  if (isObject(parsed.value)) return parsed.value
  throw validationError({ body: ['The request body must be a JSON object'] })
}
