import { setTimeout as wait } from 'node:timers/promises'
import { amount } from './amount.js'
import { call } from './call.js'
import { startFaulty } from './faulty.js'
import { atMost } from './goals.js'
import { percentile, spread } from './latencies.js'
import { count, outcomesText, pace } from './pace.js'

/**
 * A steady load of searches, and of calls of an upstream, while what they ask is gone for some
 * seconds: how fast they fail, and how soon after its return the first one succeeds.
 *
 * `npm run build && node dist/bench/gone.js`. RATE (requests a second, 200) and GONE (seconds, 5)
 * may be set.
 */

const rate = amount('RATE', 200)
const goneSeconds = amount('GONE', 5)
/** Load before and after. */
const aroundSeconds = 2

const faulty = await startFaulty(2000)
console.log(`node ${process.version}: ${rate} requests/s, gone for ${goneSeconds} s`)
try {
  for (const step of ['search', 'envelope'] as const) {
    const { url, method, headers, body } = faulty.questions[step]
    const seen: { startedAt: number; endedAt: number; outcome: string }[] = []
    const one = async () => {
      const startedAt = performance.now()
      const credential = headers.Authorization?.split(' ')[1]
      const { outcome } = await call(url, {
        method: method as 'GET' | 'POST',
        ...(credential && { credential }),
        ...(body && { body: JSON.parse(body) }),
      })
      seen.push({ startedAt, endedAt: performance.now(), outcome })
      return outcome
    }
    const load = pace(rate, 2 * aroundSeconds + goneSeconds, one)
    await wait(aroundSeconds * 1000)
    await faulty.order('gone')
    const goneAt = performance.now()
    await wait(goneSeconds * 1000)
    await faulty.order('back')
    const backAt = performance.now()
    await load
    const meanwhile = seen.filter(
      ({ startedAt, endedAt }) => startedAt > goneAt && endedAt < backAt,
    )
    const outcomes = new Map<string, number>()
    for (const { outcome } of meanwhile) count(outcomes, outcome)
    const first = seen
      .filter(({ endedAt, outcome }) => endedAt > backAt && outcome === '200')
      .map(({ endedAt }) => endedAt)
    console.log(
      `${step}: while gone ` +
        `${spread(meanwhile.map(({ startedAt, endedAt }) => endedAt - startedAt))}; ` +
        `${outcomesText(outcomes)}`,
    )
    const told503 = percentile(
      meanwhile.map(({ startedAt, endedAt }) => endedAt - startedAt),
      0.99,
    )
    atMost(`${step}, gone ${goneSeconds} s: answered meanwhile within, p99`, told503, 100, 'ms')
    atMost(
      `${step}, gone ${goneSeconds} s: first success after its return`,
      Math.min(...first) - backAt,
      1000,
      'ms',
    )
  }
} finally {
  await faulty.stop()
}
process.exit(0) // kept connections
