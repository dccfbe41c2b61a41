import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../../kit/api/errors.js'
import { parseUrl } from '../../kit/config/texts.js'

const unknownPage =
  'Logins that a cookie keeps are for the pages of this gateway. Where a proxy changes the Host ' +
  'header, the operator sets PUBLIC_URL'

type Headers = Record<string, string>

/**
 * The cookie that keeps the refresh token of a page, where no script can read it
 * (docs/auth-service.md, Logins of pages).
 */
export interface LoginCookie {
  /** Its refresh token, unverified; undefined if there is none, or more than one. */
  token: string | undefined
  /** Makes the browser keep a refresh token that is valid until then. */
  kept(token: string, untilMs: number): Headers
  /** Makes the browser forget it. */
  removed(): Headers
}

/**
 * Reads the cookie of a request that one of our own pages sends: its Origin, which browsers set, is
 * the host that was asked, or that of PUBLIC_URL.
 * @returns the function that does so; it throws ApiError FORBIDDEN for any other request.
 */
export function makeCookieReader(
  publicUrl: string | undefined,
  now: () => number,
): (headers: IncomingHttpHeaders) => LoginCookie {
  const publicOrigin = publicUrl && parseUrl(publicUrl)?.origin
  return function readCookie(headers) {
    const { origin = '', host, 'x-forwarded-host': asked = host } = headers
    const own = [`http://${asked}`, `https://${asked}`, publicOrigin]
    const isOwn = own.includes(origin) && isSameOrigin(headers['sec-fetch-site'])
    if (!isOwn) throw new ApiError('FORBIDDEN', unknownPage, { details: { reason: 'origin' } })
    const { name, attributes } = cookieFor(origin)
    const set = (value: string, maxAge: number) => ({
      'Set-Cookie': `${name}=${value}; Max-Age=${maxAge}; ${attributes}`,
    })
    return {
      token: sentValue(name, headers.cookie),
      kept: (token, untilMs) => set(token, Math.floor((untilMs - now()) / 1000)),
      removed: () => set('', 0),
    }
  }
}

/**
 * A page that was opened by plain http neither sends nor replaces the cookie of https. Without a
 * Path browsers take the folder of the call, also below a path of a proxy.
 */
function cookieFor(origin: string): { name: string; attributes: string } {
  const attributes = 'HttpOnly; SameSite=Strict'
  return origin.startsWith('https:')
    ? { name: '__Secure-directory-login', attributes: `${attributes}; Secure` }
    : { name: 'directory-login', attributes }
}

/** Browsers that do not send Sec-Fetch-Site send Origin. */
const isSameOrigin = (site: unknown) => site === undefined || site === 'same-origin'

function sentValue(name: string, cookies = ''): string | undefined {
  const begin = `${name}=`
  const [pair, ...others] = cookies.split(/; */).filter((one) => one.startsWith(begin))
  return others.length === 0 ? pair?.slice(begin.length) : undefined
}
