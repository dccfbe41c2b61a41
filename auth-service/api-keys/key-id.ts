import { uuidOf } from '../kit/uuid.js'

/**
 * The id of the key with this prefix: derived from it, so that one record serves look-ups by
 * either.
 */
export function keyId(prefix: string): string {
  return uuidOf(prefix)
}
