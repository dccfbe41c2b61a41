import Joi from 'joi'
import { defaultRoles } from '../kit/config/default-roles.js'
import {
  ConfigurationError,
  type Diagnostic,
  didYouMean,
  type PlacedDiagnostic,
} from '../kit/config/yaml/diagnostics.js'
import { readConfigurationFile } from '../kit/config/yaml/file.js'
import { isPlainNumber, unplainNumber } from '../kit/config/yaml/numbers.js'
import { parseSource, type SettingOf, type Source } from '../kit/config/yaml/source.js'

/** auth-service.config.yml: the policy of the service. Its comments explain every key. */
export interface AuthConfig {
  tokens: {
    issuer: string
    audience: string
    accessSeconds: number
    refreshIdleSeconds: number
    refreshAbsoluteSeconds: number
  }
  /** Role → what its users may do and grant. */
  roles: Record<string, string[]>
  sessions: { maxPerUser: number }
  apiKeys: { maxPerUser: number; maxDays: number; lastUsedSeconds: number }
  login: { freeFailures: number; maxWaitSeconds: number }
  password: { minLength: number }
}

/** The valid policy, with warnings for the operator. */
export interface ValidConfig {
  config: AuthConfig
  warnings: PlacedDiagnostic[]
  /** Adds the place in the file to further diagnostics of the policy. */
  placeAll: Source['placeAll']
}

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
const scope = Joi.string().pattern(
  /^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$/,
  'scope, such as organizations:read',
)

