import Joi from 'joi'
import type { SignUp } from '../accounts/accounts.js'
import { fields } from '../http/check.js'
import { displayName, typedPassword } from '../http/fields.js'
import { type RouteRow, route } from '../http/route.js'
import { audit } from '../kit/audit.js'
import { email } from '../kit/email.js'
import type { AuthService } from '../service/service.js'
import { publicUser } from '../users/users.js'
import { newPassword } from './new-password.js'

const token = Joi.string().max(64).required().description('The token of the link.')
const password = typedPassword
  .required()
  .description('The password: long enough, and not easy to guess.')
const name = displayName.required().description('Name of the person.')

const bodies = {
  verify: fields<{ token: string; password: string }>({
    token,
    password: typedPassword.required().description('The password of the sign-up.'),
  }),
  recover: fields<{ email: string }>({
    email: email.required().description('E-mail address of the account.'),
  }),
  leave: fields<{ password: string }>({
    password: typedPassword.required().description('The current password.'),
  }),
  reset: fields<{ token: string; password: string }>({ token, password }),
  accept: fields<{ token: string; name: string; password: string }>({ token, name, password }),
}

/** The domains are those of the policy. */
const registration = (service: AuthService) =>
  fields<SignUp>({
    email: email
      .required()
      .custom((value: string, helpers) => {
        const mistake = service.accounts.domainMistake(value)
        return mistake === undefined ? value : helpers.message({ custom: mistake })
      })
      .description('E-mail address; a mail with a link is sent to it.'),
    name,
    password,
  })

const path = '/api/v1/auth'

/** What the policy opens of the calls below (docs/auth-service.md). */
export function aboutAccounts({ accounts }: AuthService): RouteRow[] {
  return [
    route({
      method: 'GET',
      path: `${path}/accounts`,
      access: 'none',
      handle: () => ({ data: accounts.openTo }),
    }),
  ]
}

/** Sign-up: where `signUp` is `domains` or `open`. */
export function signUpRoutes(service: AuthService): RouteRow[] {
  const { accounts } = service
  return [
    route({
      method: 'POST',
      path: `${path}/register`,
      access: 'none',
      body: { schema: registration(service), check: newPassword(service) },
      async handle({ body, origin }) {
        await accounts.register(body, origin.address)
        audit('sign-up', origin)
        return { status: 202, data: {} }
      },
    }),
    route({
      method: 'POST',
      path: `${path}/verify`,
      access: 'none',
      body: { schema: bodies.verify },
      async handle({ body, origin }) {
        const user = await accounts.verify(body.token, body.password)
        audit('sign-up-verified', { ...origin, userId: user.id })
        return { data: publicUser(user) }
      },
    }),
  ]
}

/** Recovery of an account by mail: where mail can be sent, unless `signUp` is `off`. */
export function recoveryRoutes(service: AuthService): RouteRow[] {
  const { accounts } = service
  return [
    route({
      method: 'POST',
      path: `${path}/recover`,
      access: 'none',
      body: { schema: bodies.recover },
      async handle({ body, origin }) {
        await accounts.recover(body.email, origin.address)
        audit('recovery', origin)
        return { status: 202, data: {} }
      },
    }),
    route({
      method: 'POST',
      path: `${path}/reset`,
      access: 'none',
      body: { schema: bodies.reset, check: newPassword(service) },
      async handle({ body, origin }) {
        const user = await accounts.reset(body.token, body.password)
        await accounts.notify(user, 'password-changed')
        audit('recovery-reset', { ...origin, userId: user.id })
        return { data: {} }
      },
    }),
  ]
}

/** Invitations, and the end of one's own account: unless `signUp` is `off`. */
export function memberRoutes(service: AuthService): RouteRow[] {
  const { accounts, admins, passwords, userChanges } = service
  return [
    route({
      method: 'POST',
      path: `${path}/accept`,
      access: 'none',
      body: { schema: bodies.accept, check: newPassword(service) },
      async handle({ body, origin }) {
        const user = await accounts.accept(body)
        audit('invitation-accepted', { ...origin, userId: user.id })
        return { status: 201, data: publicUser(user) }
      },
    }),
    route({
      method: 'POST',
      path: `${path}/delete`,
      access: 'token',
      body: { schema: bodies.leave },
      async handle({ principal: { user }, body, origin }) {
        await passwords.confirm(user, body.password, origin)
        await admins.leave(user, async () => void (await userChanges.remove(user)))
        audit('account-deleted', { ...origin, userId: user.id })
        return { data: {} }
      },
    }),
  ]
}
