import type { Discoverable } from '../kit/discoverable.js'
import type { Links } from '../kit/links.js'

/**
 * The text of /robots.txt (RFC 9309). Search engines are kept from what is no page for readers: the
 * API, searches, of which there are more than anyone can read, and the pages of users.
 * @param url That of the gateway, which may be below a path of its host.
 */
export function robotsText(
  url: string,
  isOpen: boolean,
  { sitemap }: Discoverable,
  { account, try: workbench }: Links['pages'],
): string {
  const base = new URL(url).pathname.replace(/\/$/, '')
  const closed = isOpen ? ['/api/', '/?', account, workbench] : ['/']
  const lines = closed.flatMap((path) => (path ? [`Disallow: ${base}${path}`] : []))
  const named = isOpen && sitemap ? ['', `Sitemap: ${url}${sitemap}`] : []
  return ['User-agent: *', ...lines, ...named, ''].join('\n')
}
