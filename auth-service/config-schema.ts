import Joi from 'joi'
import { defaultRoles } from '../kit/config/roles.js'
import type { Path } from '../kit/config/yaml/diagnostics.js'
import { isPlainNumber } from '../kit/config/yaml/numbers.js'
import { reservedPlans } from './users/plans.js'

/** A variable in the YAML yields text, so a number may be text, in plain decimal form. */
const positive = Joi.number().integer().min(1).prefs({ convert: true }).custom(asWritten)
function asWritten(
  value: number,
  { original, error }: Joi.CustomHelpers<number>,
): number | Joi.ErrorReport {
  return typeof original !== 'string' || isPlainNumber(original, value)
    ? value
    : error('number.written')
}
const seconds = positive.max(10 * 366 * 86_400)
const scope = Joi.string().pattern(/^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$/, 'scope')

/** Names of roles and plans. */
const name = /^[a-z][a-z0-9-]*$/
const scopeList = Joi.array()
  .items(scope)
  .unique()
  .description('Scopes that users of this role hold and may grant.')
const roleWithPlan = Joi.object({
  scopes: scopeList.required(),
  plan: Joi.string().description('The plan of its users.'),
})
/** The list of its scopes, or these and a plan. */
const role = Joi.alternatives()
  .conditional(Joi.object(), {
    // biome-ignore lint/suspicious/noThenProperty: joi's name of it
    then: roleWithPlan,
    otherwise: scopeList,
  })
  .description('Scopes that users of this role hold and may grant, alone or with a plan.')

/** What auth-service.config.yml may contain, and its defaults. */
export const schema = Joi.object({
  tokens: Joi.object({
    issuer: Joi.string()
      .default('nonprofit-directory')
      .description('Who issues the tokens. A change ends every session.'),
    audience: Joi.string()
      .default('nonprofit-directory-api')
      .description('For whom the tokens are. A change ends every session.'),
    accessSeconds: seconds
      .default(3600)
      .description('Life of an access token: "expiresIn" of the login answer.'),
    refreshIdleSeconds: seconds
      .default(604_800)
      .description('A session that is not refreshed for so long ends.'),
    refreshAbsoluteSeconds: seconds
      .default(2_592_000)
      .description('A session ends after so long in any case.'),
  })
    .default()
    .description('Lifetimes of tokens and sessions.'),
  roles: Joi.object()
    .pattern(name, role)
    .description(
      'Role → scopes, or {scopes, plan}. The scopes of a key are some of those of its owner.',
    )
    .min(1)
    .default(structuredClone(defaultRoles)),
  plans: Joi.array()
    .items(
      Joi.string()
        .pattern(name, 'plan')
        .invalid(...reservedPlans),
    )
    .unique()
    .default([])
    .description(
      'Plans: names by which gateway.config.yml sets limits and search rules. "default" always ' +
        'exists.',
    ),
  sessions: Joi.object({
    maxPerUser: positive
      .default(1000)
      .description('A login beyond them ends the session that is unused longest.'),
  })
    .default()
    .description('Bounds of sessions.'),
  apiKeys: Joi.object({
    maxPerUser: positive.default(10_000).description('Maximum number of API keys of a user.'),
    maxDays: positive.max(36_500).default(3650).description('Longest life of a key, in days.'),
    lastUsedSeconds: positive
      .max(86_400)
      .default(60)
      .description('When and where a key was used last is written at most this often.'),
  })
    .default()
    .description('Bounds of API keys.'),
  login: Joi.object({
    freeFailures: positive
      .default(10)
      .description('Wrong passwords for an account before waits begin: 1 s, doubling.'),
    maxWaitSeconds: positive.max(86_400).default(900).description('Longest of these waits.'),
  })
    .default()
    .description('How guessing passwords is slowed down.'),
  accounts: Joi.object({
    signUp: Joi.string()
      .valid('off', 'invite', 'domains', 'open')
      .default('off')
      .description(
        'Who may create an account: no one, people whom the operator invites, people with an ' +
          'address of "domains" too, or anyone.',
      ),
    domains: Joi.array()
      .items(Joi.string().domain({ tlds: false }))
      .unique()
      .default([])
      .description('Domains of the e-mail addresses that may sign up, without subdomains.'),
    role: Joi.string().default('user').description('Role of new accounts.'),
    linkSeconds: seconds.default(3600).description('Life of a link, from its sending.'),
    invitationSeconds: seconds.default(3600).description('Life of the link of an invitation.'),
    maxPerNetwork: positive
      .default(20)
      .description(
        'Sign-ups and recoveries in an hour from one network: an IPv4 address, or an IPv6 /64.',
      ),
    maxPerRecipient: positive
      .default(3)
      .description('Sign-ups and recoveries in an hour for one e-mail address.'),
    maxPending: positive
      .default(1000)
      .description('Links in force and mails that wait; beyond them: OVERLOADED.'),
  })
    .default()
    .description('How people create and recover accounts: docs/auth-service.md.'),
  password: Joi.object({
    minLength: positive.max(128).default(15).description('Fewest characters of a new password.'),
  })
    .default()
    .description('What a password must be.'),
})

/** The policy's schema as JSON Schema; joi writes only keywords that draft 7 has too. */
export function configSchema(): Record<string, unknown> {
  return schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
}

/** The keys that the mapping at this path may have; none if the operator chooses them. */
export function keysAt(path: Path): string[] {
  const isRole = path.length === 2 && path[0] === 'roles'
  const inner = isRole ? roleWithPlan : path.length > 0 ? schema.extract(path.map(String)) : schema
  return Object.keys((inner.describe() as { keys?: object }).keys ?? {})
}
