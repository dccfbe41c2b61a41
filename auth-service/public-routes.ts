import Joi from 'joi'
import { credentialOf, refusedCredential } from '../plugins/kit/credentials.js'
import type { Result } from '../plugins/kit/envelope.js'
import { ApiError, texts } from '../plugins/kit/errors.js'
import { type AuditEvent, audit } from './audit.js'
import { displayName, email, isoDate, refreshToken, scopes, sliceOf, typedPassword, wholeNumber } from './fields.js'
import type { Call, Route } from './router.js'
import type { Service } from './service.js'
import type { Principal } from './sessions.js'
import { publicUser } from './users.js'

const bodies = {
  login: Joi.object<{ email: string; password: string }>({
    email: email.required(),
    password: typedPassword.required(),
  }),
  refresh: Joi.object<{ refreshToken: string }>({ refreshToken: refreshToken.required() }),
  password: Joi.object<{ currentPassword: string; newPassword: string }>({
    currentPassword: typedPassword.required(),
    newPassword: typedPassword.required(),
  }),
  createKey: Joi.object<{ name: string; scopes: string[]; expiresIn: number }>({
    name: displayName.required(),
    scopes: scopes.default(['organizations:read']),
    expiresIn: wholeNumber.min(1).default(365), // days (SPEC 4.2)
  }),
  updateKey: Joi.object<{ name?: string; scopes?: string[]; expiresAt?: string }>({
    name: displayName,
    scopes,
    expiresAt: isoDate,
  }).min(1),
  rotateKey: Joi.object<{ graceSeconds: number }>({ graceSeconds: wholeNumber.min(0).max(604_800).default(0) }),
}

const noStore = { 'Cache-Control': 'no-store' }

/** The calls that the gateway proxies (DESIGN 3). */
export function publicRoutes({ login, sessions, apiKeys }: Service): Route[] {
  /** Who calls, by an access token in force. @throws ApiError 401, 400 for two credentials. */
  async function caller({ req }: Call): Promise<Principal> {
    const credential = credentialOf(req)
    if (!credential)
      throw new ApiError('AUTHENTICATION_REQUIRED', 'Send an access token: Authorization: Bearer <token>')
    if (credential.kind !== 'access-token') throw refusedCredential('unknown')
    const principal = await sessions.principal(credential.value)
    if (!principal) throw refusedCredential('access-token')
    return principal
  }

  /** The key of the path, which must be the caller's own. */
  async function ownKey(call: Call) {
    const { user } = await caller(call)
    return { user, key: await apiKeys.read(call.params.id!, user.id) }
  }

  function audited(event: AuditEvent, { requestId, address }: Call, { user, session }: Principal): void {
    audit(event, { requestId, address, userId: user.id, sessionId: session.id })
  }

  return [
    {
      method: 'POST',
      path: '/api/v1/auth/login',
      body: 'required',
      handle: async (call) => ({ data: await login.login(await call.body(bodies.login), call), headers: noStore }),
    },
    { method: 'POST', path: '/api/v1/auth/refresh', body: 'required', handle: refresh },
    {
      method: 'POST',
      path: '/api/v1/auth/logout',
      async handle(call) {
        const principal = await caller(call)
        await sessions.end(principal.session.id)
        audited('logout', call, principal)
        return { data: {} }
      },
    },
    {
      method: 'GET',
      path: '/api/v1/auth/me',
      handle: async (call) => ({ data: publicUser((await caller(call)).user) }),
    },
    {
      method: 'POST',
      path: '/api/v1/auth/password',
      body: 'required',
      async handle(call) {
        const principal = await caller(call)
        await login.changePassword(principal, await call.body(bodies.password), call)
        return { data: {} }
      },
    },
    {
      method: 'POST',
      path: '/api/v1/api-keys',
      body: 'required',
      async handle(call) {
        const { user } = await caller(call)
        const key = await apiKeys.create(user, await call.body(bodies.createKey))
        audit('key-created', { ...origin(call), userId: user.id, keyId: key.id })
        return newKey(key)
      },
    },
    {
      method: 'GET',
      path: '/api/v1/api-keys',
      async handle(call) {
        const { user } = await caller(call)
        const { limit, offset } = sliceOf(call.query)
        const keys = await apiKeys.list(user.id)
        return {
          data: {
            keys: keys.slice(offset, offset + limit).map((key) => apiKeys.show(key)),
            total: keys.length,
          },
        }
      },
    },
    {
      method: 'GET',
      path: '/api/v1/api-keys/{id}',
      handle: async (call) => ({ data: apiKeys.show((await ownKey(call)).key) }),
    },
    {
      method: 'PATCH',
      path: '/api/v1/api-keys/{id}',
      body: 'required',
      async handle(call) {
        const { user, key } = await ownKey(call)
        const changed = await apiKeys.update(key, await call.body(bodies.updateKey))
        audit('key-changed', { ...origin(call), userId: user.id, keyId: key.id })
        return { data: apiKeys.show(changed) }
      },
    },
    {
      method: 'DELETE',
      path: '/api/v1/api-keys/{id}',
      async handle(call) {
        const { user, key } = await ownKey(call)
        await apiKeys.revoke(key.id)
        audit('key-revoked', { ...origin(call), userId: user.id, keyId: key.id })
        return { data: {} }
      },
    },
    {
      method: 'POST',
      path: '/api/v1/api-keys/{id}/rotate',
      body: 'optional',
      async handle(call) {
        const { user, key } = await ownKey(call)
        const { graceSeconds } = await call.body(bodies.rotateKey)
        const successor = await apiKeys.rotate(key, graceSeconds)
        audit('key-rotated', { ...origin(call), userId: user.id, keyId: key.id })
        return newKey(successor)
      },
    },
  ]

  async function refresh(call: Call): Promise<Result> {
    const { refreshToken: token } = await call.body(bodies.refresh)
    const refreshed = await sessions.refresh(token)
    if (refreshed.outcome === 'refused') {
      audit('refresh-refused', origin(call))
      throw new ApiError('UNAUTHORIZED', 'The refresh token is not accepted. Log in again.')
    }
    const { session } = refreshed
    const facts = { ...origin(call), userId: session.ownerId, sessionId: session.id }
    if (refreshed.outcome === 'reused') {
      audit('refresh-reused', facts)
      throw new ApiError('UNAUTHORIZED', 'The refresh token is not accepted. Log in again.')
    }
    audit('refresh', facts)
    return { data: refreshed.tokens, headers: noStore }
  }
}

function origin({ requestId, address }: Call) {
  return { requestId, address }
}

function newKey(data: unknown): Result {
  return { status: 201, data, message: texts.storeKey, headers: noStore }
}
