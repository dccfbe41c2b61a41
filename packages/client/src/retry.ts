import { ApiError, NetworkError } from './errors.js'

/** How often a call is sent, and for how long in total. */
export interface RetryOptions {
  /** Attempts of one call, including the first; 1 disables retries. */
  attempts: number
  /**
   * A wait that would end later than this many milliseconds after the call began is not started.
   */
  totalMs: number
}

export const defaultRetry: RetryOptions = { attempts: 4, totalMs: 30_000 }

const firstWaitMs = 250
const greatestWaitMs = 8000

/** Returned before anything was checked or done: any call may be retried. */
const untouched: ReadonlySet<string> = new Set(['RATE_LIMITED', 'OVERLOADED'])

/** Why the engine gave no answer, if a retry within seconds would not help. */
const lasting: ReadonlySet<string | undefined> = new Set([
  'timeout',
  'response_too_large',
  'cancelled',
  'refused_credential',
])

/**
 * Whether a call may be retried after this error: a repeatable one after 429, 503 or no answer,
 * unless the answer says that a retry does not help; any other only if the service has not
 * processed it.
 */
export function maySendAgain(error: unknown, isRepeatable: boolean): boolean {
  const status =
    error instanceof ApiError || error instanceof NetworkError ? error.status : undefined
  if (error instanceof ApiError && untouched.has(error.code)) return true
  if (error instanceof ApiError && lasting.has(error.reason)) return false
  const isPassing =
    status === 429 || status === 503 || (error instanceof NetworkError && status === undefined)
  return isRepeatable && isPassing
}

/**
 * Milliseconds to wait: at least what the service has requested, else twice as long each time. With
 * jitter, so that clients do not return all at once.
 */
export function waitMs(error: unknown, attempt: number, chance = Math.random()): number {
  const requested =
    error instanceof ApiError || error instanceof NetworkError ? error.retryAfterSeconds : undefined
  if (requested !== undefined)
    return requested * 1000 + chance * Math.max(firstWaitMs, requested * 250)
  return Math.min(greatestWaitMs, firstWaitMs * 2 ** (attempt - 1)) * (0.5 + chance / 2)
}

/** Waits that a caller may cancel. */

/** @throws the signal's reason when it is aborted first. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await unless(signal, slept).finally(() => clearTimeout(timer))
}

/**
 * The promise's result, unless the signal aborts first; the promise itself continues. @throws the
 * signal's reason.
 */
export async function unless<T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
  if (!signal) return promise
  signal.throwIfAborted()
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop))
}
