import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

/** What came of many calls. */
export interface Measured {
  /** Milliseconds of each call: from the moment it was due, or in a closed loop was made. */
  latenciesMs: number[]
  /** Milliseconds by which each call began after it was due: how far the generator lagged. */
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
  const began = performance.now()
  const calls: Promise<void>[] = []
  for (let i = 0; i < Math.round(perSecond * seconds); i++) {
    const dueAt = began + (i * 1000) / perSecond
    const early = dueAt - performance.now()
    if (early > 0) await sleep(early)
    measured.lateMs.push(performance.now() - dueAt)
    calls.push(take(measured, dueAt, call(i)))
  }
  await Promise.all(calls)
  return measured
}

/**
 * Closed loop: callers who call again as soon as they are answered, until a number of seconds is
 * over or a number of calls is made.
 */
export async function saturate(
  callers: number,
  end: { seconds: number } | { calls: number },
  call: (i: number) => Promise<string>,
): Promise<Measured> {
  const measured: Measured = { latenciesMs: [], lateMs: [0], outcomes: new Map() }
  const until = performance.now() + ('seconds' in end ? end.seconds * 1000 : Infinity)
  const most = 'calls' in end ? end.calls : Infinity
  let next = 0
  const caller = async () => {
    while (next < most && performance.now() < until)
      await take(measured, performance.now(), call(next++))
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return measured
}

async function take(measured: Measured, since: number, call: Promise<string>): Promise<void> {
  const outcome = await call.catch((error: Error) => `no answer (${error.message})`)
  measured.latenciesMs.push(performance.now() - since)
  count(measured.outcomes, outcome)
}

/** Several measurements as one. */
export function joined(parts: readonly Measured[]): Measured {
  const outcomes = new Map<string, number>()
  for (const part of parts)
    for (const [outcome, times] of part.outcomes) count(outcomes, outcome, times)
  return {
    latenciesMs: parts.flatMap(({ latenciesMs }) => latenciesMs),
    lateMs: parts.flatMap(({ lateMs }) => lateMs),
    outcomes,
  }
}

export function count(outcomes: Map<string, number>, outcome: string, times = 1): void {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + times)
}

/** Outcomes for a line of output, the most frequent first. */
export function outcomesText(outcomes: ReadonlyMap<string, number>): string {
  const sorted = [...outcomes].sort(([, a], [, b]) => b - a)
  return sorted.map(([outcome, times]) => `${times} × ${outcome}`).join(', ')
}

/** How many of them were something else than 200. */
export function failures(outcomes: ReadonlyMap<string, number>): number {
  return [...outcomes].reduce((sum, [outcome, times]) => sum + (outcome === '200' ? 0 : times), 0)
}
