import Joi from 'joi'
import type { ApiKeyRow, SigningKeyRows, UserRow } from '../../kit/api/internal-answers.js'
import type { InternalBody } from '../../kit/api/internal-api.js'
import { defaultPlan } from '../../kit/credentials/plans.js'
import { importUser } from '../administration/import.js'
import { fields } from '../http/check.js'
import { displayName, graceSeconds, planName, roleName, typedPassword } from '../http/fields.js'
import { internalRoute, type RouteRow } from '../http/route.js'
import { type AuditEvent, audit, type Origin } from '../kit/audit.js'
import { email } from '../kit/email.js'
import type { AuthService } from '../service/service.js'
import type { ApiKeyRecord, UserRecord } from '../store/store.js'
import { getPlan } from '../users/plans.js'
import { makeUserRows } from '../users/user-list.js'
import { newPassword } from './new-password.js'

const bodies = {
  importUser: fields<InternalBody<'importUser'>>({
    email: email.required(),
    name: displayName.required(),
    role: roleName,
    plan: planName,
    trial: Joi.boolean(),
  }),
  inviteUser: fields<InternalBody<'inviteUser'>>({ email: email.required(), role: roleName }),
  resetPassword: fields<InternalBody<'resetPassword'>>({ password: typedPassword.required() }),
  setRole: fields<InternalBody<'setRole'>>({ role: roleName.required() }),
  setPlan: fields<InternalBody<'setUserPlan'>>({ plan: planName.required() }),
  rotateApiKey: fields<Required<InternalBody<'rotateApiKey'>>>({ graceSeconds }),
  addUser: fields<Required<InternalBody<'addUser'>>>({
    email: email.required(),
    name: displayName.required(),
    role: roleName.default('user'),
    password: typedPassword.required(),
  }),
}

/** The calls of the operator's commands (docs/architecture.md, Internal calls). */
export function operatorRoutes(service: AuthService): RouteRow[] {
  return [...onUsers(service), ...onApiKeys(service), ...onSigningKeys(service)]
}

function onUsers(service: AuthService): RouteRow[] {
  const { config, users, passwords, sessions, userChanges, accounts } = service
  const userRow = makeUserRows(config)

  function done(event: AuditEvent, user: UserRecord, origin: Origin): { data: UserRow } {
    audit(event, { ...origin, userId: user.id, operator: true })
    return { data: userRow(user) }
  }

  return [
    internalRoute('listUsers', {
      access: 'operator',
      handle: async () => ({ data: { users: (await users.list()).map(userRow) } }),
    }),
    internalRoute('addUser', {
      access: 'operator',
      body: { schema: bodies.addUser, check: newPassword(service) },
      async handle({ body: { password, ...user }, origin }) {
        const added = await users.create({
          ...user,
          passwordHash: await passwords.hash(password, user),
        })
        return { status: 201, ...done('user-created', added, origin) }
      },
    }),
    internalRoute('importUser', {
      access: 'operator',
      body: { schema: bodies.importUser },
      async handle({ body: { trial = false, ...listed }, origin }) {
        const { outcome, user } = await importUser({ users, sessions }, listed, trial)
        if (user && outcome !== 'unchanged')
          audit(`user-${outcome}`, { ...origin, userId: user.id, operator: true })
        return { data: { email: listed.email, outcome } }
      },
    }),
    internalRoute('inviteUser', {
      access: 'operator',
      body: { schema: bodies.inviteUser },
      async handle({ body, origin }) {
        const data = await accounts.invite(body)
        audit('user-invited', { ...origin, operator: true })
        return { status: 201, data }
      },
    }),
    internalRoute('disableUser', {
      access: 'operator',
      async handle({ params, origin }) {
        const user = await userChanges.disable(await users.named(params.user))
        return done('user-disabled', user, origin)
      },
    }),
    internalRoute('enableUser', {
      access: 'operator',
      async handle({ params, origin }) {
        const user = await userChanges.enable(await users.named(params.user))
        return done('user-enabled', user, origin)
      },
    }),
    internalRoute('resetPassword', {
      access: 'operator',
      body: { schema: bodies.resetPassword },
      async handle({ params, body, origin }) {
        const user = await users.named(params.user)
        await passwords.reset(user, body.password)
        await accounts.notify(user, 'password-changed')
        return done('user-password-reset', user, origin)
      },
    }),
    internalRoute('setRole', {
      access: 'operator',
      body: { schema: bodies.setRole },
      async handle({ params, body, origin }) {
        const user = await userChanges.setRole(await users.named(params.user), body.role)
        return done('user-role-changed', user, origin)
      },
    }),
    internalRoute('setUserPlan', {
      access: 'operator',
      body: { schema: bodies.setPlan },
      async handle({ params, body, origin }) {
        const user = await users.setPlan(await users.named(params.user), body.plan ?? undefined)
        return done('user-plan-changed', user, origin)
      },
    }),
    internalRoute('deleteUser', {
      access: 'operator',
      async handle({ params, origin }) {
        const user = await users.named(params.user)
        const keysRevoked = await userChanges.remove(user)
        const { id, email } = user
        audit('user-deleted', { ...origin, userId: id, operator: true })
        return { data: { id, email, keysRevoked } }
      },
    }),
  ]
}

