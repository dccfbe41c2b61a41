import type { Result } from '../../kit/api/envelope.js'
import { fields } from '../http/check.js'
import { type LoginCookie, makeCookieReader } from '../http/login-cookie.js'
import { type RouteRow, route } from '../http/route.js'
import { audit } from '../kit/audit.js'
import type { AuthService } from '../service/service.js'
import type { TokenPair } from '../sessions/token-issuer.js'
import type { SessionRecord } from '../store/store.js'
import { loginBody, refreshed } from './sessions.js'

/** As a body is JSON, no form of another page can be one. */
const nothing = fields({})

/**
 * Logins of our own pages: as `login`, `refresh` and `logout`, with the refresh token in a cookie
 * (docs/auth-service.md, Logins of pages). It reaches the calls of this folder alone.
 */
export function pageLoginRoutes({ passwords, sessions, publicUrl, now }: AuthService): RouteRow[] {
  const readCookie = makeCookieReader(publicUrl, now)
  return [
    route({
      method: 'POST',
      path: '/api/v1/auth/cookie/login',
      access: 'none',
      body: { schema: loginBody },
      async handle({ headers, body, origin }) {
        const cookie = readCookie(headers)
        return kept(cookie, await passwords.logIn(body, origin))
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/auth/cookie/refresh',
      access: 'none',
      body: { schema: nothing },
      async handle({ headers, origin }) {
        const cookie = readCookie(headers)
        return kept(cookie, await refreshed(sessions, cookie.token ?? '', origin, cookie.removed()))
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/auth/cookie/logout',
      access: 'none',
      body: { schema: nothing },
      async handle({ headers, origin }) {
        const cookie = readCookie(headers)
        const ended = await sessions.endByToken(cookie.token ?? '')
        if (ended) audit('logout', { ...origin, userId: ended.ownerId, sessionId: ended.id })
        return { data: {}, headers: cookie.removed() }
      },
    }),
  ]
}

function kept(
  cookie: LoginCookie,
  { tokens, session }: { tokens: TokenPair; session: SessionRecord },
): Result {
  const { refreshToken, ...data } = tokens
  return { data, headers: cookie.kept(refreshToken, session.expiresAt) }
}
