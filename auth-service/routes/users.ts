import Joi from 'joi'
import { manageUsers } from '../../kit/config/roles.js'
import type { UserChange } from '../administration/admins.js'
import { fields } from '../http/check.js'
import { displayName, planName, roleName, typedPassword } from '../http/fields.js'
import { checkedQuery, digits, numberedPage } from '../http/pagination.js'
import { type RouteRow, route } from '../http/route.js'
import { type AuditEvent, audit, type Origin } from '../kit/audit.js'
import { email } from '../kit/email.js'
import type { AuthService } from '../service/service.js'
import type { UserRecord } from '../store/store.js'
import { filterUsers, makeUserRows } from '../users/user-list.js'
import { newPassword } from './new-password.js'

const bodies = {
  update: fields<UserChange>({
    role: roleName.description('Another role; all sessions of the user end.'),
    plan: planName.description('A plan of the user alone; null: the plan of the role.'),
    disabled: Joi.boolean().description('true refuses all credentials of the user.'),
  }).min(1),
  create: fields<{ email: string; name: string; role: string; password: string }>({
    email: email.required().description('E-mail address of the account.'),
    name: displayName.required().description('Name of the person.'),
    role: roleName
      .default('user')
      .description('Role. It must not have scopes that yours does not have.'),
    password: typedPassword.required().description('Its password, which the user can change.'),
  }),
}

const listQuery = fields<{ search?: string; role?: string; page?: string; size?: string }>({
  search: Joi.string().max(254),
  role: roleName,
  page: digits,
  size: digits,
})

const path = '/api/v1/users'
const onePath = `${path}/{id}` as const
const guarded = { access: 'token', scope: manageUsers } as const

/** The accounts, for users with the scope users:manage (docs/auth-service.md, Users and roles). */
export function userRoutes(service: AuthService): RouteRow[] {
  const { config, users, passwords, admins, userChanges } = service
  const userRow = makeUserRows(config)
  return [
    route({
      method: 'GET',
      path,
      ...guarded,
      async handle({ query }) {
        const { page, size, ...filter } = checkedQuery(listQuery, query)
        const { limit, offset } = numberedPage(page, size, 'size')
        const found = filterUsers(await users.list(), filter)
        return {
          data: {
            users: found.slice(offset, offset + limit).map(userRow),
            total: found.length,
          },
        }
      },
    }),
    route({
      method: 'POST',
      path,
      ...guarded,
      body: { schema: bodies.create, check: newPassword(service) },
      async handle({ principal: { user: admin }, body: { password, ...user }, origin }) {
        admins.mayGive(admin, user.role)
        const passwordHash = await passwords.hash(password, user)
        const added = await users.create({ ...user, passwordHash })
        audited('user-created', origin, admin, added)
        return { status: 201, data: userRow(added) }
      },
    }),
    route({
      method: 'PATCH',
      path: onePath,
      ...guarded,
      body: { schema: bodies.update },
      handle: ({ principal, params, body: change, origin }) =>
        admins.run(principal.user, params.id, async (task) => {
          await admins.mayChange(task, change)
          let { admin, user } = task
          const { role, plan, disabled } = change
          if (role !== undefined && role !== user.role) {
            user = await userChanges.setRole(user, role)
            audited('user-role-changed', origin, admin, user)
          }
          if (plan !== undefined && plan !== (user.plan ?? null)) {
            user = await users.setPlan(user, plan ?? undefined)
            audited('user-plan-changed', origin, admin, user)
          }
          if (disabled === true && !user.disabledAt) {
            user = await userChanges.disable(user)
            audited('user-disabled', origin, admin, user)
          }
          if (disabled === false && user.disabledAt) {
            user = await userChanges.enable(user)
            audited('user-enabled', origin, admin, user)
          }
          return { data: userRow(user) }
        }),
    }),
    route({
      method: 'DELETE',
      path: onePath,
      ...guarded,
      handle: ({ principal, params, origin }) =>
        admins.run(principal.user, params.id, async (task) => {
          await admins.mustRemain(task.user)
          await userChanges.remove(task.user)
          audited('user-deleted', origin, task.admin, task.user)
          return { data: {} }
        }),
    }),
  ]
}

function audited(event: AuditEvent, origin: Origin, admin: UserRecord, user: UserRecord): void {
  audit(event, { ...origin, userId: user.id, adminId: admin.id })
}
