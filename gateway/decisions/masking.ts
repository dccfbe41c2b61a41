import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyRead } from '../../kit/api/body.js'
import type { RequestContext } from '../../plugins/kit/context.js'
import { maskedHeaders } from './headers.js'
import type { Known } from './known.js'
import { SentMask } from './sent.js'
import type { Shape, ShapeCaller } from './shape.js'
import { UrlMask } from './url.js'

/** Steps whose failure is what a service says, unless a limit refused the request in them. */
const answering: readonly unknown[] = ['search', 'export', 'sitemap', 'upstream']

/** Makes shapes of requests that have ended. */
export class Masking {
  readonly #known: Known
  readonly #sent: SentMask
  readonly #url: UrlMask

  constructor(known: Known) {
    this.#known = known
    this.#sent = new SentMask(known)
    this.#url = new UrlMask(known, this.#sent)
  }

  shapeOf(req: IncomingMessage, res: ServerResponse, context: RequestContext): Shape {
    const { pipeline, endpoint = '', route, search, failed, limit, code } = context
    const isPassed = answering.includes(failed) && limit === undefined
    const isRefused = code === 'VALIDATION_ERROR' || code === 'NOT_FOUND'
    const isValid = search !== undefined || !isRefused
    const isMalformed =
      code === 'VALIDATION_ERROR' && failed === undefined && req.method !== 'OPTIONS'
    const caller = callerOf(req, context)
    return {
      method: methodOf(req),
      url: this.#url.of(req.url ?? '/', { endpoint, route, isValid, isMalformed }),
      headers: maskedHeaders(req, context, this.#known),
      body: this.#bodyOf(req, context),
      ...(caller && { caller }),
      used: usedBy(context),
      ...(pipeline !== undefined && { pipeline }),
      ...(search && { cost: search.cost.total }),
      status: res.statusCode,
      ...(code !== undefined && !isPassed && { code }),
    }
  }

  /** The body that a step has read; for another one that was sent a stand-in of its kind. */
  #bodyOf(req: IncomingMessage, { pipeline = '', search, code }: RequestContext): string {
    const { 'content-length': length, 'transfer-encoding': transfer } = req.headers
    if (transfer === undefined && Number(length ?? 0) === 0) return ''
    if (code === 'PAYLOAD_TOO_LARGE') return '' // its length is among the headers
    const text = bodyRead(req)
    if (text !== undefined) return this.#sent.text(text, search !== undefined)
    const prefix = this.#known.searching.get(pipeline)
    if (prefix === undefined) return '{}'
    return JSON.stringify({ index: `${prefix}*`, body: { query: { match_all: {} } } })
  }
}

const knownMethod = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/
const methodOf = ({ method = '' }: IncomingMessage) => (knownMethod.test(method) ? method : 'OTHER')

/** What of the caller decides; undefined for a visitor. */
function callerOf(req: IncomingMessage, { caller, pipeline, failed, code }: RequestContext) {
  const { authorization, 'x-api-key': key } = req.headers
  const isInHeader = authorization !== undefined || key !== undefined
  const isInUrl = /[?&]api_key=/.test(req.url ?? '')
  if (caller?.kind === 'none' || pipeline === undefined || !(isInHeader || isInUrl))
    return undefined
  const place = isInUrl && !isInHeader ? ({ in: 'url' } as const) : {}
  if (!caller) {
    const isRefused = failed === 'authenticate' && code !== 'SERVICE_UNAVAILABLE'
    const kind = isRefused ? 'refused' : 'unchecked'
    return { kind, scopes: [], ...place } satisfies ShapeCaller
  }
  const { kind, scopes, plan } = caller
  const known = kind === 'api-key' ? ('key' as const) : ('token' as const)
  return {
    ...{ kind: known, scopes, ...place },
    ...(plan !== 'default' && { plan }),
    ...(failed === 'authenticate' && { elsewhere: true as const }),
  } satisfies ShapeCaller
}

/**
 * Two digits, so that shapes are equal: limits that operators write seldom have more. Of the limit
 * that refused all digits count.
 */
function usedBy({ used = {}, limit }: RequestContext): Record<string, number> {
  return Object.fromEntries(
    Object.entries(used).map(([name, before]) => [name, name === limit ? before : floored(before)]),
  )
}

function floored(amount: number): number {
  const unit = 10 ** Math.max(0, String(Math.floor(amount)).length - 2)
  return Math.floor(amount / unit) * unit
}
