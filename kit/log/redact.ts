/**
 * What of a request may stand in the log. A password has no form that would tell it from another text, and it can be
 * encoded in any way, so nothing is searched for and cut out: of what a caller wrote only that is kept which can hold no secret.
 */

/** Stands in the log for what is not told. */
const untold = '*'

/** Shorter than any secret that is one. */
const shortest = 8

const uuid = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
const leadingIds = new RegExp(`^(?:${uuid}(?:/|$))*`, 'i')

/** Our keys, our tokens (PASETO) and the secret keys of tokens (PASERK), from the part on that nobody but their owner may know. */
const credentials = /(npd_[0-9a-z]{8}_|v4\.(?:public|local)\.|k4\.(?:secret|local)\.)[\w.-]+/gi

/** Whether a text could be a credential of ours, or the beginning of one. */
export function looksLikeCredential(text: string): boolean {
  return /npd_|v4\.(?:public|local)|k4\.(?:secret|local)/i.test(text)
}

/** Cuts credentials of ours out of a text that is not the caller's own, such as the message of an error. */
export function withoutCredentials(text: string): string {
  return text.replace(credentials, '$1[redacted]')
}

/** A text of the caller's: UUIDs, and what is too short for a secret; `*` stands for all else. */
export function redacted(text: string): string {
  const [ids] = leadingIds.exec(text)!
  const rest = text.slice(ids.length)
  return ids + (rest.length < shortest ? rest : untold)
}

/**
 * A request path: as far as one of our own paths begins with the same segments, and what is `redacted` of the rest.
 * @param ours The paths that are served, each up to its first variable segment.
 */
export function redactedPath(path: string, ours: readonly string[]): string {
  if (ours.includes(path)) return path
  const known = Math.max(0, ...ours.map((own) => sharedSegments(path, own)))
  return path.slice(0, known) + redacted(path.slice(known))
}

/** Length of the whole segments with which both begin, the slash behind them included. */
function sharedSegments(path: string, own: string): number {
  let length = 0
  while (length < own.length && path[length] === own[length]) length++
  return path.lastIndexOf('/', length - 1) + 1
}
