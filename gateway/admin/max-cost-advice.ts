import { log } from '../../kit/log/log.js'
import type { Backends } from '../../plugins/kit/policy.js'

const retryMs = 10_000
/** Each measurement takes the engine some time, so there is one for each load of the YAML. */
const measured = new WeakMap<Backends, Promise<string | undefined>>()

/**
 * What to do about cost limits that let a search take longer than its deadline.
 * @throws Error when an engine does not answer.
 */
export async function maxCostAdviceOf(backends: readonly Backends[]): Promise<string[]> {
  const advice = await Promise.all(backends.map(adviceOf))
  return [...new Set(advice.filter((text) => text !== undefined))]
}

function adviceOf(backend: Backends): Promise<string | undefined> {
  const advice = measured.get(backend) ?? backend.maxCostAdvice?.() ?? Promise.resolve(undefined)
  measured.set(backend, advice)
  advice.catch(() => measured.delete(backend))
  return advice
}

/** Warns of each once, as soon as the engine answers. */
export async function warnOfMaxCosts(backends: readonly Backends[]): Promise<void> {
  try {
    for (const text of await maxCostAdviceOf(backends)) log.warn(text)
  } catch {
    setTimeout(() => void warnOfMaxCosts(backends), retryMs).unref()
  }
}
