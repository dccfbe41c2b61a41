import type { IncomingMessage } from 'node:http'
import type { RequestContext } from '../../plugins/kit/context.js'
import type { Known } from './known.js'

/** Stand for types, origins and codings that the configuration does not name. */
const [otherType, otherOrigin, otherCoding] = [
  'application/x-other',
  'https://other.example',
  'other',
]

const weight = /^\s*(;\s*q\s*=\s*[01](\.\d{0,3})?\s*)?$/i

/** The headers that decide about requests, with names that are known. */
export function maskedHeaders(
  { headers }: IncomingMessage,
  { code, maxBodyBytes, route }: RequestContext,
  known: Known,
): Record<string, string> {
  const { accept, origin, host = '', 'content-type': type, 'content-encoding': coding } = headers
  const asked = headers['access-control-request-method']
  const version = String(headers['mcp-protocol-version'] ?? '')
  const isOfHost = known.routes.some((one) => one.host === host && one.path === route)
  const kept: Record<string, string | false | undefined> = {
    'content-type': type !== undefined && typeOf(type, known),
    accept: accept
      ?.split(',')
      .map((one) => rangeOf(one, known))
      .join(','),
    origin: origin !== undefined && (known.origins.has(origin) ? origin : otherOrigin),
    'content-encoding':
      coding !== undefined && (/^(identity|gzip|br)$/i.test(coding) ? coding : otherCoding),
    'access-control-request-method':
      asked !== undefined &&
      (/^[A-Z]{3,7}$/.test(asked) && known.routes.some((one) => one.method === asked)
        ? asked
        : 'OTHER'),
    'mcp-protocol-version': /^\d{4}-\d\d-\d\d$/.test(version) && version,
    'content-length': code === 'PAYLOAD_TOO_LARGE' && String(maxBodyBytes + 1),
    host: isOfHost && host,
  }
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function typeOf(header: string, { types }: Known): string {
  const [type = '', ...parameters] = header.split(';')
  const name = type.trim().toLowerCase()
  if (!types.has(name)) return otherType
  const charset = parameters.find((one) => /^\s*charset\s*=/i.test(one))
  if (charset === undefined) return name
  return `${name}; charset=${/=\s*"?utf-?8"?\s*$/i.test(charset) ? 'utf-8' : 'other'}`
}

/** Of an Accept header. */
function rangeOf(text: string, { types }: Known): string {
  const at = text.search(/;\s*q\s*=/i)
  const [range, q] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)]
  const name = range.split(';', 1)[0]!.trim().toLowerCase()
  return (types.has(name) ? name : otherType) + (weight.test(q) ? q.replace(/\s/g, '') : ';q=1')
}
