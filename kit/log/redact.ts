/**
 * What the log may contain of a request. A password has no recognizable form, and can be encoded in
 * any way, so this is no search for secrets: of text from callers it keeps only what cannot hold
 * one.
 */

/** The log's placeholder for redacted text. */
const placeholder = '*'

/** Shorter than any real secret. */
const minSecretLength = 8

const uuid = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
const leadingIds = new RegExp(`^(?:${uuid}(?:/|$))*`, 'i')

/**
 * Our keys, the tokens of links by mail, our tokens (PASETO) and the secret keys of tokens
 * (PASERK), from their secret part on.
 */
const credentials =
  /(npd_[0-9a-z]{8}_|npl_[0-9a-z]{16}_|v4\.(?:public|local)\.|k4\.(?:secret|local)\.)[\w.-]+/gi

/** Whether a text could be a credential of ours, or the beginning of one. */
export function looksLikeCredential(text: string): boolean {
  return /npd_|npl_|v4\.(?:public|local)|k4\.(?:secret|local)/i.test(text)
}

/** Removes our credentials from a text that is not the caller's own, such as an error message. */
export function withoutCredentials(text: string): string {
  return text.replace(credentials, '$1[redacted]')
}

/** A caller's text: keeps UUIDs, and what is too short for a secret; `*` replaces the rest. */
export function redacted(text: string): string {
  const [ids] = leadingIds.exec(text)!
  const rest = text.slice(ids.length)
  return ids + (rest.length < minSecretLength ? rest : placeholder)
}

/**
 * A request path: as far as one of our own paths begins with the same segments, and the `redacted`
 * rest.
 * @param ours The served paths, each up to its first variable segment.
 */
export function redactedPath(path: string, ours: readonly string[]): string {
  if (ours.includes(path)) return path
  const known = Math.max(0, ...ours.map((own) => sharedSegments(path, own)))
  return path.slice(0, known) + redacted(path.slice(known))
}

/** Length of the whole segments with which both begin, including the slash after them. */
function sharedSegments(path: string, own: string): number {
  let length = 0
  while (length < own.length && path[length] === own[length]) length++
  return path.lastIndexOf('/', length - 1) + 1
}
