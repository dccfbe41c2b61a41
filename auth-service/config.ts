import Joi from 'joi'
import { readConfigurationFile } from '../kit/yaml/file.js'
import { ConfigurationError, didYouMean, type Mistake } from '../kit/yaml/mistakes.js'
import { parseSource, type SettingOf } from '../kit/yaml/source.js'

/** auth-service.config.yml: the policy of the service. Its comments explain every key. */
export interface Config {
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

/** A variable of the YAML gives text, so a number may be text. */
const positive = Joi.number().integer().min(1).prefs({ convert: true })
const seconds = positive.max(10 * 366 * 86_400)
const scope = Joi.string().pattern(/^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$/, 'scope, such as organizations:read')

const schema = Joi.object({
  tokens: Joi.object({
    issuer: Joi.string().default('nonprofit-directory'),
    audience: Joi.string().default('nonprofit-directory-api'),
    accessSeconds: seconds.default(3600),
    refreshIdleSeconds: seconds.default(604_800),
    refreshAbsoluteSeconds: seconds.default(2_592_000),
  }).default(),
  roles: Joi.object()
    .pattern(/^[a-z][a-z0-9-]*$/, Joi.array().items(scope).unique())
    .min(1)
    .default({
      user: ['organizations:read', 'api-keys:manage'],
      admin: ['organizations:read', 'api-keys:manage', 'users:manage'],
    }),
  sessions: Joi.object({ maxPerUser: positive.default(1000) }).default(),
  apiKeys: Joi.object({
    maxPerUser: positive.default(10_000),
    maxDays: positive.max(36_500).default(3650),
    lastUsedSeconds: positive.max(86_400).default(60),
  }).default(),
  login: Joi.object({
    freeFailures: positive.default(10),
    maxWaitSeconds: positive.max(86_400).default(900),
  }).default(),
  password: Joi.object({ minLength: positive.max(128).default(12) }).default(),
})

/**
 * Reads the policy from CONFIG_DIR. What is left out has the default of the schema above.
 * @param settingOf Gives the values of the variables in the YAML.
 * @throws ConfigurationError with every mistake, each with its place and remedy.
 */
export function readConfig(configDir: string, settingOf: SettingOf): Config {
  const { file, text } = readConfigurationFile(configDir, 'auth-service.config.yml')
  return parseConfig(file, text, settingOf)
}

/** As `readConfig`. @param file Name of the text's file, for the messages. */
export function parseConfig(file: string, text: string, settingOf: SettingOf): Config {
  const source = parseSource(file, text, settingOf)
  if (source.mistakes.length > 0) throw new ConfigurationError(source.mistakes)
  const { error, value } = schema.validate(source.value ?? {}, { convert: false, abortEarly: false })
  if (error) throw new ConfigurationError(error.details.map(mistakeOf).map(source.place))
  return value
}

/** What a finding of joi means to the operator: what the value must be, and the remedy. Its own texts tell values. */
const findings: Readonly<Record<string, readonly [rule: string, remedy: string]>> = {
  'object.base': ['must be a mapping', 'write its keys with their values, or leave it out'],
  'object.min': ['must not be empty', 'write at least one'],
  'array.base': ['must be a list', 'write it in brackets, such as [organizations:read]'],
  'array.unique': ['stands twice in its list', 'remove one'],
  'array.sparse': ['must not be empty', 'remove it, or write a value'],
  'string.base': ['must be text', 'write a word'],
  'string.empty': ['must not be empty', 'write a word, or leave it out'],
  'string.pattern.name': ['is no scope', 'write two words in small letters, such as organizations:read'],
  'number.base': ['must be a number', 'write it in digits, without a unit'],
  'number.infinity': ['must be a number', 'write it in digits'],
  'number.unsafe': ['is too great', 'write a number of fewer digits'],
  'number.integer': ['must be a whole number', 'write it without decimals'],
}

function mistakeOf({ type, path, context = {} }: Joi.ValidationErrorItem): Mistake {
  const name = `"${context.label}"`
  if (path.length === 0) {
    return { path, message: 'the file must be a mapping', remedy: `keys: ${keysAt([]).join(', ')}` }
  }
  if (type === 'object.unknown') return unknownKey(path)
  if (type === 'number.min') return { path, message: `${name} is too small`, remedy: `write at least ${context.limit}` }
  if (type === 'number.max') return { path, message: `${name} is too great`, remedy: `write at most ${context.limit}` }
  const [rule, remedy] = findings[type] ?? ['is not valid', 'see the comments of the shipped file']
  return { path, message: `${name} ${rule}`, remedy }
}

function unknownKey(path: Mistake['path']): Mistake {
  const key = String(path.at(-1))
  const known = keysAt(path.slice(0, -1))
  if (known.length > 0) return { path, message: `unknown key "${key}"`, remedy: didYouMean(key, known) }
  return { path, message: `"${key}" is no name of a role`, remedy: 'use small letters, digits and "-"' }
}

/** The keys that the mapping at this path may have; none where the operator names them. */
function keysAt(path: Mistake['path']): string[] {
  const inner = path.length === 0 ? schema : schema.extract(path.map(String))
  return Object.keys((inner.describe() as { keys?: object }).keys ?? {})
}
