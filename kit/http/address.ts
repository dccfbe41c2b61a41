import { isIPv6, SocketAddress } from 'node:net'

/**
 * An IPv4 address in the IPv6 form `::ffff:192.0.2.1`, however written, as plain IPv4; any other as
 * it is, without the zone (`fe80::1%eth0`), which means nothing to others and may be any word.
 */
export function plainAddress(address: string): string {
  const plain = address.includes('%') ? address.slice(0, address.indexOf('%')) : address
  // the second costs more; a mapped address may be written in several forms
  if (!/:ffff:/i.test(plain) || !isIPv6(plain)) return plain
  const written = new SocketAddress({ address: plain, family: 'ipv6' }).address
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(written)?.[1] ?? plain
}

/**
 * Whether a host, by name or address, is this machine alone. IPv6 may be in brackets, as in a
 * URL.
 */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host)
}

/**
 * The key of a limit: an IPv4 address whole, an IPv6 address by its /64, which is what one
 * subscriber has (RFC 6177).
 */
export function countedAddress(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address // the second costs more
  const [head = [], tail = []] = address
    .replace(/%.*$/, '')
    .split('::')
    .map((side) => side.split(':').filter(Boolean))
  // the last group may have 32 bits
  const dotted = [...head, ...tail].some((group) => group.includes('.'))
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length - (dotted ? 1 : 0))).fill(
    '0',
  )
  const block = [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
  return `${block.join(':')}::/64`
}

/**
 * The network that one customer may have in all: an IPv4 address whole, of IPv6 the /48.
 * @param counted As `countedAddress` returns it.
 */
export function toSite(counted: string): string {
  const site = /^(.+):[^:]+::\/64$/.exec(counted)?.[1]
  return site === undefined ? counted : `${site}::/48`
}
