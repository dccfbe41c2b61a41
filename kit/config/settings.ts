import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { secretName } from './secret-forms.js'
import { defaults, portsOfUrls, secretNames, settingTable } from './setting-table.js'

/** Environment variables by name; `process.env` or a test's own. */
export type Environment = Readonly<Record<string, string | undefined>>

/** An invalid setting. Its message names the setting and the fix, and never contains a secret. */
export class SettingError extends Error {
  readonly setting: string

  constructor(setting: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.setting = setting
  }
}

/**
 * Secrets between the product's own parts, kept in DATA_DIR/secrets when they are not set.
 * kit/config/secrets.ts creates them.
 */
const ownSecrets = ['SERVICE_SECRET', 'OPERATOR_SECRET'] as const
export type OwnSecret = (typeof ownSecrets)[number]

export function isOwnSecret(name: string): name is OwnSecret {
  return (ownSecrets as readonly string[]).includes(name)
}

/**
 * Minimum length of a secret between our own parts, in characters: a generated one has 43, 32 hex
 * digits are 128 bits.
 */
export const minSecretLength = 32

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * The value of a setting: the variable, the content of the file that NAME_FILE names, the secret
 * kept in DATA_DIR/secrets, or the default. An empty variable counts as not set. Only reads.
 * @throws Error when both NAME and NAME_FILE are set, a file cannot be read, or a secret of our own
 * is too short.
 */
export function setting(name: string, env: Environment = process.env): string | undefined {
  const value = readValue(name, env)
  if (value !== undefined && isOwnSecret(name) && value.length < minSecretLength) {
    throw new SettingError(
      name,
      `${name} has fewer than ${minSecretLength} characters: set a longer one, or remove it ` +
        'and the next start generates one',
    )
  }
  return value
}

function readValue(name: string, env: Environment): string | undefined {
  const value = variable(name, env)
  const file = variable(`${name}_FILE`, env)
  if (value !== undefined && file !== undefined)
    throw new SettingError(name, `set ${name} or ${name}_FILE, not both`)
  if (value !== undefined) return value
  if (file !== undefined) return readValueFile(name, file)
  if (isOwnSecret(name)) return keptSecret(name, env)
  const port = portsOfUrls.get(name)
  if (port !== undefined) return `http://127.0.0.1:${portSetting(port, env)}`
  return Object.hasOwn(defaults, name) ? defaults[name] : undefined
}

/** @throws Error when the setting has neither a value nor a default. */
export function requiredSetting(name: string, env: Environment = process.env): string {
  const value = setting(name, env)
  if (value === undefined) throw new SettingError(name, `${name} is not set`)
  return value
}

/** An address or a name to listen on. @throws Error for anything else, such as a URL. */
export function hostSetting(name: string, env: Environment = process.env): string {
  const host = requiredSetting(name, env)
  if (isIP(host) === 0 && !/^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/i.test(host))
    throw new SettingError(
      name,
      `${name} must be an address or a name of this machine, such as 127.0.0.1, 0.0.0.0 or ::, ` +
        'without scheme, port and brackets',
    )
  return host
}

/** A TCP port: 0 (any free one) to 65535. @throws Error when it is not one. */
export function portSetting(name: string, env: Environment = process.env): number {
  return wholeNumber(name, 'a port', 0, 65_535, env)
}

/** A whole number from 1 to 1,000,000. @throws Error when it is not one. */
export function countSetting(name: string, env: Environment = process.env): number {
  return wholeNumber(name, 'a whole number', 1, 1_000_000, env)
}

/** A duration in whole seconds, up to an hour. @throws Error when it is not one. */
export function secondsSetting(name: string, env: Environment = process.env): number {
  return wholeNumber(name, 'a whole number of seconds', 0, 3600, env)
}

function wholeNumber(name: string, what: string, min: number, max: number, env: Environment) {
  const text = requiredSetting(name, env)
  const value = Number(text)
  if (!/^(0|[1-9]\d*)$/.test(text) || value < min || value > max)
    throw new SettingError(name, `${name} must be ${what} between ${min} and ${max}`)
  return value
}

/** One of a few words. @throws Error listing them when it is another. */
export function choiceSetting<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  env: Environment = process.env,
): Choice {
  const text = requiredSetting(name, env)
  const choice = choices.find((known) => known === text)
  if (choice === undefined) {
    throw new SettingError(
      name,
      `${name} must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`,
    )
  }
  return choice
}

/** Something that is on or off. @throws Error when it is neither. */
export function switchSetting(name: string, env: Environment = process.env): boolean {
  return choiceSetting(name, ['on', 'off'], env) === 'on'
}

const readers = {
  host: hostSetting,
  port: portSetting,
  count: countSetting,
  seconds: secondsSetting,
  switch: switchSetting,
}

/**
 * Checks the settings of these sections of the table that have a kind, so that a mistake stops a
 * start before anything is open.
 * @throws SettingError for the first mistake.
 */
export function validateSettings(
  sections: readonly string[],
  env: Environment = process.env,
): void {
  for (const section of sections) {
    for (const [name, { kind }] of Object.entries(settingTable[section] ?? {}))
      if (kind && setting(name, env) !== undefined) readers[kind](name, env)
  }
}

/**
 * LOG_LEVEL. Every start reads it first: the log itself is created while modules load, where a
 * mistake could only crash.
 * @throws Error when it is no level.
 */
export function logLevel(env: Environment = process.env): LogLevel {
  return choiceSetting('LOG_LEVEL', logLevels, env)
}

/** Where the secret of our own parts is kept. */
export function keptSecretFile(name: OwnSecret, env: Environment = process.env): string {
  return join(requiredSetting('DATA_DIR', env), 'secrets', name)
}

function variable(name: string, env: Environment): string | undefined {
  return (Object.hasOwn(env, name) && env[name]) || undefined
}

function keptSecret(name: OwnSecret, env: Environment): string | undefined {
  const file = keptSecretFile(name, env)
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    if (code === 'ENOTDIR')
      throw new SettingError(
        'DATA_DIR',
        `DATA_DIR must name a folder: a file is in the way of ${file}`,
      )
    throw new SettingError(
      name,
      `${name}: cannot read ${file} (${code}); let this user read it, or set ${name} or ` +
        `${name}_FILE`,
    )
  }
  if (text === '')
    throw new SettingError(
      name,
      `${name}: ${file} is empty; remove it, and the next start makes another`,
    )
  return text
}

/** Whether the value of a variable in the YAML is a secret: by its name, or read from a file. */
export function isSecretVariable(name: string): boolean {
  const isFromFile = variable(`${name}_FILE`, process.env) !== undefined
  return secretNames.includes(name) || secretName.test(name) || isFromFile
}

/**
 * Editors and `echo` end a file with a line break, some start it with a byte order mark: neither
 * belongs to the value.
 */
function readValueFile(name: string, file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .replace(/[\r\n]+$/, '')
  } catch (cause) {
    throw new SettingError(
      `${name}_FILE`,
      `${name}_FILE: cannot read ${file} (${(cause as NodeJS.ErrnoException).code})`,
    )
  }
  if (text.trim() === '') throw new SettingError(`${name}_FILE`, `${name}_FILE: ${file} is empty`)
  return text
}
