import { setTimeout as sleep } from 'node:timers/promises'
import { Interrupted } from './interrupted.js'
import { Unreachable } from './target.js'

/**
 * Waits between attempts while the engine is overloaded or unavailable: 0.2 s doubling to 10 s,
 * about three minutes in total.
 */
const waitsMs: readonly number[] = Array.from({ length: 22 }, (_, attempt) =>
  Math.min(200 * 2 ** attempt, 10_000),
)

/** A wait, or somewhat less: not all loaders try at the same moment. */
const withJitter = (wait: number) => wait * (0.5 + Math.random() / 2)

/** Whether an answer, by its status, may become another one if the request is sent again. */
export const isBusy = (status: number) => status === 0 || status === 429 || status === 503

/**
 * Repeats an attempt while the engine is overloaded or unavailable.
 * @param attempt Returns undefined while the engine is overloaded.
 * @returns its first result @throws Interrupted when the engine stays so, and errors of `attempt`.
 */
export async function patiently<Result>(
  attempt: () => Promise<Result | undefined>,
): Promise<Result> {
  for (let made = 0; ; made++) {
    let problem = new Interrupted('the engine stays overloaded')
    const result = await attempt().catch((error: unknown) => {
      if (!(error instanceof Unreachable)) throw error
      problem = error
      return undefined
    })
    if (result !== undefined) return result
    const wait = waitsMs[made]
    if (wait === undefined) throw problem
    await sleep(withJitter(wait))
  }
}
