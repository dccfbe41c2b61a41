import { createHash, timingSafeEqual } from 'node:crypto'
import Joi from 'joi'
import { ApiError } from '../plugins/kit/errors.js'
import { audit } from './audit.js'
import { changesSince } from './changes.js'
import { displayName, email, hex64, typedPassword, wholeNumber } from './fields.js'
import type { Call, Route } from './router.js'
import type { Service } from './service.js'
import type { UserRecord } from './store.js'
import { publicUser } from './users.js'

const bodies = {
  verify: Joi.object<{ prefix: string; hash: string; address?: string }>({
    prefix: Joi.string()
      .pattern(/^npd_[0-9A-Za-z]{8}$/, 'the first two segments of a key')
      .required(),
    hash: hex64.required(),
    address: Joi.string().max(64),
  }),
  createUser: Joi.object<{ email: string; name: string; role: string; password: string }>({
    email: email.required(),
    name: displayName.required(),
    role: Joi.string().max(64).default('user'),
    password: typedPassword.required(),
  }),
  password: Joi.object<{ password: string }>({ password: typedPassword.required() }),
  rotateKey: Joi.object<{ graceSeconds: number }>({ graceSeconds: wholeNumber.min(0).max(604_800).default(0) }),
}

/** The calls of the gateway, which may only read, and of the operator (DESIGN 4). */
export function internalRoutes(service: Service, secrets: { service: string; operator: string }): Route[] {
  const { store, config, users, login, sessions, apiKeys, keys, now } = service
  const isService = matcher(secrets.service)
  const isOperator = matcher(secrets.operator)

  /** Lets the gateway and the operator in. */
  const reading = (handle: Route['handle']): Route['handle'] => {
    return (call) => {
      const secret = secretOf(call)
      // both are compared every time, so that the time tells nothing
      if (![isService(secret), isOperator(secret)].includes(true)) throw badSecret()
      return handle(call)
    }
  }
  /** Lets the operator in. */
  const operating = (handle: Route['handle']): Route['handle'] => {
    return (call) => {
      const secret = secretOf(call)
      if (isOperator(secret)) return handle(call)
      if (isService(secret)) throw new ApiError('FORBIDDEN', "This call takes the operator's secret")
      throw badSecret()
    }
  }
  const named = ({ params }: Call) => users.named(decoded(params.user!))
  const showUser = (user: UserRecord) => ({
    ...publicUser(user),
    createdAt: new Date(user.createdAt).toISOString(),
    disabled: user.disabledAt !== undefined,
  })
  const facts = ({ requestId, address }: Call) => ({ requestId, address, operator: true as const })
  const showSigningKeys = () =>
    keys.all().map(({ kid, createdAt, retiredAt }) => ({
      kid,
      createdAt: new Date(createdAt).toISOString(),
      retiredAt: retiredAt === undefined ? null : new Date(retiredAt).toISOString(),
    }))

  return [
    { method: 'GET', path: '/internal/health', handle: () => ({ data: { state: 'ready' } }) },
    {
      method: 'GET',
      path: '/internal/public-keys',
      handle: reading(() => ({ data: { keys: keys.all().map(({ kid, paserk: key }) => ({ kid, key })) } })),
    },
    {
      method: 'POST',
      path: '/internal/api-keys/verify',
      body: 'required',
      handle: reading(async (call) => ({ data: await apiKeys.verify(await call.body(bodies.verify)) })),
    },
    {
      method: 'GET',
      path: '/internal/changes',
      handle: reading(async ({ query }) => ({
        data: await changesSince(store, query.get('since') ?? undefined, config.tokens.accessSeconds, now()),
      })),
    },
    {
      method: 'GET',
      path: '/internal/users',
      handle: operating(async () => ({ data: { users: (await users.list()).map(showUser) } })),
    },
    {
      method: 'POST',
      path: '/internal/users',
      body: 'required',
      handle: operating(async (call) => {
        const user = await login.createUser(await call.body(bodies.createUser))
        audit('user-created', { ...facts(call), userId: user.id })
        return { status: 201, data: showUser(user) }
      }),
    },
    {
      method: 'POST',
      path: '/internal/users/{user}/disable',
      handle: operating(async (call) => {
        const user = await users.setDisabled(await named(call), true)
        await sessions.endAll(user.id)
        audit('user-disabled', { ...facts(call), userId: user.id })
        return { data: showUser(user) }
      }),
    },
    {
      method: 'POST',
      path: '/internal/users/{user}/enable',
      handle: operating(async (call) => {
        const user = await users.setDisabled(await named(call), false)
        audit('user-enabled', { ...facts(call), userId: user.id })
        return { data: showUser(user) }
      }),
    },
    {
      method: 'POST',
      path: '/internal/users/{user}/password',
      body: 'required',
      handle: operating(async (call) => {
        const user = await named(call)
        await login.resetPassword(user, (await call.body(bodies.password)).password)
        audit('user-password-reset', { ...facts(call), userId: user.id })
        return { data: showUser(user) }
      }),
    },
    {
      method: 'GET',
      path: '/internal/api-keys',
      handle: operating(async ({ query }) => {
        const owner = query.get('user')
        const found = await apiKeys.list(owner === null ? undefined : (await users.named(owner)).id)
        return { data: { keys: found.map((key) => ({ ...apiKeys.show(key), ownerId: key.ownerId })) } }
      }),
    },
    {
      method: 'POST',
      path: '/internal/api-keys/{id}/revoke',
      handle: operating(async (call) => {
        const key = await apiKeys.read(call.params.id!)
        await apiKeys.revoke(key.id)
        audit('key-revoked', { ...facts(call), userId: key.ownerId, keyId: key.id })
        return { data: apiKeys.show(await apiKeys.read(key.id)) }
      }),
    },
    {
      method: 'POST',
      path: '/internal/api-keys/{id}/rotate',
      body: 'optional',
      handle: operating(async (call) => {
        const key = await apiKeys.read(call.params.id!)
        const { graceSeconds } = await call.body(bodies.rotateKey)
        const successor = await apiKeys.rotate(key, graceSeconds)
        audit('key-rotated', { ...facts(call), userId: key.ownerId, keyId: key.id })
        return { status: 201, data: successor, headers: { 'Cache-Control': 'no-store' } }
      }),
    },
    {
      method: 'GET',
      path: '/internal/signing-keys',
      handle: operating(() => ({ data: { keys: showSigningKeys() } })),
    },
    {
      method: 'POST',
      path: '/internal/signing-keys/rotate',
      handle: operating(async (call) => {
        await keys.rotate()
        audit('signing-key-rotated', facts(call))
        return { status: 201, data: { keys: showSigningKeys() } }
      }),
    },
  ]
}

/** Compares with a secret in constant time. */
function matcher(secret: string): (given: string) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(secret)
  return (given) => timingSafeEqual(digest(given), expected)
}

/** @throws ApiError AUTHENTICATION_REQUIRED when there is none. */
function secretOf({ req }: Call): string {
  const secret = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1]
  if (secret === undefined) throw new ApiError('AUTHENTICATION_REQUIRED', 'Send Authorization: Bearer <secret>')
  return secret
}

function badSecret(): ApiError {
  return new ApiError('UNAUTHORIZED', 'The secret is not accepted')
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}
