import { Pool } from 'undici'
import type {
  ChangesPage,
  KeyToVerify,
  KeyVerification,
  PublicKeysAnswer,
} from '../../kit/api/internal-answers.js'
import { type InternalRequest, internalRequest } from '../../kit/api/internal-api.js'
import { levelHeader, ownLevel } from '../../kit/api/levels.js'
import { isObject } from '../../kit/config/objects.js'
import { parseUrl, splitUrls } from '../../kit/config/texts.js'
import type { ApiKeyParts } from '../../kit/credentials/api-key-format.js'
import { timer } from '../../kit/metrics/prometheus.js'
import type { Trace } from '../../kit/telemetry/request-span.js'
import {
  AuthServiceUnavailable,
  parseChanges,
  parsePublicKeys,
  parseVerification,
} from './answers.js'

/**
 * Maximum time for a request, to the last byte of the answer, besides the requested wait; in
 * milliseconds.
 */
const deadlineMs = 2000

/** Maximum answer: a snapshot of about 100,000 ended sessions. */
const maxAnswerBytes = 16 * 1024 * 1024

/** The content of a request besides its path. */
interface RequestContent {
  body?: KeyToVerify
  /** Of the request for which it is sent, if it is sent for one. */
  trace?: Trace
  withinMs?: number
}

/** Without the changes feed, whose answers wait for a change. */
const timed = timer({
  name: 'directory_auth_service_duration_seconds',
  help: 'Duration of calls to the auth service, by call (publicKeys, verifyApiKey).',
  labels: ['call'],
})

/** The request for which a key is verified. */
export interface Asker extends Trace {
  /** The caller's, so that the key's owner can see where it was last used. */
  address: string
}

export const exampleUrl = 'http://127.0.0.1:8084'

export function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(parseUrl(text)?.protocol ?? '')
}

const poolOptions = {
  connections: 16,
  keepAliveTimeout: 30_000,
  connectTimeout: deadlineMs,
  maxResponseSize: maxAnswerBytes,
}

/**
 * Calls the auth service's internal listener. Of several auth services, which share a store, one
 * gets all requests until it fails, then the next. Every call throws AuthServiceUnavailable when
 * none answers.
 */
export class AuthServiceClient {
  readonly #nodes: readonly { url: URL; pool: Pool }[]
  readonly #authorization: string
  /** The index of the current service. */
  #current = 0

  /** @param urls One or more, comma separated. @throws Error when one is not an http(s) URL. */
  constructor(urls: string, secret: string) {
    const all = splitUrls(urls)
    if (!all.every(isHttpUrl))
      throw new Error(`authenticate: authServiceUrl must be an http(s) URL such as ${exampleUrl}`)
    this.#nodes = all.map((text) => {
      const url = new URL(text)
      return { url, pool: new Pool(url.origin, poolOptions) }
    })
    this.#authorization = `Bearer ${secret}`
  }

  async publicKeys(): Promise<PublicKeysAnswer> {
    return parsePublicKeys(
      await timed(() => this.#request(internalRequest('publicKeys', {})), ['publicKeys']),
    )
  }

  async verifyApiKey({ prefix, hash }: ApiKeyParts, asker: Asker): Promise<KeyVerification> {
    const sent = { body: { prefix, hash, address: asker.address }, trace: asker }
    return parseVerification(
      await timed(() => this.#request(internalRequest('verifyApiKey', {}), sent), ['verifyApiKey']),
    )
  }

  /**
   * @param cursor From the last answer; undefined requests a snapshot.
   * @param waitMs How long the answer may wait for a change.
   */
  async changes(cursor: string | undefined, waitMs: number): Promise<ChangesPage> {
    const query = cursor === undefined ? {} : { since: cursor, waitMs: `${waitMs}` }
    return parseChanges(
      await this.#request(internalRequest('changes', {}, query), { withinMs: waitMs + deadlineMs }),
    )
  }

  /** Tries each auth service once, the current one first. */
  async #request(
    request: InternalRequest,
    asked: RequestContent = {},
  ): Promise<Record<string, unknown>> {
    const first = this.#current
    for (let i = 0; ; i++) {
      const turn = (first + i) % this.#nodes.length
      try {
        return await this.#requestNode(this.#nodes[turn]!, request, asked)
      } catch (error) {
        if (this.#current === turn) this.#current = (turn + 1) % this.#nodes.length
        if (i + 1 === this.#nodes.length) throw error
      }
    }
  }

  async #requestNode(
    { url, pool }: { url: URL; pool: Pool },
    { method, path }: InternalRequest,
    { body, trace, withinMs = deadlineMs }: RequestContent,
  ): Promise<Record<string, unknown>> {
    const span = trace?.span?.call(`${method} ${path}`, url, { 'http.request.method': method })
    let status: number | undefined
    let answer: unknown
    try {
      const response = await pool.request({
        method,
        path,
        headers: {
          authorization: this.#authorization,
          'content-type': 'application/json',
          [levelHeader]: String(ownLevel()),
          ...(trace && { traceparent: (span ?? trace).traceparent }),
        },
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(withinMs),
        // undici's own timers wake the process twice a second while an answer waits
        ...{ headersTimeout: 0, bodyTimeout: 0 },
      })
      status = response.statusCode
      answer = await response.body.json()
    } catch (cause) {
      throw new AuthServiceUnavailable('no answer', { cause })
    } finally {
      span?.end({ status, error: status === undefined ? 'unreachable' : undefined })
    }
    if (status !== 200) throw new AuthServiceUnavailable(`answered ${status}`)
    if (!isObject(answer) || !isObject(answer.data))
      throw new AuthServiceUnavailable('unreadable answer')
    return answer.data
  }
}
