import { createHash } from 'node:crypto'
import { randomLetters } from '../../kit/credentials/api-key-format.js'
import type { LinkToken } from '../store/store.js'

/**
 * Tokens of links: `npl_` + 16 letters, the id of the record, + `_` + 32 letters of base62, which
 * are random (190 bits). Only the hash is stored.
 */
const form = /^npl_([0-9A-Za-z]{16})_[0-9A-Za-z]{32}$/

/** A new id of a link. */
export function makeLinkId(): string {
  return randomLetters(16)
}

/** A new token of a link, and what the record keeps of it. */
export function makeLinkToken(id: string, expiresAt: number): { token: string; kept: LinkToken } {
  const token = `npl_${id}_${randomLetters(32)}`
  return { token, kept: { hash: hashOf(token), expiresAt } }
}

/** The id and the hash of a token, or undefined for anything else. */
export function parseLinkToken(token: string): { id: string; hash: string } | undefined {
  const id = form.exec(token)?.[1]
  return id === undefined ? undefined : { id, hash: hashOf(token) }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
