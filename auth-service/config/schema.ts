import Joi from 'joi'
import { defaultRoles } from '../../kit/config/roles.js'
import type { Path } from '../../kit/config/yaml/diagnostics.js'
import { isPlainNumber } from '../../kit/config/yaml/numbers.js'
import { reservedPlans } from '../kit/plan-names.js'

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
  .meta({ more: 'allows' })
  .description('Scopes that users of this role have and may grant.')
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
  .description('Scopes that users of this role have and may grant, alone or with a plan.')

/** What auth-service.config.yml may contain, and its defaults. */
export const schema = Joi.object({
  tokens: Joi.object({
    issuer: Joi.string()
      .default('nonprofit-directory')
      .description('Issuer of the tokens. A change ends every session.'),
    audience: Joi.string()
      .default('nonprofit-directory-api')
      .description('Audience of the tokens. A change ends every session.'),
    accessSeconds: seconds
      .default(3600)
      .description('Lifetime of an access token, in seconds: "expiresIn" of the login answer.'),
    refreshIdleSeconds: seconds
      .default(604_800)
      .description('A session that is not refreshed for this time ends, in seconds.'),
    refreshAbsoluteSeconds: seconds
      .default(2_592_000)
      .description('A session ends after this time in any case, in seconds.'),
  })
    .default()
    .description('Lifetimes of tokens and sessions.'),
  roles: Joi.object()
    .pattern(name, role)
    .description(
      'Role → scopes, or {scopes, plan}. The scopes of a key are a subset of those of its owner.',
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
      .meta({ more: 'allows' })
      .description('A further login ends the least recently used session.'),
  })
    .default()
    .description('Bounds of sessions.'),
  apiKeys: Joi.object({
    maxPerUser: positive
      .default(100)
      .meta({ more: 'allows' })
      .description('Maximum number of API keys of a user.'),
    maxDays: positive
      .max(36_500)
      .default(3650)
      .meta({ more: 'allows' })
      .description('Maximum lifetime of a key, in days.'),
    lastUsedSeconds: positive
      .max(86_400)
      .default(60)
      .description('Minimum interval between updates of lastUsedAt and lastUsedIp, in seconds.'),
  })
    .default()
    .description('Limits of API keys.'),
  login: Joi.object({
    freeFailures: positive
      .default(10)
      .meta({ more: 'allows' })
      .description('Failed logins of an account before delays begin: 1 s, doubling.'),
    maxWaitSeconds: positive.max(86_400).default(900).description('Maximum delay, in seconds.'),
  })
    .default()
    .description('Throttling of failed logins.'),
  accounts: Joi.object({
    signUp: Joi.string()
      .valid('off', 'invite', 'domains', 'open')
      .default('off')
      .meta({ more: 'allows', enum: ['off', 'invite', 'domains', 'open'] })
      .description(
        'Who may create an account: no one, people whom the operator invites, people with an ' +
          'address of "domains" too, or anyone.',
      ),
    domains: Joi.array()
      .items(Joi.string().domain({ tlds: false }))
      .unique()
      .default([])
      .meta({ more: 'allows' })
      .description('Domains of the e-mail addresses that may sign up, without subdomains.'),
    role: Joi.string().default('user').description('Role of new accounts.'),
    linkSeconds: seconds.default(3600).description('Lifetime of a link, in seconds.'),
    invitationSeconds: seconds
      .default(3600)
      .description('Lifetime of an invitation link, in seconds.'),
    maxPerNetwork: positive
      .default(20)
      .meta({ more: 'allows' })
      .description(
        'Sign-ups and recoveries per hour from one network: an IPv4 address, or an IPv6 /64.',
      ),
    maxPerRecipient: positive
      .default(3)
      .meta({ more: 'allows' })
      .description('Sign-ups and recoveries per hour for one e-mail address.'),
    maxPending: positive
      .default(1000)
      .meta({ more: 'allows' })
      .description('Maximum number of valid links and unsent mails; beyond it: OVERLOADED.'),
  })
    .default()
    .description('How people create and recover accounts: docs/auth-service.md.'),
  password: Joi.object({
    minLength: positive
      .max(128)
      .default(15)
      .meta({ more: 'refuses' })
      .description('Minimum length of a new password.'),
  })
    .default()
    .description('Rules for passwords.'),
})

/** The policy's schema as JSON Schema; joi writes only keywords that draft 7 has too. */
export function configSchema(): Record<string, unknown> {
  return schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
}

/** The schema with what more of each value does, as the schemas of policies say it. */
export function configFacts(): object {
  return toFacts(schema.describe())
}

function toFacts({ keys = {}, patterns = [], matches = [], metas = [] }: Joi.Description): object {
  const inner = (matches as { then: Joi.Description }[]).map(({ then }) => toFacts(then))
  const properties = Object.entries(keys).map(([key, value]) => [
    key,
    toFacts(value as Joi.Description),
  ])
  return Object.assign(
    { properties: Object.fromEntries(properties) },
    ...(patterns as { rule: Joi.Description }[]).map(({ rule }) => ({
      additionalProperties: toFacts(rule),
    })),
    ...inner,
    ...metas,
  )
}

/** The keys that the mapping at this path may have; none if the operator chooses them. */
export function listKeys(path: Path): string[] {
  const isRole = path.length === 2 && path[0] === 'roles'
  const inner = isRole ? roleWithPlan : path.length > 0 ? schema.extract(path.map(String)) : schema
  return Object.keys((inner.describe() as { keys?: object }).keys ?? {})
}
