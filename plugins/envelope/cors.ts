import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, validationError } from '../../kit/api/errors.js'
import type { Diagnostic, Path } from '../../kit/config/yaml/diagnostics.js'
import { originFault } from '../../kit/http/origin.js'

/** The browser pages that may call. */
export interface Cors {
  /** Origins of these pages; `*` allows all, an empty list none. */
  origins: readonly string[]
  /** Request headers that a page may send, besides those of every call. */
  headers: readonly string[]
  /** Response headers that a page may read, besides those of every call. */
  exposed: readonly string[]
  /** Its place in the YAML, for the errors of refused callers. */
  place: string
}

/** `cors` of the YAML. */
export type WrittenCors = Partial<Record<'origins' | 'headers' | 'exposed', string[]>>

/** Response headers that a browser may show to the calling page. */
const exposedToAll =
  'X-Request-Id, X-Query-Cost, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, ' +
  'RateLimit-Policy, RateLimit, Retry-After'

/**
 * Request headers that a page may send: the credentials (docs/api.md, Credentials) and the type of
 * the body.
 */
const takenFromAll = 'Authorization, Content-Type, X-API-Key'

/** For how long browsers keep the answer of a preflight. */
const maxAgeSeconds = 600

/**
 * The effective CORS, from the top of the YAML or from an envelope step, which overrides the top.
 */
export function readCors(atTop: WrittenCors | undefined, ofStep?: WrittenCors): Cors {
  const { origins = [], headers = [], exposed = [] } = ofStep ?? atTop ?? {}
  const place = ofStep ? 'of the envelope step of this path' : 'at the top'
  return {
    ...structuredClone({ origins, headers, exposed }),
    place: `"cors" ${place} of gateway.config.yml`,
  }
}

/** A CORS preflight (Fetch standard, 3.3.2) asks before the real request. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    'access-control-request-method' in headers
  )
}

/**
 * Allows a page of this origin to read the answer, if permitted. @param origin The Origin header.
 */
export function allowOrigin(res: ServerResponse, cors: Cors, origin: string | undefined): boolean {
  const { origins, exposed } = cors
  if (origins.length === 0) return false
  const all = origins.includes('*')
  if (!all) res.setHeader('Vary', 'Origin')
  if (origin === undefined || !(all || origins.includes(origin))) return false
  res.setHeader('Access-Control-Allow-Origin', all ? '*' : origin)
  res.setHeader('Access-Control-Expose-Headers', [exposedToAll, ...exposed].join(', '))
  return true
}

/**
 * Answers a preflight for an existing path.
 * @param methods The methods of the path, as in Allow.
 * @throws ApiError naming what the page may not do, and where the operator can allow it.
 */
export function answerPreflight(
  req: IncomingMessage,
  res: ServerResponse,
  cors: Cors,
  methods: string,
): void {
  const {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': asked = '',
  } = req.headers
  if (!allowOrigin(res, cors, origin)) throw validationError({ origin: [refusedOrigin(cors)] })
  if (!methods.split(', ').includes(String(method))) {
    throw new ApiError('METHOD_NOT_ALLOWED', `This path takes ${methods}`, {
      headers: { Allow: methods },
    })
  }
  const allowed = [takenFromAll, ...cors.headers].join(', ')
  const known = allowed.toLowerCase().split(', ')
  const isKnown = (name: string) => name === '' || known.includes(name)
  if (
    !asked
      .toLowerCase()
      .split(',')
      .every((name) => isKnown(name.trim()))
  ) {
    throw validationError({
      headers: [`Pages may send ${allowed}; further headers are named under ${cors.place}`],
    })
  }
  res.writeHead(204, {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': allowed,
    'Access-Control-Max-Age': maxAgeSeconds,
  })
  res.end()
}

function refusedOrigin({ origins, place }: Cors): string {
  if (origins.length === 0) return `No page in a browser may call: ${place} names no origin`
  return `Pages of this origin may not call: ${place} does not name it`
}

/**
 * Origins that no page can have (Fetch standard, 3.2: scheme, host, port unless it is the default),
 * and duplicates.
 */
export function originMistakes(origins: readonly string[], path: Path): Diagnostic[] {
  return origins.flatMap((origin, i) => {
    const at = [...path, i]
    if (origins.indexOf(origin) < i)
      return [
        { path: at, rule: 'duplicate', message: 'this origin occurs twice', remedy: 'remove one' },
      ]
    if (origin !== '*' && origins.includes('*')) {
      const message = '"*" allows all origins, so that this one adds nothing'
      return [{ path: at, rule: 'wrong-value', message, remedy: 'remove it, or "*"' }]
    }
    const fault = origin === '*' ? undefined : originFault(origin)
    return fault ? [{ path: at, rule: 'wrong-value', ...fault }] : []
  })
}

/** Header names with another meaning to browsers than expected. */
export function corsHeaderMistakes(headers: readonly string[], path: Path): Diagnostic[] {
  return headers.flatMap((name, i) => {
    if (name !== '*') return []
    const message = '"*" is no header that a page could send: names are compared one by one'
    return [{ path: [...path, i], rule: 'wrong-value', message, remedy: 'name each header' }]
  })
}
