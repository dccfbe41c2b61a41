import { ApiError, NetworkError } from './errors.js'

/** How often a call is sent, and for how long in all. */
export interface RetryOptions {
  /** Attempts of one call, the first included; 1 for none but that. */
  attempts: number
  /** A wait that would end later than so many milliseconds after the call began is not begun. */
  totalMs: number
}

export const defaultRetry: RetryOptions = { attempts: 4, totalMs: 30_000 }

const firstWaitMs = 250
const greatestWaitMs = 8000

/** Told before anything was judged or done: any call may be sent again. */
const untouched: ReadonlySet<string> = new Set(['RATE_LIMITED', 'OVERLOADED'])

/** Why the engine gave no answer, when the same search gets none within seconds either. */
const lasting: ReadonlySet<string | undefined> = new Set(['timeout', 'response_too_large', 'refused_credential'])

/**
 * Whether a call may be sent again after this error: one that may be repeated, after 429, 503 or when no answer came, unless the
 * answer says that trying again does not help; any other only if the service has not looked at it.
 */
export function maySendAgain(error: unknown, isRepeatable: boolean): boolean {
  const status = error instanceof ApiError || error instanceof NetworkError ? error.status : undefined
  if (error instanceof ApiError && untouched.has(error.code)) return true
  if (error instanceof ApiError && lasting.has(error.reason)) return false
  const isPassing = status === 429 || status === 503 || (error instanceof NetworkError && status === undefined)
  return isRepeatable && isPassing
}

/**
 * Milliseconds to wait: at least what the service has asked for, else twice as long each time. A part of it is chance, so that
 * many callers do not come back at once.
 */
export function waitMs(error: unknown, attempt: number, chance = Math.random()): number {
  const asked = error instanceof ApiError || error instanceof NetworkError ? error.retryAfterSeconds : undefined
  if (asked !== undefined) return asked * 1000 + chance * Math.max(firstWaitMs, asked * 250)
  return Math.min(greatestWaitMs, firstWaitMs * 2 ** (attempt - 1)) * (0.5 + chance / 2)
}
