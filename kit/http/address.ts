import { isIPv6, SocketAddress } from 'node:net'
import { networkAround } from './networks.js'

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
export function countedAddress(address: string, length = 64): string {
  if (!address.includes(':') || !isIPv6(address)) return address // the second costs more
  return networkAround(address.replace(/%.*$/, ''), length)
}

/** The network that one customer may have in all: an IPv4 address whole, of IPv6 the /48. */
export function siteOf(address: string): string {
  return countedAddress(address, 48)
}
