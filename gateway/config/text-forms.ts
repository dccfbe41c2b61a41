import { parseUrl, splitUrls } from '../../kit/config/texts.js'
import { hostMistake } from '../../routes/host.js'
import { findPathMistake } from '../../routes/path.js'
import type { TextForm } from './ajv-errors.js'

/** Forms of texts that no pattern describes; their remedies show what was meant. */
export const forms: Readonly<Record<string, TextForm>> = {
  // express-gateway keeps its hosts as properties of a plain object
  host: (host) =>
    host in {}
      ? { message: `express-gateway cannot serve host "${host}"`, remedy: 'name another host' }
      : host === '*'
        ? undefined
        : hostMistake(host),
  path: (path) => {
    const mistake = findPathMistake(path)
    return mistake && { ...mistake, message: `path ${path} ${mistake.message}` }
  },
  urls: (text) => splitUrls(text).map(toUrlMistake).find(Boolean),
}

function toUrlMistake(url: string): ReturnType<TextForm> {
  const parsed = parseUrl(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    return { message: 'this is not an http or https address', remedy: 'write http://host:port' }
  const { username, password, search, hash } = parsed
  if (!username && !password && !search && !hash) return undefined
  const message = 'this is more than scheme, host, port and path'
  return { message, remedy: 'remove credential, query and hash' }
}
