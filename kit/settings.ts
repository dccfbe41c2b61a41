import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Environment variables by name; `process.env` or a test's own. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Defaults of the settings (DESIGN 5, contract). A variable that is not listed has no default. */
export const defaults: Readonly<Record<string, string>> = {
  HOST: '127.0.0.1',
  PORT: '8080',
  ADMIN_HOST: '127.0.0.1',
  ADMIN_PORT: '8081',
  AUTH_HOST: '127.0.0.1',
  AUTH_PORT: '8082',
  AUTH_SERVICE_URL: 'http://127.0.0.1:8082',
  AUTH_INTERNAL_PORT: '8084',
  AUTH_INTERNAL_URL: 'http://127.0.0.1:8084',
  ENGINE_PORT: '8083',
  TRUSTED_PROXIES: 'loopback',
  AUTH_STORE: 'lowdb',
  AUTH_INDEX: 'directory-auth',
  DATA_DIR: './data',
  CONFIG_DIR: './config',
  LOG_LEVEL: 'info',
}

/** Settings that may also be given as NAME_FILE, the path of a file that holds the value. */
const secretNames = [
  'SERVICE_SECRET',
  'OPERATOR_SECRET',
  'PASETO_SECRET_KEY',
  'BOOTSTRAP_PASSWORD',
  'DEMO_PASSWORD',
  'ELASTICSEARCH_API_KEY',
  'ELASTICSEARCH_PASSWORD',
  'AUTH_ELASTICSEARCH_API_KEY',
  'AUTH_ELASTICSEARCH_PASSWORD',
]

/** Secrets of the service's own parts: made on first use and kept in DATA_DIR/secrets. */
const ownSecrets = ['SERVICE_SECRET', 'OPERATOR_SECRET']

/**
 * The value of a setting: the variable, NAME_FILE's content, the secret kept in DATA_DIR/secrets, or the default.
 * An empty variable counts as not set.
 * @throws Error when both NAME and NAME_FILE are set, or a file cannot be read.
 */
export function setting(name: string, env: Environment = process.env): string | undefined {
  const value = variable(name, env)
  const file = secretNames.includes(name) ? variable(`${name}_FILE`, env) : undefined
  if (value !== undefined && file !== undefined) throw new Error(`set ${name} or ${name}_FILE, not both`)
  if (value !== undefined) return value
  if (file !== undefined) return readSecret(name, file)
  if (ownSecrets.includes(name)) return ownSecret(name, env)
  return Object.hasOwn(defaults, name) ? defaults[name] : undefined
}

function variable(name: string, env: Environment): string | undefined {
  return (Object.hasOwn(env, name) && env[name]) || undefined
}

/** @throws Error when the setting has neither a value nor a default. */
export function requiredSetting(name: string, env: Environment = process.env): string {
  const value = setting(name, env)
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}

/** A TCP port: 0 (any free one) to 65535. @throws Error when it is not one. */
export function portSetting(name: string, env: Environment = process.env): number {
  const text = requiredSetting(name, env)
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65535) throw new Error(`${name} must be a port between 0 and 65535`)
  return port
}

/** Whether a setting is a secret that is neither set nor kept yet: `setting` would make it. */
export function isUnmadeSecret(name: string, env: Environment = process.env): boolean {
  if (!ownSecrets.includes(name) || env[name] || env[`${name}_FILE`]) return false
  return !existsSync(join(requiredSetting('DATA_DIR', env), 'secrets', name))
}

function readSecret(name: string, file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new Error(`${name}_FILE: cannot read ${file} (${(cause as NodeJS.ErrnoException).code})`)
  }
  if (text === '') throw new Error(`${name}_FILE: ${file} is empty`)
  return text
}

/** Reads DATA_DIR/secrets/NAME, or makes it; of two processes that make it at once, one wins and both read the same. */
function ownSecret(name: string, env: Environment): string {
  const folder = join(requiredSetting('DATA_DIR', env), 'secrets')
  const file = join(folder, name)
  try {
    return readSecret(name, file)
  } catch {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const draft = join(folder, `.${name}.${randomBytes(6).toString('hex')}`)
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft)
    }
    return readSecret(name, file)
  }
}
