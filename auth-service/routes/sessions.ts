import { ApiError } from '../../kit/api/errors.js'
import { fields } from '../http/check.js'
import { refreshToken, typedPassword } from '../http/fields.js'
import { type RouteRow, route } from '../http/route.js'
import { audit, type Origin } from '../kit/audit.js'
import { typedEmail } from '../kit/email.js'
import type { AuthService } from '../service/service.js'
import type { Refreshed, Sessions } from '../sessions/sessions.js'
import { getPlan, planFact } from '../users/plans.js'
import { publicUser } from '../users/users.js'
import { newPassword } from './new-password.js'

/** The body of a login. */
export const loginBody = fields<{ email: string; password: string }>({
  email: typedEmail.required().description('E-mail address of the account.'),
  password: typedPassword.required().description('Its password.'),
})

const bodies = {
  refresh: fields<{ refreshToken: string }>({
    refreshToken: refreshToken.required().description('The refresh token of the last pair.'),
  }),
  password: fields<{ currentPassword: string; newPassword: string }>({
    currentPassword: typedPassword.required().description('The current password.'),
    newPassword: typedPassword
      .required()
      .description('The new password: long enough, and not easy to guess.'),
  }),
}

/** Login and sessions (docs/api.md, Login and sessions). */
export function sessionRoutes(service: AuthService): RouteRow[] {
  const { accounts, config, passwords, sessions } = service
  return [
    route({
      method: 'POST',
      path: '/api/v1/auth/login',
      access: 'none',
      body: { schema: loginBody },
      handle: async ({ body, origin }) => ({ data: (await passwords.logIn(body, origin)).tokens }),
    }),
    route({
      method: 'POST',
      path: '/api/v1/auth/refresh',
      access: 'none',
      body: { schema: bodies.refresh },
      handle: async ({ body, origin }) => ({
        data: (await refreshed(sessions, body.refreshToken, origin)).tokens,
      }),
    }),
    route({
      method: 'POST',
      path: '/api/v1/auth/logout',
      access: 'token',
      async handle({ principal: { user, session }, origin }) {
        await sessions.end(session.id)
        audit('logout', { ...origin, userId: user.id, sessionId: session.id })
        return { data: {} }
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/auth/logout-all',
      access: 'token',
      async handle({ principal: { user }, origin }) {
        await sessions.endAll(user.id)
        audit('logout-all', { ...origin, userId: user.id })
        return { data: {} }
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/auth/me',
      access: 'token',
      handle: ({ principal: { user } }) => ({
        data: { ...publicUser(user), ...planFact(getPlan(config, user)) },
      }),
    }),
    route({
      method: 'POST',
      path: '/api/v1/auth/password',
      access: 'token',
      body: { schema: bodies.password, check: newPassword(service, 'newPassword') },
      async handle({ principal, body, origin }) {
        await passwords.change(principal, body, origin)
        await accounts.notify(principal.user, 'password-changed')
        return { data: {} }
      },
    }),
  ]
}

/**
 * A refresh, and its line in the audit log.
 * @param headers Of the refusal.
 * @throws ApiError UNAUTHORIZED for a token that is not accepted.
 */
export async function refreshed(
  sessions: Sessions,
  token: string,
  origin: Origin,
  headers: Record<string, string> = {},
): Promise<Extract<Refreshed, { tokens: unknown }>> {
  const refreshed = await sessions.refresh(token)
  const { outcome } = refreshed
  const of =
    outcome === 'refused'
      ? {}
      : { userId: refreshed.session.ownerId, sessionId: refreshed.session.id }
  audit(`refresh-${outcome}`, { ...origin, ...of })
  if (outcome === 'refused' || outcome === 'reused') {
    const message = 'The refresh token is not accepted. Log in again.'
    throw new ApiError('UNAUTHORIZED', message, { headers })
  }
  return refreshed
}
