import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { validationError } from '../../kit/api/errors.js'

/** Bytes of a digest and of a signature: none can be found by trying. */
const hashBytes = 16

/**
 * The first byte of each: a text that begins with its letter, A, is no formula of a spreadsheet.
 */
const form = 0

/**
 * Signs the positions of exports. A cursor is: its form, signature, digest of what is exported, and
 * the JSON of the sort values of the last row sent. Equal positions have equal cursors, and nothing
 * of it depends on the process that made it: all gateways that have the secret read it.
 */
export class Cursors {
  readonly #key: Uint8Array

  constructor(secret: string) {
    this.#key = new Uint8Array(hkdfSync('sha256', secret, '', 'directory export cursor', 32))
  }

  /** @param after JSON of the sort values of the last row sent. */
  write(digest: Buffer, after: string): string {
    const position = Buffer.concat([digest, Buffer.from(after)])
    const bytes = [Buffer.of(form), this.#signature(position), position]
    return Buffer.concat(bytes).toString('base64url')
  }

  /**
   * JSON of the sort values to go on after.
   * @throws ApiError VALIDATION_ERROR for one that is not ours, or of something else.
   */
  read(digest: Buffer, cursor: string): string {
    const bytes = Buffer.from(cursor, 'base64url')
    const position = bytes.subarray(1 + hashBytes)
    const isSigned = isEqual(bytes.subarray(1, 1 + hashBytes), this.#signature(position))
    if (bytes[0] !== form || position.length <= hashBytes || !isSigned)
      throw refused('was not issued by this service. Begin again without it')
    if (!isEqual(position.subarray(0, hashBytes), digest))
      throw refused('belongs to another export. Send it with the same index, body and Accept')
    return position.toString('utf8', hashBytes)
  }

  /** The same of the cursor in a request's query; undefined if it has none. */
  sentIn({ url = '' }: IncomingMessage, digest: Buffer): string | undefined {
    const cursor = new URL(url, 'http://gateway').searchParams.get('cursor')
    return cursor === null ? undefined : this.read(digest, cursor)
  }

  #signature(position: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(position).digest().subarray(0, hashBytes)
  }
}

/** The digest of what is exported. */
export function makeDigest(exported: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(exported)).digest().subarray(0, hashBytes)
}

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

const refused = (problem: string) => validationError({ cursor: [`cursor ${problem}`] })
