import type { IncomingMessage } from 'node:http'
import { tooLarge } from '../body.js'
import { ApiError } from '../errors.js'
import { isMediaType } from './media.js'

/** What a request body may be. */
export interface BodyRule {
  /** Media types, in lower case without parameters; the type of anything takes any. */
  contentTypes: readonly string[]
  /** Greatest size, in bytes. */
  maxBytes: number
}

/**
 * Judges a request body by what the headers announce, before anything of it is read.
 * @returns whether there is one.
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE for another type or a coding, PAYLOAD_TOO_LARGE.
 */
export function judgeAnnouncedBody({ headers }: IncomingMessage, { contentTypes, maxBytes }: BodyRule): boolean {
  const { 'transfer-encoding': transfer, 'content-encoding': content = 'identity' } = headers
  const length = Number(headers['content-length'] ?? 0)
  if (transfer === undefined && length === 0) return false
  const isPlain = content.toLowerCase() === 'identity' && (transfer ?? 'chunked').toLowerCase() === 'chunked'
  if (!isPlain || !isMediaType(headers['content-type'], contentTypes)) {
    const types = contentTypes.join(' or ')
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', `Send Content-Type: ${types} without Content-Encoding`)
  }
  if (length > maxBytes) throw tooLarge(maxBytes)
  return true
}
