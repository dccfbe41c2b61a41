import { type Environment, SettingError, setting } from '../config/settings.js'
import { parseUrl } from '../config/texts.js'
import { isLoopback } from './address.js'

/** Why a text is not an origin that a browser sends, and what may be meant. */
interface OriginFault {
  message: string
  remedy: string
}

const example = 'write scheme and host, such as "https://directory.example.org"'

/**
 * What is wrong with an origin that no page can have (Fetch standard, 3.2: scheme, host, port
 * unless it is the default); undefined for a good one.
 */
export function originFault(origin: string): OriginFault | undefined {
  if (origin.includes('*')) {
    const remedy = 'list each origin, or ["*"] for all'
    return { message: 'origins are compared exactly: this pattern matches none', remedy }
  }
  if (origin === 'null') {
    const message = '"null" is what any sandboxed page and any file sends'
    return { message, remedy: 'list the origins of your pages, or ["*"] for all' }
  }
  const isWhole = /^[a-z][a-z0-9+.-]*:\/\//i.test(origin)
  const meant = canonical(isWhole ? origin : `https://${origin}`)
  if (origin === meant) return undefined
  const remedy = meant === undefined ? example : `write "${meant}"`
  return { message: 'browsers never send this as an origin', remedy }
}

/** The origin as browsers write it, or undefined for a text that is not a URL with a host. */
function canonical(text: string): string | undefined {
  const { origin, protocol, host } = parseUrl(text) ?? {}
  if (!origin || !host) return undefined
  // apps have schemes of their own: capacitor://localhost
  return origin === 'null' ? `${protocol}//${host.toLowerCase()}` : origin
}

/** What to set PUBLIC_URL to. */
export const publicForm =
  'set it to the URL of the gateway as people open it, such as https://directory.example.org'

/** PUBLIC_URL without a last slash; undefined if it is not set. @throws SettingError. */
export function readPublicUrl(env: Environment = process.env): string | undefined {
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
