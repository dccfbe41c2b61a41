import type { ServerResponse } from 'node:http'

/** Response headers that a browser may show to the calling page. */
const exposed =
  'X-Request-Id, X-Query-Cost, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, Retry-After'

/** Request headers that a page may send: the credentials (docs/api.md, Credentials) and the type of the body. */
const allowedHeaders = 'Authorization, Content-Type, X-API-Key'

/** For how long browsers keep the answer of a preflight. */
const maxAgeSeconds = 600

/**
 * Tells the browser that a page of this origin may read the answer, if it may.
 * @param origins Allowed origins; `*` allows all.
 * @param origin The Origin header.
 */
export function allowOrigin(res: ServerResponse, origins: readonly string[], origin: string | undefined): boolean {
  if (origins.length === 0) return false
  const all = origins.includes('*')
  if (!all) res.setHeader('Vary', 'Origin')
  if (origin === undefined || !(all || origins.includes(origin))) return false
  res.setHeader('Access-Control-Allow-Origin', all ? '*' : origin)
  res.setHeader('Access-Control-Expose-Headers', exposed)
  return true
}

/** Answers a preflight whose origin is allowed. @param methods The methods of the path, as in Allow. */
export function answerPreflight(res: ServerResponse, methods: string): void {
  res.writeHead(204, {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': allowedHeaders,
    'Access-Control-Max-Age': maxAgeSeconds,
  })
  res.end()
}
