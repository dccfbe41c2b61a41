import type { IncomingMessage } from 'node:http'
import { requiredSetting } from '../../kit/config/settings.js'
import { parseTrust } from '../../kit/http/client-ip.js'
import { readPublicUrl } from '../../kit/http/origin.js'
import { escaped } from './escaped.js'
import { type ServedFile, servedFile } from './served-file.js'

/** What docs/ calls the gateway. */
const written = 'http://127.0.0.1:8080'

/** A host and port that a URL may have. */
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Reads the URL of this gateway as a caller knows it: PUBLIC_URL, else the host that was asked. */
export function urlReader(): (req: IncomingMessage) => string {
  const publicUrl = readPublicUrl()
  const isTrusted = parseTrust(requiredSetting('TRUSTED_PROXIES'))
  return function urlOf({ headers: { host = '', ...headers }, socket }) {
    if (publicUrl !== undefined || !hostForm.test(host)) return publicUrl ?? written
    const isForwarded =
      headers['x-forwarded-proto'] === 'https' && isTrusted(socket.remoteAddress ?? '', 0)
    return `${'encrypted' in socket || isForwarded ? 'https' : 'http'}://${host}`
  }
}

/** A text of docs/ with the URL of this gateway in place of the written one. */
export function ownUrls(read: () => ServedFile): (url: string) => ServedFile {
  let last: { url: string; file: ServedFile } | undefined // callers know one URL, as a rule
  return (url) => {
    if (last?.url !== url) last = { url, file: withUrl(read(), url) }
    return last.file
  }
}

function withUrl(file: ServedFile, url: string): ServedFile {
  const text = file.body.toString()
  if (url === written || !text.includes(written)) return file
  const shown = file.type.startsWith('text/html') ? escaped(url) : url
  return servedFile(file.type, Buffer.from(text.replaceAll(written, () => shown)))
}
