import { type Environment, SettingError, setting } from '../config/settings.js'
import { parseUrl } from '../config/texts.js'
import { isLoopback } from './address.js'

/** What to set PUBLIC_URL to. */
export const publicForm =
  'set it to the URL of the gateway as people open it, such as https://directory.example.org'

/** PUBLIC_URL without a last slash; undefined if it is not set. @throws SettingError. */
export function publicUrlIn(env: Environment = process.env): string | undefined {
  const text = setting('PUBLIC_URL', env)
  if (text === undefined) return undefined
  const url = parseUrl(text)
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isSafe || /[?#]/.test(text) || url.username || url.password) {
    throw new SettingError(
      'PUBLIC_URL',
      'PUBLIC_URL must be https://, or http:// on loopback, a host, and at most a port and a ' +
        `path: ${publicForm}`,
    )
  }
  return url.href.replace(/\/+$/, '')
}
