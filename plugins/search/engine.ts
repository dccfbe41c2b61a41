import type { Readable } from 'node:stream'
import { Client, type Connection, errors } from '@elastic/elasticsearch'
import type { Access } from '../../kit/elasticsearch.js'
import type { SearchRequest } from '../kit/context.js'
import { RetryBudget } from '../kit/retry-budget.js'
import { connectMs, isAway } from '../kit/rotation.js'
import { UnusableAnswer, WholeAnswers } from '../kit/whole-answers.js'
import { EngineFailure } from './failure.js'
import { Nodes } from './nodes.js'

/** What the engine said, whole. */
export interface RawAnswer {
  /** HTTP status: 200, or a 4xx that may be the caller's doing. */
  status: number
  text: string
}

export interface EngineOptions {
  access: Access
  /** Greatest size of an answer. */
  maxResponseBytes: number
}

/** The engine is always asked with these (reference: search guard 0.5); a caller's parameters never get here. */
const querystring =
  'allow_no_indices=true&ignore_unavailable=false&expand_wildcards=open&allow_partial_search_results=false'

/** Identity, because a few kilobytes of gzip may be gigabytes of answer. */
const headers = {
  'content-type': 'application/json',
  accept: 'application/json',
  'accept-encoding': 'identity',
}

/** Sockets per node; further searches wait for one. */
const connectionsPerNode = 128

/** Why a search was cancelled when it was the deadline. The client knows a cancelled request by the name. */
export const overdue = new DOMException('no answer within the deadline', 'AbortError')

/** The search engine behind the official client. */
export class Engine {
  readonly #client: Client
  readonly #nodes: Nodes
  readonly #retries = new RetryBudget()
  readonly #answers: WholeAnswers

  /** @throws Error of the client when the options are wrong. */
  constructor({ access, maxResponseBytes }: EngineOptions) {
    const { nodes, auth, ca } = access
    this.#client = new Client({
      nodes,
      ...(auth && { auth }),
      ConnectionPool: Nodes,
      maxRetries: 0, // the retry is ours: within a budget, and only where it can help
      enableMetaHeader: false,
      redaction: { type: 'off' }, // errors keep the connection; nothing of them is ever logged
      agent: { connections: connectionsPerNode },
      tls: { timeout: connectMs, ...(ca && { ca }) },
    })
    this.#nodes = this.#client.connectionPool as Nodes
    this.#answers = new WholeAnswers(maxResponseBytes)
  }

  /**
   * Asks the engine, at most twice.
   * @param cancel Aborted when the caller hangs up, at the deadline (`overdue`), and here by any failure, which frees the socket.
   * @throws EngineFailure
   */
  async search(request: SearchRequest, cancel: AbortController): Promise<RawAnswer> {
    try {
      const answer = await this.#attempt(request, cancel.signal).catch((error: EngineFailure) => {
        if (cancel.signal.aborted || !error.mayRetry || !this.#retries.take()) throw error
        return this.#attempt(request, cancel.signal)
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

  async #attempt({ index, body }: SearchRequest, signal: AbortSignal): Promise<RawAnswer> {
    const startedAt = performance.now()
    const path = `/${encodeURIComponent(index)}/_search` // `*` stays as it is
    let node: Connection | null = null
    try {
      const result = await this.#client.transport.request<Readable>(
        { method: 'POST', path, querystring, body },
        { asStream: true, meta: true, signal, headers },
      )
      node = result.meta.connection
      const answer = {
        status: result.statusCode ?? 0,
        text: await this.#answers.read(result.body, result.headers ?? {}, signal),
      }
      return this.#judgeHealth(answer, node)
    } catch (error) {
      if (error instanceof EngineFailure) throw error
      if (error instanceof UnusableAnswer) throw new EngineFailure(error.reason)
      if (signal.reason === overdue) this.#nodes.markOverdue(node ?? nodeOf(error), startedAt)
      if (signal.aborted) throw new EngineFailure('deadline')
      if (error instanceof errors.ProductNotSupportedError) throw new EngineFailure('unreadable')
      if (node) this.#nodes.markDead(node) // it broke off in the answer; before that the client itself marks it
      throw new EngineFailure('connection', { mayRetry: true, note: (error as Error).message.slice(0, 200) })
    }
  }

  /** 502, 503 and 504 are the node's state; anything else, a refusal too, shows that it lives. */
  #judgeHealth(answer: RawAnswer, node: Connection | null): RawAnswer {
    if (isAway(answer.status)) {
      if (node) this.#nodes.markDead(node)
      throw new EngineFailure('status', { status: answer.status, mayRetry: this.#nodes.size > 1 })
    }
    if (node) this.#nodes.markAlive(node)
    return answer
  }
}

/** The node that a cancelled request was waiting for. */
function nodeOf(error: unknown): Connection | null {
  return error instanceof errors.RequestAbortedError ? (error.meta?.meta.connection ?? null) : null
}
