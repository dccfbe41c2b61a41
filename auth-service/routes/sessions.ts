import type { Result } from '../../kit/envelope.js'
import { ApiError } from '../../kit/errors.js'
import { audit } from '../audit.js'
import { callerOf } from '../http/caller.js'
import { email, fields, refreshToken, typedPassword } from '../http/fields.js'
import type { Call, Route } from '../http/router.js'
import type { Service } from '../service.js'
import { publicUser } from '../users/users.js'

const bodies = {
  login: fields<{ email: string; password: string }>({
    email: email.required(),
    password: typedPassword.required(),
  }),
  refresh: fields<{ refreshToken: string }>({ refreshToken: refreshToken.required() }),
  password: fields<{ currentPassword: string; newPassword: string }>({
    currentPassword: typedPassword.required(),
    newPassword: typedPassword.required(),
  }),
}

/** Tokens must not be kept on the way. */
const headers = { 'Cache-Control': 'no-store' }

/** Login and what follows from it (SPEC 4.1, DESIGN 3). */
export function sessionRoutes({ passwords, sessions }: Service): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/v1/auth/login',
      body: 'required',
      handle: async (call) => ({ data: await passwords.logIn(await call.body(bodies.login), origin(call)), headers }),
    },
    { method: 'POST', path: '/api/v1/auth/refresh', body: 'required', handle: refresh },
    {
      method: 'POST',
      path: '/api/v1/auth/logout',
      async handle(call) {
        const { user, session } = await callerOf(call, sessions)
        await sessions.end(session.id)
        audit('logout', { ...origin(call), userId: user.id, sessionId: session.id })
        return { data: {} }
      },
    },
    {
      method: 'POST',
      path: '/api/v1/auth/logout-all',
      async handle(call) {
        const { user } = await callerOf(call, sessions)
        await sessions.endAll(user.id)
        audit('logout-all', { ...origin(call), userId: user.id })
        return { data: {} }
      },
    },
    {
      method: 'GET',
      path: '/api/v1/auth/me',
      handle: async (call) => ({ data: publicUser((await callerOf(call, sessions)).user) }),
    },
    {
      method: 'POST',
      path: '/api/v1/auth/password',
      body: 'required',
      async handle(call) {
        const principal = await callerOf(call, sessions)
        await passwords.change(principal, await call.body(bodies.password), origin(call))
        return { data: {} }
      },
    },
  ]

  async function refresh(call: Call): Promise<Result> {
    const { refreshToken: token } = await call.body(bodies.refresh)
    const refreshed = await sessions.refresh(token)
    const { outcome } = refreshed
    const of = outcome === 'refused' ? {} : { userId: refreshed.session.ownerId, sessionId: refreshed.session.id }
    audit(`refresh-${outcome}`, { ...origin(call), ...of })
    if (outcome === 'refused' || outcome === 'reused') {
      throw new ApiError('UNAUTHORIZED', 'The refresh token is not accepted. Log in again.')
    }
    return { data: refreshed.tokens, headers }
  }
}

function origin({ requestId, address }: Call) {
  return { requestId, address }
}
