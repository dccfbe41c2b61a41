import { log } from '../../log/log.js'
import type { RedisConnection } from './connection.js'
import { toPlace } from './url.js'
import { withTimeout } from './with-timeout.js'

/**
 * A Redis that takes longer than this many milliseconds is unavailable: it must not delay the
 * requests that it counts.
 */
const answerMs = 100
/** Pause between attempts, in milliseconds. */
const retryMs = 1000

/**
 * This process's connection to a Redis, which may be unavailable. No request waits for it: while it
 * is unavailable nothing is sent, and a connection is tried once a second. Each change of
 * availability is logged once.
 */
export class RedisLink {
  readonly #url: string
  #connection: RedisConnection | undefined
  /**
   * Why it is unavailable, in a word; undefined before the first attempt and while it is available.
   */
  #fault: string | undefined
  #opening: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  /** @param url As `redisUrl` returns it. */
  constructor(url: string) {
    this.#url = url
  }

  get isReachable(): boolean {
    return this.#connection !== undefined
  }

  /** Its address, and whether it is available: never its credential. */
  get status(): { url: string; reachable: boolean; fault?: string } {
    const fault = this.#fault === undefined ? {} : { fault: this.#fault }
    return { url: toPlace(this.#url), reachable: this.isReachable, ...fault }
  }

  /**
   * Starts to keep a connection. Resolves after the first attempt, successful or not; further calls
   * change nothing.
   */
  open(): Promise<void> {
    this.#opening ??= this.#connect()
    return this.#opening
  }

  /** Sends a request; undefined when it is unavailable, or has just been found to be. */
  async query<Answer>(
    command: (connection: RedisConnection) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const connection = this.#connection
    if (!connection) return undefined
    try {
      return await withTimeout(answerMs, command(connection))
    } catch (error) {
      this.#disconnect(connection, error)
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
      // its packages are loaded only where they are used
      const { connect } = await import('./connection.js')
      const connection = await connect(this.#url)
      if (this.#isClosed) return connection.close()
      this.#connection = connection
      void connection.broken.then((error) => this.#disconnect(connection, error))
      if (this.#fault === undefined) return
      this.#fault = undefined
      log.info(this.status, 'Redis is back: rate limits are shared again')
    } catch (error) {
      this.#markUnavailable(error)
    }
  }

  /** Of many requests that find it unavailable, the first does this. */
  #disconnect(connection: RedisConnection, error: unknown): void {
    if (this.#connection !== connection) return
    this.#connection = undefined
    connection.close()
    this.#markUnavailable(error)
  }

  #markUnavailable(error: unknown): void {
    if (this.#isClosed) return
    const isFirst = this.#fault === undefined
    this.#fault = toFault(error)
    if (isFirst)
      log.warn(
        this.status,
        'Redis is unavailable: this process counts only its own requests until Redis is back',
      )
    this.#retry = setTimeout(() => void this.#connect(), retryMs).unref()
  }
}

/** The code of an error: its message may repeat what was sent, including the password. */
function toFault(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? /^[A-Z]{2,}\b/.exec(message)?.[0] ?? 'BROKEN'
}
