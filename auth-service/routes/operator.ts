import Joi from 'joi'
import { type AuditEvent, audit } from '../audit.js'
import { displayName, email, fields, graceSeconds, typedPassword } from '../http/fields.js'
import { guard, type Secrets } from '../http/guard.js'
import type { Call, Route } from '../http/router.js'
import type { Service } from '../service.js'
import type { ApiKeyRecord, UserRecord } from '../store/store.js'
import { publicUser } from '../users/users.js'

const bodies = {
  createUser: fields<{ email: string; name: string; role: string; password: string }>({
    email: email.required(),
    name: displayName.required(),
    role: Joi.string().max(64).default('user'),
    password: typedPassword.required(),
  }),
  password: fields<{ password: string }>({ password: typedPassword.required() }),
  rotateKey: fields<{ graceSeconds: number }>({ graceSeconds }),
}

/** What the operator's commands ask (DESIGN 4). `{user}` is an id or an e-mail address. */
export function operatorRoutes(
  { users, passwords, sessions, apiKeys, signingKeys }: Service,
  secrets: Secrets,
): Route[] {
  const { operating } = guard(secrets)

  /** A call on one user, audited when it is done. */
  function onUser(event: AuditEvent, act: (user: UserRecord, call: Call) => Promise<UserRecord>): Route['handle'] {
    return operating(async (call) => {
      const user = await act(await users.named(decoded(call.params.user!)), call)
      audit(event, { ...origin(call), userId: user.id })
      return { data: showUser(user) }
    })
  }

  /** A call on one key, audited when it is done. */
  function onKey<T>(event: AuditEvent, act: (key: ApiKeyRecord, call: Call) => Promise<T>): Route['handle'] {
    return operating(async (call) => {
      const key = await apiKeys.read(call.params.id!)
      const data = await act(key, call)
      audit(event, { ...origin(call), userId: key.ownerId, keyId: key.id })
      return { data, headers: { 'Cache-Control': 'no-store' } }
    })
  }

  const showSigningKeys = () => ({
    keys: signingKeys.all().map(({ kid, createdAt, retiredAt }) => ({
      kid,
      createdAt: new Date(createdAt).toISOString(),
      retiredAt: retiredAt === undefined ? null : new Date(retiredAt).toISOString(),
    })),
  })

  return [
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
        const { password, ...wish } = await call.body(bodies.createUser)
        const user = await users.create({ ...wish, passwordHash: await passwords.hashOf(password, wish) })
        audit('user-created', { ...origin(call), userId: user.id })
        return { status: 201, data: showUser(user) }
      }),
    },
    {
      method: 'POST',
      path: '/internal/users/{user}/disable',
      handle: onUser('user-disabled', async (user) => {
        const disabled = await users.setDisabled(user, true)
        await sessions.endAll(user.id)
        return disabled
      }),
    },
    {
      method: 'POST',
      path: '/internal/users/{user}/enable',
      handle: onUser('user-enabled', (user) => users.setDisabled(user, false)),
    },
    {
      method: 'POST',
      path: '/internal/users/{user}/password',
      body: 'required',
      handle: onUser('user-password-reset', async (user, call) => {
        const { password } = await call.body(bodies.password)
        await passwords.reset(user, password)
        return user
      }),
    },
    {
      method: 'GET',
      path: '/internal/api-keys',
      handle: operating(async ({ query }) => {
        const owner = query.get('user')
        const found = await apiKeys.list(owner === null ? undefined : (await users.named(owner)).id)
        return { data: { keys: found.map((key) => ({ ...apiKeys.shown(key), ownerId: key.ownerId })) } }
      }),
    },
    {
      method: 'POST',
      path: '/internal/api-keys/{id}/revoke',
      handle: onKey('key-revoked', async ({ id }) => {
        await apiKeys.revoke(id)
        return apiKeys.shown(await apiKeys.read(id))
      }),
    },
    {
      method: 'POST',
      path: '/internal/api-keys/{id}/rotate',
      body: 'optional',
      handle: onKey('key-rotated', async (key, call) =>
        apiKeys.rotate(key, (await call.body(bodies.rotateKey)).graceSeconds),
      ),
    },
    {
      method: 'GET',
      path: '/internal/signing-keys',
      handle: operating(() => ({ data: showSigningKeys() })),
    },
    {
      method: 'POST',
      path: '/internal/signing-keys/rotate',
      handle: operating(async (call) => {
        await signingKeys.rotate()
        audit('signing-key-rotated', origin(call))
        return { data: showSigningKeys() }
      }),
    },
    {
      method: 'DELETE',
      path: '/internal/signing-keys/{kid}',
      handle: operating(async (call) => {
        await signingKeys.withdraw(call.params.kid!)
        audit('signing-key-withdrawn', origin(call))
        return { data: showSigningKeys() }
      }),
    },
  ]
}

function origin({ requestId, address }: Call) {
  return { requestId, address, operator: true as const }
}

function showUser(user: UserRecord) {
  return {
    ...publicUser(user),
    createdAt: new Date(user.createdAt).toISOString(),
    disabled: user.disabledAt !== undefined,
  }
}

/** A path segment as it was meant; a malformed one names nobody. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}
