import type { Connection, UndiciConnection } from '@elastic/elasticsearch'
import { ApiError } from '../../../kit/api/errors.js'
import type { Access } from '../../../kit/elasticsearch/access.js'
import { findMissingShards } from '../../../kit/elasticsearch/ask.js'
import { type Client, elasticsearchClient } from '../../../kit/elasticsearch/client.js'
import { timer } from '../../../kit/metrics/prometheus.js'
import { BufferedResponses, UnusableResponse } from '../buffered-response.js'
import type { Cancellation } from '../cancellation.js'
import type { SearchRequest } from '../context.js'
import { RetryBudget } from '../retry-budget.js'
import { connectMs, isUnavailable, reviveAfterMs } from '../target-pool.js'
import { type Asking, type EngineCall, overdue, traceCall } from './call.js'
import { EngineFailure } from './failure.js'
import { Nodes } from './nodes.js'
import { searchPath } from './paths.js'
import { isOwnTimeout } from './refusal.js'
import { type NodeAnswer, requestNode } from './request-node.js'

/** The engine's whole answer. */
export interface RawAnswer {
  /** HTTP status: 200, or a 4xx that the caller may have caused. */
  status: number
  bytes: Buffer
  /** To be called when the bytes are no longer needed: they count against the limit of all. */
  end(): void
}

export interface EngineOptions {
  access: Access
  /** Maximum size of an answer. */
  maxResponseBytes: number
  /** Sockets per node: as many as searches may be sent at once, so that none waits for one. */
  sockets: number
}

/** Identity, because a few kilobytes of gzip may expand to gigabytes. */
const ourHeaders = {
  'content-type': 'application/json',
  accept: 'application/json',
  'accept-encoding': 'identity',
}

const timed = timer({
  name: 'directory_engine_duration_seconds',
  help: 'Duration of a search in the engine, to the last byte of its answer.',
})

/**
 * Elasticsearch sends it with every answer to an accepted request; an answer without it is from
 * something else.
 */
const product = 'Elasticsearch'

/** Error codes of answers that are not read to the end. */
const unusable = { 'too-large': 'response_too_large', unreadable: 'unreadable_response' } as const

/** The word of the metric for a call that failed: the first two are the search's own fault. */
function outcomeOfFailure(error: unknown, cancel: Cancellation): string {
  if (cancel.reason === overdue) return 'timeout'
  const isTooLarge = error instanceof EngineFailure && error.reason === 'response_too_large'
  return isTooLarge ? 'too_large' : 'unanswered'
}

/** How long an engine that has too much work is left alone before it is asked again. */
const busyMs = 100

/**
 * The search engine. The official client creates the nodes, with their addresses, credentials and
 * TLS, and its node pool selects the next one. The request uses the node's own connections,
 * bypassing the client's transport: that is made for any call, and costs more than the rest of a
 * search.
 */
export class Engine {
  /** When a node has answered last, by `performance.now()`. */
  answeredAt = 0
  readonly #client: Client
  readonly #nodes: Nodes
  readonly #retries = new RetryBudget()
  readonly #answers: BufferedResponses
  readonly #routes = new WeakMap<Connection, { prefix: string; headers: string[] }>()

