import { createHash } from 'node:crypto'

/**
 * The tag of an answer's content (RFC 9110 8.8.3): weak, because the surrounding bytes may differ
 * each time.
 */
export function entityTag(content: string | Uint8Array): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** Whether If-None-Match names the tag (RFC 9110 13.1.2): the caller has the current version. */
export function isHeld(tag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = (text: string) => text.trim().replace(/^W\//, '')
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((named) => opaque(named) === opaque(tag))
  )
}
