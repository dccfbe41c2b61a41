/** Paths of these characters only are safe: no percent sign, no dot, no backslash. */
const harmless = /^\/[\w/~!$&'()*+,;=:@-]*$/

/** All characters of a URL path (RFC 3986 3.3), including percent signs. */
const allowed = /^\/[\w/~!$&'()*+,;=:@.%-]*$/

/**
 * What makes a request path ambiguous between us, the router and an upstream, or undefined. Such a
 * path is refused, not normalized: each component behind us could read it differently.
 */
export function pathProblem(path: string): string | undefined {
  if (harmless.test(path)) return undefined
  if (!path.startsWith('/')) return 'The request target must be a path that starts with /'
  if (/\\|%2f|%5c/i.test(path)) return 'The path must not hold backslashes or encoded slashes'
  if (!allowed.test(path)) return 'The path must not hold characters that are not percent-encoded'
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return 'The path must be valid percent-encoded UTF-8'
  }
  if (/\p{Cc}/u.test(decoded)) return 'The path must not hold control characters'
  // `..;x` is a dot segment to servers that cut path parameters off
  if (decoded.split('/').some((segment) => /^\.\.?(;|$)/.test(segment)))
    return 'The path must not hold dot segments'
  return undefined
}