  /** @throws Error of the client when the options are wrong. */
  constructor({ access, maxResponseBytes, sockets }: EngineOptions) {
    this.#client = elasticsearchClient(access, {
      ConnectionPool: Nodes,
      requestTimeout: reviveAfterMs, // of a probe: searches have a deadline
      maxRetries: 0, // we retry ourselves: within a budget, and only where it can help
      redaction: { type: 'off' }, // errors keep the connection; none of it is ever logged
      agent: { connections: sockets },
      tls: { timeout: connectMs },
    })
    this.#nodes = this.#client.connectionPool as Nodes
    this.#answers = new BufferedResponses(maxResponseBytes)
  }

  /** Sends a search. @throws as `ask`. */
  search({ index, body }: SearchRequest, asking: Asking): Promise<RawAnswer> {
    const path = searchPath(index)
    return this.ask({ operation: 'search', index, method: 'POST', path, body }, asking)
  }

  /**
   * Sends a call, at most twice.
   * @throws EngineFailure, and errors of `mayBeLarge`.
   */
  async ask(call: EngineCall, asking: Asking): Promise<RawAnswer> {
    const { cancel } = asking
    try {
      const failed = (error: unknown) => outcomeOfFailure(error, cancel)
      const attempt = () => timed(() => this.#attempt(call, asking), [], undefined, failed)
      const answer = await attempt().catch(async (error: EngineFailure) => {
        if (cancel.isAborted || !error.mayRetry || !this.#retries.take()) throw error
        if (error.reason === 'engine_busy') await cancel.pause(busyMs)
        if (cancel.isAborted) throw error
        return attempt()
      })
      this.#retries.refill()
      return answer
    } catch (error) {
      cancel.abort()
      throw error
    }
  }

  /** Frees the sockets. */
  async close(): Promise<void> {
    await this.#client.close()
  }

  #attempt(call: EngineCall, asking: Asking): Promise<RawAnswer> {
    const node = this.#nodes.getConnection() as UndiciConnection
    return traceCall(call, node.url, asking, (trace) =>
      this.#send(call, node, { ...asking, trace }),
    )
  }

  async #send(
    { method, path, body }: EngineCall,
    node: UndiciConnection,
    { trace, cancel, mayBeLarge }: Asking,
  ): Promise<RawAnswer> {
    const startedAt = performance.now()
    let answer: NodeAnswer | undefined
    try {
      const { prefix, headers: ofNode } = this.#routeTo(node)
      const options = {
        path: prefix + path,
        method,
        headers: [...ofNode, 'traceparent', trace.traceparent],
        body,
        headersTimeout: 0,
        bodyTimeout: 0,
      }
      answer = await requestNode(node.pool, options, {
        answers: this.#answers,
        cancel,
        mayBeLarge,
      })
      this.answeredAt = performance.now()
      const { status, headers } = answer
      if (status === 200 && headers['x-elastic-product'] !== product)
        throw new EngineFailure('unreadable_response')
      this.#updateHealth(answer, node)
      return answer
    } catch (error) {
      answer?.end()
      if (error instanceof EngineFailure || error instanceof ApiError) throw error
      if (error instanceof UnusableResponse) throw new EngineFailure(unusable[error.reason])
      if (cancel.isAborted) {
        const isSilent = cancel.reason === overdue && this.#nodes.markOverdue(node, startedAt)
        throw new EngineFailure('timeout', { isSilent })
      }
      this.#nodes.markDead(node)
      throw new EngineFailure('unreachable', {
        mayRetry: true,
        note: (error as Error).message.slice(0, 200),
      })
    }
  }

  /** The constant part of all requests to a node. */
  #routeTo(node: Connection): { prefix: string; headers: string[] } {
    let way = this.#routes.get(node)
    if (!way) {
      const headers = Object.entries({ ...node.headers, ...ourHeaders }).flat()
      way = { prefix: node.url.pathname.replace(/\/$/, ''), headers: headers.map(String) }
      this.#routes.set(node, way)
    }
    return way
  }

  /**
   * 502, 503 and 504 mean that the node is unhealthy, unless the search was too slow or no node
   * serves a shard; anything else shows that it is up. 429 says that it has too much work at the
   * moment.
   */
  #updateHealth({ status, bytes }: NodeAnswer, node: Connection): void {
    const isBusy = status === 429
    if (!(isBusy || isUnavailable(status)) || isOwnTimeout(bytes.toString())) {
      this.#nodes.markAlive(node)
      return
    }
    if (isBusy) {
      this.#nodes.markAlive(node)
      throw new EngineFailure('engine_busy', { status, mayRetry: true })
    }
    const red = status === 503 ? findMissingShards(bytes.toString()) : undefined
    if (red) {
      // of several nodes it may be one that is just starting: the others are asked meanwhile
      if (this.#nodes.size > 1) this.#nodes.markDead(node)
      else this.#nodes.markAlive(node)
      const note = `no node serves shards of ${red.join(', ')}`
      throw new EngineFailure('partial', { status, note, mayRetry: this.#nodes.size > 1 })
    }
    this.#nodes.markDead(node)
    throw new EngineFailure('unreachable', { status, mayRetry: this.#nodes.size > 1 })
  }
}
