import { createHash } from 'node:crypto'

/** Our namespace, a random UUID (RFC 9562 section 6.6). */
const namespace = Buffer.from('6f1c2d7f5d0b4a7c9f0f3b1f8a4e2c91', 'hex')

/** The UUID derived from a name: version 5 of RFC 9562, in our own namespace. */
export function toUuid(name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The id of the API key with this prefix, so that one record serves look-ups by either. */
export function toKeyId(prefix: string): string {
  return toUuid(prefix)
}
