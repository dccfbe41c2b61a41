import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

/** What came of many calls. */
export interface Measured {
  /** Milliseconds of each call from the moment it was due. */
  latenciesMs: number[]
  /**
   * Milliseconds by which each call began after it was due: how far the generator itself lagged.
   */
  lateMs: number[]
  /** How often each outcome was seen. */
  outcomes: Map<string, number>
}

/**
 * Open loop: starts a call at each even moment, whether or not the earlier ones have ended, and
 * counts its time from that moment. So a stall counts for every call that was due during it (no
 * coordinated omission). The timer's own lateness, about a millisecond, is counted too.
 * @param call Does one call, and names its outcome.
 * @param sleep Waits this many milliseconds.
 */
export async function pace(
  perSecond: number,
  seconds: number,
  call: (i: number) => Promise<string>,
  sleep: (ms: number) => Promise<unknown> = wait,
): Promise<Measured> {
  const measured: Measured = { latenciesMs: [], lateMs: [], outcomes: new Map() }
  const one = async (i: number, dueAt: number) => {
    measured.lateMs.push(performance.now() - dueAt)
    const outcome = await call(i).catch((error: Error) => `no answer (${error.message})`)
    measured.latenciesMs.push(performance.now() - dueAt)
    count(measured.outcomes, outcome)
  }
  const began = performance.now()
  const calls: Promise<void>[] = []
  for (let i = 0; i < Math.round(perSecond * seconds); i++) {
    const dueAt = began + (i * 1000) / perSecond
    const early = dueAt - performance.now()
    if (early > 0) await sleep(early)
    calls.push(one(i, dueAt))
  }
  await Promise.all(calls)
  return measured
}

export function count(outcomes: Map<string, number>, outcome: string): void {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
}

/** Outcomes for a line of output, the most frequent first. */
export function outcomesText(outcomes: ReadonlyMap<string, number>): string {
  const sorted = [...outcomes].sort(([, a], [, b]) => b - a)
  return sorted.map(([outcome, times]) => `${times} × ${outcome}`).join(', ')
}