const schema = Joi.object({
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
    .pattern(
      /^[a-z][a-z0-9-]*$/,
      Joi.array()
        .items(scope)
        .unique()
        .description('Scopes that users of this role hold and may grant.'),
    )
    .description('Role → scopes. The scopes of a key are some of those of its owner.')
    .min(1)
    .default(structuredClone(defaultRoles)),
  sessions: Joi.object({
    maxPerUser: positive
      .default(1000)
      .description('A login beyond them ends the session that is unused longest.'),
  })
    .default()
    .description('Bounds of sessions.'),
  apiKeys: Joi.object({
    maxPerUser: positive.default(10_000).description('Keys that a user may hold.'),
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

/**
 * Reads the policy from CONFIG_DIR. Missing keys get the defaults of the schema above.
 * @param settingOf Returns the values of the variables in the YAML.
 * @throws ConfigurationError with every mistake, each with its place and fix.
 */
export function readConfig(configDir: string, settingOf: SettingOf): ValidConfig {
  const { file, text } = readConfigurationFile(configDir, 'auth-service.config.yml')
  return parseConfig(file, text, settingOf)
}

/** Like `readConfig`. @param file Name of the text's file, for the messages. */
export function parseConfig(file: string, text: string, settingOf: SettingOf): ValidConfig {
  const source = parseSource(file, text, settingOf)
  if (source.mistakes.length > 0) throw new ConfigurationError(source.mistakes)
  const { error, value: config } = schema.validate(source.value ?? {}, {
    convert: false,
    abortEarly: false,
  })
  if (error) throw new ConfigurationError(error.details.map(mistakeOf).map(source.place))
  return { config, warnings: source.placeAll(warningsOf(config)), placeAll: source.placeAll }
}

/** Warnings for a policy that works, but may not be intended. */
function warningsOf({ tokens, login, password }: AuthConfig): Diagnostic[] {
  const found: Diagnostic[] = []
  const warn = (path: string[], rule: string, message: string, remedy: string) =>
    found.push({ path, rule, message, remedy, severity: 'warning' })
  const name = 'refreshAbsoluteSeconds'
  for (const key of ['accessSeconds', 'refreshIdleSeconds'] as const) {
    if (tokens[key] <= tokens[name]) continue
    warn(
      ['tokens', key],
      'settings-collide',
      `"${key}" is never reached: "${name}" is less`,
      'lower it, or raise the other',
    )
  }
  if (login.freeFailures > mostFreeFailures) {
    const message = `${login.freeFailures} passwords may be tried on an account before the first wait`
    warn(
      ['login', 'freeFailures'],
      'login-unlimited',
      message,
      `write ${mostFreeFailures} or fewer`,
    )
  }
  if (password.minLength < leastPassword) {
    const remedy = `write ${leastPassword} or more`
    warn(['password', 'minLength'], 'password-short', 'passwords this short are guessed', remedy)
  }
  return found
}

/**
 * Maximum consecutive failures of NIST SP 800-63B-4, and its minimum length of a password used
 * alone.
 */
const [mostFreeFailures, leastPassword] = [100, 15]

/** The texts for joi's errors: rule, requirement, and fix. Joi's own texts reveal values. */
const findings: Readonly<Record<string, readonly [rule: string, demand: string, remedy: string]>> =
  {
    'object.base': [
      'wrong-type',
      'must be a mapping',
      'write its keys with their values, or leave it out',
    ],
    'object.min': ['wrong-value', 'must not be empty', 'write at least one'],
    'array.base': [
      'wrong-type',
      'must be a list',
      'write it in brackets, such as [organizations:read]',
    ],
    'array.unique': ['duplicate', 'stands twice in its list', 'remove one'],
    'array.sparse': ['wrong-value', 'must not be empty', 'remove it, or write a value'],
    'string.base': ['wrong-type', 'must be text', 'write a word'],
    'string.empty': ['wrong-value', 'must not be empty', 'write a word, or leave it out'],
    'string.pattern.name': [
      'wrong-value',
      'is no scope',
      'write two words in small letters, such as organizations:read',
    ],
    'number.base': ['wrong-type', 'must be a number', 'write it in digits, without a unit'],
    'number.written': [
      'wrong-type',
      'must be a number in plain decimal form',
      unplainNumber.remedy,
    ],
    'number.infinity': ['wrong-value', 'must be a number', 'write it in digits'],
    'number.unsafe': ['wrong-value', 'is too great', 'write a number of fewer digits'],
    'number.integer': ['wrong-value', 'must be a whole number', 'write it without decimals'],
  }

function mistakeOf({ type, path, context = {} }: Joi.ValidationErrorItem): Diagnostic {
  const name = `"${context.label}"`
  if (path.length === 0) {
    const remedy = `keys: ${keysAt([]).join(', ')}`
    return { path, rule: 'wrong-type', message: 'the file must be a mapping', remedy }
  }
  if (type === 'object.unknown') return unknownKey(path)
  if (type === 'number.min') {
    return {
      path,
      rule: 'wrong-value',
      message: `${name} is too small`,
      remedy: `write at least ${context.limit}`,
    }
  }
  if (type === 'number.max') {
    return {
      path,
      rule: 'wrong-value',
      message: `${name} is too great`,
      remedy: `write at most ${context.limit}`,
    }
  }
  const other = ['wrong-value', 'is not valid', 'see the comments of the shipped file'] as const
  const [rule, demand, remedy] = findings[type] ?? other
  return { path, rule, message: `${name} ${demand}`, remedy }
}

function unknownKey(path: Diagnostic['path']): Diagnostic {
  const rule = 'unknown-key'
  const key = String(path.at(-1))
  const known = keysAt(path.slice(0, -1))
  if (known.length > 0)
    return { path, rule, message: `unknown key "${key}"`, remedy: didYouMean(key, known) }
  return {
    path,
    rule,
    message: `"${key}" is no name of a role`,
    remedy: 'use small letters, digits and "-"',
  }
}

/** The keys that the mapping at this path may have; none if the operator chooses them. */
function keysAt(path: Diagnostic['path']): string[] {
  const inner = path.length === 0 ? schema : schema.extract(path.map(String))
  return Object.keys((inner.describe() as { keys?: object }).keys ?? {})
}
