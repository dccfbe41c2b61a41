import { Pool } from 'undici'
import type { ApiKeyParts } from '../../kit/api-key-format.js'
import type { ChangesPage, KeyQuestion, KeyVerdict, PublicKeysAnswer } from '../../kit/internal-answers.js'
import { type InternalRequest, internalRequest } from '../../kit/internal-api.js'
import { timer } from '../../kit/metrics.js'
import { isObject } from '../../kit/objects.js'
import { changesOf, publicKeysOf, verdictOf } from './answers.js'
import { AuthServiceAway } from './away.js'

/** Greatest time for one question, from its start to the last byte of the answer, beside what it may wait; in milliseconds. */
const deadlineMs = 2000

/** Greatest answer: a snapshot of some 100,000 ended sessions. */
const maxAnswerBytes = 16 * 1024 * 1024

/** Not of the feed of changes, whose answers wait for one. */
const timed = timer({
  name: 'directory_auth_service_duration_seconds',
  help: 'Time of a question of the gateway to the auth service, by call (publicKeys, verifyApiKey).',
  labels: ['call'],
})

export const exampleUrl = 'http://127.0.0.1:8084'

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Asks the auth service's internal listener. Every call throws AuthServiceAway when it fails. */
export class AuthServiceClient {
  readonly #pool: Pool
  readonly #authorization: string

  /** @throws Error when the URL is not an http(s) origin. */
  constructor(url: string, secret: string) {
    if (!isHttpUrl(url)) throw new Error(`authenticate: authServiceUrl must be an http(s) URL such as ${exampleUrl}`)
    this.#pool = new Pool(new URL(url).origin, {
      connections: 16,
      keepAliveTimeout: 30_000,
      connectTimeout: deadlineMs,
      maxResponseSize: maxAnswerBytes,
    })
    this.#authorization = `Bearer ${secret}`
  }

  async publicKeys(): Promise<PublicKeysAnswer> {
    return publicKeysOf(await timed(() => this.#ask(internalRequest('publicKeys', {})), ['publicKeys']))
  }

  /** @param address The caller's, so that the key's owner can see where it was used last. */
  async verifyApiKey({ prefix, hash }: ApiKeyParts, address: string): Promise<KeyVerdict> {
    const question = { body: { prefix, hash, address } }
    return verdictOf(await timed(() => this.#ask(internalRequest('verifyApiKey', {}), question), ['verifyApiKey']))
  }

  /**
   * @param cursor Of the last answer; undefined asks for a snapshot.
   * @param waitMs How long the answer may wait for a change.
   */
  async changes(cursor: string | undefined, waitMs: number): Promise<ChangesPage> {
    const query = cursor === undefined ? {} : { since: cursor, waitMs: `${waitMs}` }
    return changesOf(await this.#ask(internalRequest('changes', {}, query), { withinMs: waitMs + deadlineMs }))
  }

  async #ask(
    { method, path }: InternalRequest,
    { body, withinMs = deadlineMs }: { body?: KeyQuestion; withinMs?: number } = {},
  ): Promise<Record<string, unknown>> {
    let status: number
    let answer: unknown
    try {
      const response = await this.#pool.request({
        method,
        path,
        headers: { authorization: this.#authorization, 'content-type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(withinMs),
        ...{ headersTimeout: 0, bodyTimeout: 0 }, // undici's own wake the process twice a second while an answer waits
      })
      status = response.statusCode
      answer = await response.body.json()
    } catch (cause) {
      throw new AuthServiceAway('no answer', { cause })
    }
    if (status !== 200) throw new AuthServiceAway(`answered ${status}`)
    if (!isObject(answer) || !isObject(answer.data)) throw new AuthServiceAway('unreadable answer')
    return answer.data
  }
}
