import { log } from '../../log/log.js'
import type { RedisConnection } from './connection.js'
import { placeOf } from './url.js'
import { within } from './within.js'

/** A Redis that takes longer than so many milliseconds is away: it must not hold up the requests that it counts. */
const answerMs = 100
/** Pause between tries, in milliseconds. */
const retryMs = 1000

/**
 * The way of this process to a Redis, which may be away. Nobody waits for it: while it is away no question is asked, and
 * a connection is tried once a second. Away and back are told in the log once each.
 */
export class RedisLink {
  readonly #url: string
  #connection: RedisConnection | undefined
  /** Why it is away, in a word; undefined before the first try and while it is there. */
  #fault: string | undefined
  #opening: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  /** @param url As `redisUrl` gives it. */
  constructor(url: string) {
    this.#url = url
  }

  get isReachable(): boolean {
    return this.#connection !== undefined
  }

  /** Where it is, and whether it can be asked: never its credential. */
  get status(): { url: string; reachable: boolean; fault?: string } {
    const fault = this.#fault === undefined ? {} : { fault: this.#fault }
    return { url: placeOf(this.#url), reachable: this.isReachable, ...fault }
  }

  /** Begins to keep a connection. Resolves after the first try, whatever came of it; further calls change nothing. */
  open(): Promise<void> {
    this.#opening ??= this.#connect()
    return this.#opening
  }

  /** Asks; undefined when it is away, or has just been found to be. */
  async ask<Answer>(question: (connection: RedisConnection) => Promise<Answer>): Promise<Answer | undefined> {
    const connection = this.#connection
    if (!connection) return undefined
    try {
      return await within(answerMs, question(connection))
    } catch (error) {
      this.#leave(connection, error)
      return undefined
    }
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#retry)
    this.#connection?.close()
    this.#connection = undefined
  }

  async #connect(): Promise<void> {
    try {
      const { connect } = await import('./connection.js') // its packages are loaded only where they are used
      const connection = await connect(this.#url)
      if (this.#isClosed) return connection.close()
      this.#connection = connection
      void connection.broken.then((error) => this.#leave(connection, error))
      if (this.#fault === undefined) return
      this.#fault = undefined
      log.info(this.status, 'Redis is back: rate limits are counted together again')
    } catch (error) {
      this.#away(error)
    }
  }

  /** Of many requests that find it away, the first does this. */
  #leave(connection: RedisConnection, error: unknown): void {
    if (this.#connection !== connection) return
    this.#connection = undefined
    connection.close()
    this.#away(error)
  }

  #away(error: unknown): void {
    if (this.#isClosed) return
    const isNews = this.#fault === undefined
    this.#fault = faultOf(error)
    if (isNews) log.warn(this.status, 'Redis is away: this gateway counts rate limits alone until it is back')
    this.#retry = setTimeout(() => void this.#connect(), retryMs).unref()
  }
}

/** The code of an error: what else it says may repeat what was sent, the password too. */
function faultOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? /^[A-Z]{2,}\b/.exec(message)?.[0] ?? 'BROKEN'
}
