import { type Environment, SettingError, setting } from '../../config/settings.js'
import { parseUrl } from '../../config/texts.js'

const example = 'rediss://:password@redis.example.org:6379/0'

/**
 * REDIS_URL, validated. It may contain a password: show `placeOf` it.
 * @throws Error naming the fix, and never the value.
 */
export function redisUrl(env: Environment): string {
  const text = setting('REDIS_URL', env)
  if (text === undefined)
    throw new SettingError(
      'REDIS_URL',
      `RATE_LIMIT_STORE is redis, but REDIS_URL is not set: write ${example}`,
    )
  if (!isRedisUrl(text)) {
    throw new SettingError(
      'REDIS_URL',
      'REDIS_URL must be redis:// or rediss:// (TLS), a host, and at most user, password, port ' +
        `and number of the database, such as ${example}; write what a password holds besides ` +
        'letters and digits as %XX',
    )
  }
  return text
}

/** The address of a Redis, without the credential. */
export function toPlace(text: string): string {
  const { protocol, host, pathname } = new URL(text)
  return `${protocol}//${host}${pathname.replace(/^\/$/, '')}`
}

function isRedisUrl(text: string): boolean {
  const url = parseUrl(text)
  if (!url) return false
  const { protocol, hostname, pathname, search, hash, username, password } = url
  if (
    !/^rediss?:$/.test(protocol) ||
    hostname === '' ||
    !/^(\/\d*)?$/.test(pathname) ||
    search ||
    hash
  )
    return false
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}
