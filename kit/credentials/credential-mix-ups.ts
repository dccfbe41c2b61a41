import type { IncomingMessage } from 'node:http'

/**
 * Likely mix-ups in a request without a credential in one of the accepted forms (docs/api.md,
 * Credentials). The texts contain nothing of what was sent.
 */

/** The prefix of all our access tokens. */
export const tokenStart = 'v4.public.'
/** The prefix of all our API keys. */
export const keyStart = 'npd_'

/**
 * A mix-up in the value of X-API-Key or `api_key`; undefined for a well-formed key, and where nothing
 * can be guessed.
 */
export function mixUpInKey(value: string): string | undefined {
  if (value.startsWith(keyStart) && /^\w+$/.test(value)) return undefined
  if (value === '') return 'an empty API key'
  if (value.includes(tokenStart)) return 'an access token where only an API key is allowed'
  if (/^[a-z-]+[\s:=]/i.test(value))
    return 'a word such as Bearer before the API key; send only the key'
  return value.includes(keyStart)
    ? 'extra characters around the API key, such as quotes or spaces'
    : undefined
}

/**
 * A mix-up in an Authorization header that is not `Bearer <token or key>`; undefined where nothing
 * can be guessed.
 */
export function mixUpInAuthorization(text: string): string | undefined {
  const [, scheme = '', rest = ''] = /^(\S*)\s*(.*)$/.exec(text) ?? []
  if (isCredential(scheme)) return 'a credential without the word Bearer before it'
  if (/^basic$/i.test(scheme)) {
    const isOurs = isCredential(Buffer.from(rest, 'base64').toString().replace(/^:/, ''))
    return isOurs ? 'a credential sent as Basic instead of Bearer' : anotherScheme
  }
  if (!/^bearer\b/i.test(scheme)) return anotherScheme
  if (rest === '' && /^bearer$/i.test(scheme)) return 'no credential after the word Bearer'
  if (/^bearer\b/i.test(rest)) return 'the word Bearer twice'
  const isThere = text.includes(tokenStart) || text.includes(keyStart)
  return isThere ? 'extra characters around the credential, such as quotes or a colon' : undefined
}

const anotherScheme = 'a scheme other than Bearer'

/** A misspelt name of a header or parameter for keys, in a request without a credential. */
export function mixUpInNames({ rawHeaders, url = '' }: IncomingMessage): string | undefined {
  const start = url.indexOf('?')
  const parameters = start < 0 ? [] : [...new URLSearchParams(url.slice(start + 1)).keys()]
  if (parameters.some(isKeyName)) return 'a query parameter with a name similar to api_key'
  const names = rawHeaders.filter((_, i) => i % 2 === 0)
  return names.some(isKeyName) ? 'a header with a name similar to X-API-Key' : undefined
}

/** Whether a name is `api_key` or `X-API-Key`, or another spelling: `apiKey`, `API-KEY`. */
export function isKeyName(name: string): boolean {
  return /^(x[-_.])?api[-_.]?key$/i.test(name)
}

const isCredential = (text: string) => text.startsWith(tokenStart) || text.startsWith(keyStart)
