import { type Answer, parseAnswer, toStream } from './answer.js'
import { DirectoryError, NetworkError, TimeoutError } from './errors.js'
import { maySendAgain, type RetryOptions, sleep, waitMs } from './retry.js'

/** One call of the API. */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Relative to the base URL; never contains a credential. */
  path: string
  /** Sent as JSON; a string is JSON already. */
  body?: unknown
  headers?: Record<string, string>
  /** Whether it may be sent twice, when the outcome is unknown. */
  isRepeatable: boolean
  signal?: AbortSignal | undefined
  /** Overrides the client's own, for a call that must not be repeated late. */
  totalMs?: number
  /** Whether `data` of a good answer is its body, which the caller of this reads. */
  isStream?: boolean
}

export interface TransportOptions {
  baseUrl: string
  fetch: typeof fetch
  timeoutMs: number
  retry: RetryOptions
}

/**
 * Sends calls by `fetch`, retries them if that may help, and unwraps answers from their envelopes.
 */
export class Transport {
  readonly #options: TransportOptions

  constructor(options: TransportOptions) {
    this.#options = options
  }

  /** @throws ApiError, NetworkError, TimeoutError, or the signal's reason. */
  async send<Data>(call: Call): Promise<Answer<Data>> {
    const { attempts, totalMs } = this.#options.retry
    const begun = performance.now()
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt<Data>(call)
      } catch (error) {
        if (attempt >= attempts || !maySendAgain(error, call.isRepeatable)) throw error
        const wait = waitMs(error, attempt)
        if (performance.now() - begun + wait > Math.min(totalMs, call.totalMs ?? totalMs))
          throw error
        await sleep(wait, call.signal)
      }
    }
  }

  async #attempt<Data>(call: Call): Promise<Answer<Data>> {
    const { method, path, body, headers = {}, signal, isStream } = call
    const { baseUrl, fetch, timeoutMs } = this.#options
    signal?.throwIfAborted()
    const ending = new AbortController()
    const end = () => ending.abort()
    const timer = setTimeout(end, timeoutMs)
    signal?.addEventListener('abort', end, { once: true })
    try {
      const response = await fetch(baseUrl + path, {
        method,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: toJson(body) }),
        signal: ending.signal,
        credentials: 'omit',
        redirect: 'error', // fetch would forward an X-API-Key to another host
      })
      if (isStream && response.ok && response.body) return toStream<Data>(response)
      return parseAnswer<Data>(response, await response.text(), `${method} ${baseUrl}${path}`)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (ending.signal.aborted) throw new TimeoutError(timeoutMs, baseUrl)
      if (error instanceof DirectoryError) throw error
      throw new NetworkError(unreachable(baseUrl, error), { cause: error })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    }
  }
}

const toJson = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))

/**
 * The safe part of a `fetch` error: the code is several causes deep, and a message may contain a
 * header.
 */
function unreachable(baseUrl: string, error: unknown): string {
  const code = readErrorCode(error)
  return `The directory at ${baseUrl} cannot be reached${code === undefined ? '' : `: ${code}`}`
}

/** The innermost code, such as ECONNREFUSED; browsers provide none. */
function readErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { cause, errors, code } = error as { cause?: unknown; errors?: unknown[]; code?: unknown }
  return (
    readErrorCode(cause) ??
    readErrorCode(errors?.[0]) ??
    (typeof code === 'string' ? code : undefined)
  )
}
