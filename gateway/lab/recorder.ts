import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyRead } from '../../kit/api/body.js'
import { switchSetting } from '../../kit/config/settings.js'
import { findContext, type RequestContext } from '../../plugins/kit/context.js'

/** A request of a caller as it came, without its credential: what decides about it again. */
export interface RecordedRequest {
  method: string
  /** Path and query. */
  url: string
  headers: Readonly<Record<string, string>>
  /** Undefined: no step has read it. */
  body?: string
  /** Of the client. */
  address: string
  /** Absent: a visitor without a credential. */
  caller?: RecordedCaller
  /** What each limit had counted before, by its name. */
  used: Readonly<Record<string, number>>
}

/** What of a caller decides about a request. */
export interface RecordedCaller {
  /** `refused`: a credential that the gateway does not accept. */
  kind: 'access-token' | 'api-key' | 'refused'
  scopes: readonly string[]
  plan?: string
  /** Where the credential was sent; in a header by default. */
  in?: 'url'
}

/** Bounds of what a worker keeps. */
export const recordingBounds = { requests: 2000, bytes: 4_000_000, ms: 3_600_000 }

/** A longer body is not kept, in characters. */
const longestBody = 65_536

/** Requests that may be recorded at once; later ones as evenly as they fill an hour. */
const burst = 500
const eachMs = recordingBounds.ms / (recordingBounds.requests - burst)

/** Never kept: credentials, and what is derived from the client's connection. */
const dropped = new Set([
  ...['authorization', 'proxy-authorization', 'x-api-key', 'cookie', 'x-forwarded-for'],
  ...['transfer-encoding', 'connection', 'expect'],
])

interface Kept {
  request: RecordedRequest
  at: number
  bytes: number
}

/**
 * Keeps a sample of the last requests of this worker, in its memory only. A request is recorded when
 * its response is done, from what the steps have left of it.
 */
export class Recorder {
  readonly #kept: Kept[] = []
  #bytes = 0
  #left = burst
  #filledAt = performance.now()

  /** Records a request when it has ended, if it is one of the sample. */
  watch(req: IncomingMessage, res: ServerResponse): void {
    if (this.#left < 1 && !this.#refill()) return
    this.#left--
    res.once('close', () => this.#record(req, res))
  }

  /** The last requests, the oldest first. */
  get requests(): RecordedRequest[] {
    this.#forget()
    return this.#kept.map(({ request }) => request)
  }

  #refill(): boolean {
    const now = performance.now()
    this.#left = Math.min(burst, this.#left + (now - this.#filledAt) / eachMs)
    this.#filledAt = now
    return this.#left >= 1
  }

  #record(req: IncomingMessage, res: ServerResponse): void {
    const context = findContext(req)
    if (!context || !res.headersSent) return // of a client that has gone nothing was decided
    const request = toRecorded(req, context)
    if (!request) return
    const kept = { request, at: performance.now(), bytes: estimateBytes(request) }
    this.#kept.push(kept)
    this.#bytes += kept.bytes
    this.#forget()
  }

  /** Drops the oldest beyond the bounds. */
  #forget(): void {
    const { requests, bytes, ms } = recordingBounds
    const since = performance.now() - ms
    const isOver = ({ at }: Kept) =>
      this.#kept.length > requests || this.#bytes > bytes || at < since
    while (this.#kept[0] && isOver(this.#kept[0])) this.#bytes -= this.#kept.shift()!.bytes
  }
}

/** The recorder of a worker; undefined with DECISIONS=off. */
export function openRecorder(): Recorder | undefined {
  return switchSetting('DECISIONS') ? new Recorder() : undefined
}

/** Memory of a request, in bytes: at least what was measured. */
function estimateBytes({ url, headers, body = '' }: RecordedRequest): number {
  let letters = url.length + body.length
  for (const name in headers) letters += name.length + headers[name]!.length
  return 2 * letters + 1000
}

const refusals: readonly unknown[] = ['AUTHENTICATION_REQUIRED', 'TOKEN_EXPIRED', 'UNAUTHORIZED']

/** Undefined for a request that cannot be decided again. */
function toRecorded(req: IncomingMessage, context: RequestContext): RecordedRequest | undefined {
  const { method = '', url = '/', headers } = req
  const { address, caller, code, used = {} } = context
  const body = bodyRead(req)
  if ((body?.length ?? 0) > longestBody) return undefined
  const isInHeader = headers.authorization !== undefined || headers['x-api-key'] !== undefined
  const sent = removeKey(url)
  const isInUrl = !isInHeader && sent !== url
  const isVisitor = caller?.kind === 'none' || !(isInHeader || isInUrl)
  // nobody has verified its credential: who sent it is not known
  if (!isVisitor && !caller && !refusals.includes(code)) return undefined
  const place = isInUrl && ({ in: 'url' } as const)
  const known = caller && caller.kind !== 'none' ? caller : undefined
  return {
    ...{ method, url: sent, headers: keepHeaders(headers, body), address, used },
    ...(body !== undefined && { body }),
    ...(!isVisitor && {
      caller: known
        ? { kind: known.kind as 'api-key', scopes: known.scopes, plan: known.plan, ...place }
        : { kind: 'refused' as const, scopes: [], ...place },
    }),
  }
}

/** A body that was read is a text, without its coding; its length is that of the text. */
function keepHeaders(
  headers: IncomingMessage['headers'],
  body: string | undefined,
): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const isOfBytes = name === 'content-length' || name === 'content-encoding'
    if (dropped.has(name) || (isOfBytes && body !== undefined)) continue
    kept[name] = String(value)
  }
  return kept
}

/** Without the credential, which may be there too. */
function removeKey(url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const pairs = url.slice(at + 1).split('&')
  const others = pairs.filter((pair) => !isKey(pair))
  if (others.length === pairs.length) return url
  return others.length > 0 ? `${url.slice(0, at)}?${others.join('&')}` : url.slice(0, at)
}

const isKey = (pair: string) =>
  /^(a|%61)(p|%70)(i|%69)(_|%5f)(k|%6b)(e|%65)(y|%79)(=|$)/i.test(pair)
