import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import proxyAddr from 'proxy-addr'
import { SettingError } from '../config/settings.js'
import { log } from '../log/log.js'
import { looksLikeCredential } from '../log/redact.js'
import { countedAddress, plainAddress } from './address.js'

/** The sender of a request, according to the connection and trusted proxies. */
export interface Client {
  address: string
  requestId: string
  /** An X-Request-Id that was not trusted: the log shows its `redacted` form. */
  clientRequestId?: string
}

/**
 * Whether an inbound request id may be kept (docs/api.md, Envelope): it will appear in logs and
 * responses.
 */
function isRequestId(text: string): boolean {
  return /^[A-Za-z0-9._-]{8,128}$/.test(text) && !looksLikeCredential(text)
}

/**
 * @param trustedProxies proxy-addr's words and CIDRs, comma separated: their X-Forwarded-For and
 * X-Request-Id are trusted.
 * @throws Error when one of them is neither.
 */
export function makeClientReader(trustedProxies: string): (req: IncomingMessage) => Client {
  const isTrusted = parseTrust(trustedProxies)
  return function clientOf(req) {
    const { remoteAddress = '' } = req.socket
    const sentId = req.headers['x-request-id'] as string | undefined
    const keepsId = sentId !== undefined && isRequestId(sentId) && isTrusted(remoteAddress, 0)
    const address = readAddress(req, remoteAddress, isTrusted)
    if (sentId === undefined) return { address, requestId: randomUUID() }
    if (keepsId) return { address, requestId: sentId }
    return { address, requestId: randomUUID(), clientRequestId: sentId.slice(0, 128) }
  }
}

/** Whether an address is one of the trusted proxies'. @param hop 0 for the connection's own. */
export type Trust = (address: string, hop: number) => boolean

/**
 * @throws Error when TRUSTED_PROXIES holds something else than addresses, CIDRs and proxy-addr's
 * words.
 */
export function parseTrust(trustedProxies: string): Trust {
  const names = trustedProxies.split(',').map((name) => name.trim())
  try {
    if (!names.every(isProxyName)) throw new Error('another form of an address')
    return proxyAddr.compile(names.filter(Boolean))
  } catch {
    const isCount = names.some((name) => /^(\d+|true|false|yes|no)$/i.test(name))
    throw new SettingError(
      'TRUSTED_PROXIES',
      'TRUSTED_PROXIES must be addresses, CIDRs or the words loopback, linklocal, uniquelocal, ' +
        'comma separated: ' +
        'correct it, or leave it out to trust loopback alone' +
        (isCount ? '. A number of proxies, or true, is not supported: list their addresses' : ''),
    )
  }
}

/** proxy-addr would take `1` for 0.0.0.1, an address that no proxy has. */
function isProxyName(name: string): boolean {
  return /^[a-z]*$/i.test(name) || isIP(name.split('/', 1)[0]!) > 0
}

/**
 * The address that a connection counts for, as `countedAddress` writes it.
 * @returns undefined for a trusted proxy, which sends requests of many clients, and for a
 * connection that is already closed.
 */
export function countedPeer({ remoteAddress = '' }: Socket, isTrusted: Trust): string | undefined {
  const address = plainAddress(remoteAddress)
  return address === '' || isTrusted(address, 0) ? undefined : countedAddress(address)
}

/**
 * Returns only the client's address.
 * @throws Error as `trustOf`.
 */
export function addressReader(trustedProxies: string): (req: IncomingMessage) => string {
  const isTrusted = parseTrust(trustedProxies)
  return (req) => readAddress(req, req.socket.remoteAddress ?? '', isTrusted)
}

/**
 * The nearest address that is no trusted proxy's, from the connection back through X-Forwarded-For.
 */
function readAddress(req: IncomingMessage, remoteAddress: string, isTrusted: Trust): string {
  let address = remoteAddress
  const forwarded = req.headers['x-forwarded-for'] as string | undefined
  if (forwarded !== undefined) {
    const hops = forwarded.split(',').filter((hop) => hop.trim() !== '')
    for (let hop = 0; hops.length > 0 && isTrusted(address, hop); hop++) {
      const next = forwardedAddress(hops.pop()!)
      if (next === undefined) {
        warnOfUnreadable()
        break
      }
      address = next
    }
  }
  // none: the client has already disconnected
  return address === '' ? 'unknown' : plainAddress(address)
}

/**
 * An address as proxies write it: alone, in quotes, with a port (Azure), IPv6 in brackets or
 * without.
 */
const written =
  /^\s*("?)(?:\[([\da-f:.]+)\](?::\d{1,5})?|(\d[\d.]+):\d{1,5}|([\da-f:.]+(?:%\w+)?))\1\s*$/i

/** @returns undefined for what is no address. */
function forwardedAddress(text: string): string | undefined {
  const [, , inBrackets, beforePort, alone] = written.exec(text) ?? []
  const address = inBrackets ?? beforePort ?? alone ?? ''
  const version = isIP(address)
  return version === 0 || (inBrackets !== undefined && version === 4) ? undefined : address
}

let hasWarned = false

/**
 * Clients behind a proxy that writes no addresses share its limits. Logged once: any caller may
 * cause it.
 */
function warnOfUnreadable(): void {
  if (hasWarned) return
  hasWarned = true
  log.warn(
    'a proxy of TRUSTED_PROXIES sends an X-Forwarded-For that is not an address: its callers ' +
      'count as one',
  )
}
