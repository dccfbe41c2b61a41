import type { IncomingMessage } from 'node:http'
import { tooLarge } from '../api/body.js'
import { ApiError } from '../api/errors.js'
import { contentTypeFault } from './media.js'

/** The accepted request bodies. */
interface BodyRule {
  /** Media types, in lower case without parameters; the wildcard type accepts any. */
  contentTypes: readonly string[]
  /** Maximum size, in bytes. */
  maxBytes: number
}

/**
 * Checks a request body by its headers, before any of it is read.
 * @returns whether there is one.
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE for another type, charset or coding, PAYLOAD_TOO_LARGE.
 */
export function validateAnnouncedBody(
  { headers }: IncomingMessage,
  { contentTypes, maxBytes }: BodyRule,
): boolean {
  const transfer = headers['transfer-encoding']
  const length = Number(headers['content-length'] ?? 0)
  if (transfer === undefined && length === 0) return false
  if ((transfer ?? 'chunked').toLowerCase() !== 'chunked')
    throw unsupported('Transfer-Encoding must be chunked, alone')
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw unsupported('Send the body as it is, without Content-Encoding', {
      'Accept-Encoding': 'identity',
    })
  }
  const fault = contentTypeFault(headers['content-type'], contentTypes)
  const types = contentTypes.join(' or ')
  if (fault === 'type') throw unsupported(`Send Content-Type: ${types}`)
  if (fault === 'charset')
    throw unsupported(`The charset of Content-Type must be utf-8: send ${types} in UTF-8`)
  if (length > maxBytes) throw tooLarge(maxBytes)
  return true
}

/** @param headers Of the response (RFC 9110 12.5.3). */
function unsupported(message: string, headers: Record<string, string> = {}): ApiError {
  return new ApiError('UNSUPPORTED_MEDIA_TYPE', message, { headers })
}
