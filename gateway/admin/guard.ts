import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../kit/api/errors.js'
import { requiredSetting, setting } from '../../kit/config/settings.js'
import { parseUrl } from '../../kit/config/texts.js'
import { isLoopback } from '../../kit/http/address.js'

/**
 * Refuses requests that a page in the operator's browser may have caused: by a host name of its own
 * that resolves to this listener (DNS rebinding), or from another origin; links of other pages may
 * lead here. Where the listener is not on loopback its names are not known, and any is accepted.
 * @throws ApiError FORBIDDEN
 */
export function checkOrigin({ headers, method }: IncomingMessage): void {
  const { host = '', origin, 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = headers
  const own = requiredSetting('ADMIN_HOST')
  const name = host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1')
  if (isLoopback(own) && name !== own && !isLoopback(name)) {
    throw new ApiError('FORBIDDEN', 'The Host header names another host: use localhost')
  }
  const isLink = mode === 'navigate' && method === 'GET'
  const isForeign = !['none', 'same-origin'].includes(String(site)) && !isLink
  if (isForeign || (origin !== undefined && originHost(origin) !== host)) {
    throw new ApiError('FORBIDDEN', 'Pages of other origins may not call this listener')
  }
}

/** @throws ApiError when the request lacks the operator's secret, or none is configured. */
export function verifyOperator({ headers }: IncomingMessage): void {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (given === undefined) {
    throw new ApiError('AUTHENTICATION_REQUIRED', 'Send Authorization: Bearer <OPERATOR_SECRET>')
  }
  // read each time: it may have been created, or changed, since the start
  const secret = setting('OPERATOR_SECRET')
  if (secret === undefined) {
    throw new ApiError(
      'FORBIDDEN',
      'The gateway has no OPERATOR_SECRET: set it, or send SIGHUP to its process',
    )
  }
  if (!timingSafeEqual(digest(given), digest(secret)))
    throw new ApiError(
      'UNAUTHORIZED',
      'The secret is not accepted: send the OPERATOR_SECRET of the gateway',
    )
}

function originHost(origin: string): string | undefined {
  return parseUrl(origin)?.host
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
