import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * API keys (docs/api.md, Credentials): `npd_` + 8 letters + `_` + 38 letters of base62, of which 32
 * are random (190 bits) and the last 6 are the CRC-32 of everything before them, so a typo is
 * refused without reading the store.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const form = /^(npd_[0-9A-Za-z]{8})_[0-9A-Za-z]{38}$/

/** The parts of a key that can be read from it. */
export interface ApiKeyParts {
  /** The first two segments: the public name of the key. */
  prefix: string
  /** SHA-256 of the whole key, hex: stored and compared. */
  hash: string
}

/** A new random key. */
export function makeApiKey(): string {
  const body = `npd_${randomLetters(8)}_${randomLetters(32)}`
  return body + checksum(body)
}

/** The parts of a well-formed key, or undefined for anything else, a typo included. */
export function parseApiKey(key: string): ApiKeyParts | undefined {
  const prefix = form.exec(key)?.[1]
  if (prefix === undefined || checksum(key.slice(0, -6)) !== key.slice(-6)) return undefined
  return { prefix, hash: createHash('sha256').update(key).digest('hex') }
}

/** Random letters of base62, of 5.95 bits each. */
export function randomLetters(count: number): string {
  let letters = ''
  for (let i = 0; i < count; i++) letters += alphabet[randomInt(alphabet.length)]
  return letters
}

function checksum(text: string): string {
  let rest = crc32(text)
  let letters = ''
  for (let i = 0; i < 6; i++) {
    letters = alphabet[rest % 62] + letters
    rest = Math.floor(rest / 62)
  }
  return letters
}