function onApiKeys({ accounts, config, users, apiKeys }: AuthService): RouteRow[] {
  const row = (key: ApiKeyRecord, owner: UserRecord | undefined): ApiKeyRow => ({
    ...apiKeys.view(key, owner),
    plan: owner ? getPlan(config, owner, key) : defaultPlan,
    ownerId: key.ownerId,
    owner: owner?.email || null,
  })
  const findRow = async (id: string) => {
    const key = await apiKeys.read(id)
    return row(key, await users.find(key.ownerId))
  }
  return [
    internalRoute('listApiKeys', {
      access: 'operator',
      async handle({ query }) {
        const owner = query.get('user')
        const owners = owner === null ? await users.list() : [await users.named(owner)]
        const byId = new Map(owners.map((user) => [user.id, user]))
        const found = await apiKeys.list(owner === null ? undefined : owners[0]!.id)
        return { data: { keys: found.map((key) => row(key, byId.get(key.ownerId))) } }
      },
    }),
    internalRoute('revokeApiKey', {
      access: 'operator',
      async handle({ params, origin }) {
        const { id, ownerId } = await apiKeys.read(params.id)
        await apiKeys.revoke(id)
        audit('key-revoked', { ...origin, userId: ownerId, keyId: id, operator: true })
        return { data: await findRow(id) }
      },
    }),
    internalRoute('setApiKeyPlan', {
      access: 'operator',
      body: { schema: bodies.setPlan },
      async handle({ params, body, origin }) {
        const key = await apiKeys.read(params.id)
        await apiKeys.setPlan(key, body.plan ?? undefined)
        audit('key-plan-changed', { ...origin, userId: key.ownerId, keyId: key.id, operator: true })
        return { data: await findRow(key.id) }
      },
    }),
    internalRoute('rotateApiKey', {
      access: 'operator',
      body: { schema: bodies.rotateApiKey, optional: true },
      async handle({ params, body, origin }) {
        const key = await apiKeys.read(params.id)
        const data = await apiKeys.rotate(key, body.graceSeconds)
        const owner = await users.find(key.ownerId)
        if (owner) await accounts.notify(owner, 'key-created')
        audit('key-rotated', { ...origin, userId: key.ownerId, keyId: key.id, operator: true })
        return { data }
      },
    }),
  ]
}

function onSigningKeys({ signingKeys }: AuthService): RouteRow[] {
  const iso = (time: number) => new Date(time).toISOString()
  const rows = (): SigningKeyRows => ({
    keys: signingKeys.all().map((key) => {
      const state = signingKeys.getState(key)
      const retiredAt =
        state === 'verifying' && key.retiredAt !== undefined ? iso(key.retiredAt) : null
      return {
        kid: key.kid,
        state,
        createdAt: iso(key.createdAt),
        signsFrom: iso(key.signsFrom),
        retiredAt,
      }
    }),
  })
  return [
    internalRoute('listSigningKeys', { access: 'operator', handle: () => ({ data: rows() }) }),
    internalRoute('rotateSigningKeys', {
      access: 'operator',
      async handle({ origin }) {
        await signingKeys.rotate()
        audit('signing-key-rotated', { ...origin, operator: true })
        return { data: rows() }
      },
    }),
    internalRoute('withdrawSigningKey', {
      access: 'operator',
      async handle({ params, origin }) {
        await signingKeys.withdraw(params.kid)
        audit('signing-key-withdrawn', { ...origin, operator: true })
        return { data: rows() }
      },
    }),
  ]
}
