import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/** `reg-name`, which an IPv4 address is too (RFC 3986 3.2.2); never empty (RFC 9110 4.2.1). */
const regName = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+$/i
const ipFuture = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i

const authority = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/

/**
 * Whether a text is a host, with a port or without one: what a Host header and an absolute target
 * may name.
 */
export function isHost(text: string): boolean {
  const [, host = '', port = ''] = authority.exec(text) ?? []
  if (port.length > 5 || Number(port) > 65_535) return false
  if (!host.startsWith('[')) return regName.test(host)
  const literal = host.slice(1, -1)
  return ipFuture.test(literal) || (isIPv6(literal) && !literal.includes('%'))
}

/** The path of a target: what is before its query. */
export function pathOf(target: string): string {
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}

/** What is before the first such sign, and after it; without one all is before it. */
export function splitOnce(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

const absolute = /^https?:\/\/([^/?#]*)(.*)$/i

/**
 * Converts an absolute target (`GET http://host/path`) to the form of all others: its host replaces
 * the Host header (RFC 9112 3.2.2).
 * @returns whether its host is valid.
 */
export function toOriginForm(req: IncomingMessage): boolean {
  const url = req.url!
  if (url.startsWith('/')) return true
  const [found, host = '', path = ''] = absolute.exec(url) ?? []
  if (found === undefined) return true // an unsupported form: refused where paths are checked
  if (!isHost(host)) return false
  req.headers.host = host
  req.url = path.startsWith('/') ? path : `/${path}`
  return true
}
