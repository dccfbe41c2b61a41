import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { isKeyName } from '../../kit/credentials/credentials.js'
import { parseTraceparent } from '../../kit/telemetry/trace-context.js'
import type { RequestContext } from '../kit/context.js'
import { credentials, hopByHop, isClaim, ofBody, ours, plainName } from './header-names.js'

/** The caller's headers that are forwarded besides the usual ones. */
export interface Passing {
  forwardCredentials: boolean
  /** Plain names of overriding headers that the operator allows. */
  allowed: ReadonlySet<string>
}

/**
 * The headers of a forwarded request, except Host, which each target has of its own. Content-Length
 * is kept whatever Connection says: without it the body would change its form.
 */
export function requestHeaders(
  { headers, socket }: IncomingMessage,
  { address, requestId, traceparent, caller }: RequestContext,
  { forwardCredentials, allowed }: Passing,
): IncomingHttpHeaders {
  // Expect was answered by our own server
  const dropped = new Set([...hopByHop, ...named(headers.connection), 'expect'])
  if (!forwardCredentials) for (const name of credentials) dropped.add(name)
  // it would belong to another trace
  if (parseTraceparent(headers.traceparent) === undefined) dropped.add('tracestate')
  const passes = (name: string) => {
    if (name === 'content-length') return true
    const plain = plainName(name)
    if (dropped.has(plain) || ours.test(plain)) return false
    if (plain !== name && exactNames.has(plain)) return false // another spelling of a checked one
    return allowed.has(plain) || !isClaim(plain)
  }
  return {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => passes(name))),
    'x-request-id': requestId,
    traceparent,
    'x-forwarded-for': address,
    'x-forwarded-proto': 'encrypted' in socket ? 'https' : 'http',
    ...(headers.host === undefined ? {} : { 'x-forwarded-host': headers.host }),
    ...(caller
      ? { 'x-caller-id': caller.ownerId, 'x-caller-scopes': caller.scopes.join(' ') }
      : {}),
  }
}

/** Known by the exact name only. */
const exactNames: ReadonlySet<string> = new Set([
  ...credentials,
  ...ofBody,
  'host',
  'traceparent',
  'tracestate',
])

/**
 * Headers that an envelope keeps: what its data is, how long it may be kept, and where to go on.
 * An ETag is that of the data; `meta` differs each time.
 */
const ofEnvelope =
  /^(etag|last-modified|cache-control|expires|vary|(content-)?location|link|retry-after|set-cookie|x-total.*)$/

/** What callers get of the headers of answers. */
export interface Showing {
  response: 'passthrough' | 'envelope'
  /** Without the credentials of callers, a service never gets its cookies back. */
  forwardCredentials: boolean
}

/** The headers of an upstream's answer that the caller gets. CORS is decided by our YAML alone. */
export function responseHeaders(
  { headers }: IncomingMessage,
  { response, forwardCredentials }: Showing,
): OutgoingHttpHeaders {
  const dropped = [...hopByHop, ...named(headers.connection)]
  if (!forwardCredentials) dropped.push('set-cookie')
  const passes = (name: string) =>
    response === 'envelope'
      ? ofEnvelope.test(name)
      : name === 'content-length' || !name.startsWith('access-control-')
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => passes(name) && (name === 'content-length' || !dropped.includes(name)),
    ),
  )
}

/** A request target without `api_key` parameters, in any spelling; the rest is unchanged. */
export function withoutQueryKey(target: string): string {
  const start = target.indexOf('?')
  if (start < 0) return target
  const remaining = target
    .slice(start + 1)
    .split('&')
    .filter((part) => ![...new URLSearchParams(part).keys()].some(isKeyName))
  return target.slice(0, start) + (remaining.length > 0 ? `?${remaining.join('&')}` : '')
}

/** The fields that a Connection header names. */
function named(connection: string | undefined): string[] {
  return connection === undefined ? [] : connection.split(',').map((name) => plainName(name.trim()))
}
