import type { ServerResponse } from 'node:http'

/** States that the answer depends on the credential: a cache keeps it for the same one alone. */
export function varyByCredential(res: ServerResponse): void {
  res.appendHeader('Vary', 'Authorization, X-API-Key')
}

/** Forbids caches to store the answer, whatever later steps allow. */
export function forbidStoring(res: ServerResponse): void {
  res.setHeader('Cache-Control', 'no-store')
}

/** Headers of an answer without Cache-Control, if an earlier step has set that. */
export function headersUnderCaching<Headers extends Readonly<Record<string, string>>>(
  res: ServerResponse,
  headers: Headers,
): Headers {
  if (!res.hasHeader('Cache-Control')) return headers
  const others = Object.entries(headers).filter(([name]) => !/^cache-control$/i.test(name))
  return Object.fromEntries(others) as Headers
}
