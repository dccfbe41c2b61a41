import { logWarnings } from '../../kit/log/log-warnings.js'
import type { Advice } from '../host/advice.js'

const retryMs = 10_000

/** Warns of what does not fit the engine, as soon as that answers. */
export async function warnOfAdvice(advice: Advice): Promise<void> {
  try {
    logWarnings(await advice())
  } catch {
    setTimeout(() => void warnOfAdvice(advice), retryMs).unref()
  }
}
