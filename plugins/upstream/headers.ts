import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { isTraceparent } from '../../kit/http/trace-context.js'
import type { RequestContext } from '../kit/context.js'

/** Fields that end at the next hop (RFC 9110 7.6.1; the proxy ones by 11.7). Those that Connection names come on top. */
export const hopByHop = [
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['proxy-authenticate', 'proxy-authorization', 'proxy-authentication-info'],
]

/** What proves who the caller is (docs/api.md, Credentials), and what a browser keeps for the same purpose. */
export const credentials = ['authorization', 'x-api-key', 'cookie']

/** What only we may say. Some servers take `_` for `-`, so both are read as one. */
export const ours = /^(x-caller-.*|x-forwarded-.*|forwarded|x-real-ip|x-request-id)$/

/**
 * The headers with which a request goes on to an upstream, but for Host, which each target has of its own.
 * Content-Length stays whatever Connection says: without it the body would change its form.
 */
export function requestHeaders(
  { headers, socket }: IncomingMessage,
  { address, requestId, traceparent, caller }: RequestContext,
  forwardCredentials: boolean,
): IncomingHttpHeaders {
  // Expect was answered by our own server
  const dropped = [...hopByHop, ...named(headers.connection), ...(forwardCredentials ? [] : credentials), 'expect']
  if (!isTraceparent(headers.traceparent)) dropped.push('tracestate') // it would belong to another trace
  const kept = Object.entries(headers).filter(
    ([name]) => name === 'content-length' || !(dropped.includes(name) || ours.test(name.replaceAll('_', '-'))),
  )
  return {
    ...Object.fromEntries(kept),
    'x-request-id': requestId,
    traceparent,
    'x-forwarded-for': address,
    'x-forwarded-proto': 'encrypted' in socket ? 'https' : 'http',
    ...(headers.host === undefined ? {} : { 'x-forwarded-host': headers.host }),
    ...(caller ? { 'x-caller-id': caller.ownerId, 'x-caller-scopes': caller.scopes.join(' ') } : {}),
  }
}

/** The headers of an upstream's answer that the caller gets. CORS is decided by our YAML alone. */
export function responseHeaders({ headers }: IncomingMessage): OutgoingHttpHeaders {
  const dropped = [...hopByHop, ...named(headers.connection)]
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => name === 'content-length' || !(dropped.includes(name) || name.startsWith('access-control-')),
    ),
  )
}

/** A request target without `api_key` parameters, as the credential is read from it; the rest is left as it is. */
export function withoutQueryKey(target: string): string {
  const start = target.indexOf('?')
  if (start < 0) return target
  const kept = target
    .slice(start + 1)
    .split('&')
    .filter((part) => !new URLSearchParams(part).has('api_key'))
  return target.slice(0, start) + (kept.length > 0 ? `?${kept.join('&')}` : '')
}

/** The fields that a Connection header names. */
function named(connection: string | undefined): string[] {
  return connection === undefined ? [] : connection.split(',').map((name) => name.trim().toLowerCase())
}
