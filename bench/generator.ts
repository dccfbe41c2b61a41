import { cpuTime } from './cpu-time.js'
import { ExactSleep } from './exact-sleep.js'
import { percentile } from './latencies.js'
import { count, pace } from './pace.js'
import { WireClient } from './wire-client.js'

/**
 * Asks a program from a process of its own, so that the caller's time is not counted. Takes
 * jobs over IPC, one at a time (bench/peers/caller.ts).
 */
export interface Job {
  /** Asked in turn; their CPU time is counted, with their children. */
  programs: readonly { url: string; pid: number }[]
  /** Sent in turn, as by `wireRequest`. */
  requests: readonly string[]
  seconds: number
  /**
   * How many are sent a second, whatever comes back; or how many connections have one under way at
   * any time.
   */
  load: { perSecond: number } | { connections: number }
}

/** What came of a job. */
export interface Came {
  /** How often each outcome was seen. */
  outcomes: [string, number][]
  perSecond: number
  /** Microseconds of CPU of one request. */
  cpu: number
  /** Milliseconds from the moment that it was due (perSecond), or was sent. */
  p50: number
  p99: number
  /** Milliseconds by which it was sent after it was due, p99: the generator's own fault. */
  lateP99: number
}

/** What a program is asked before it is measured, as a share of the whole. */
const warmUp = 0.15

const exact = new ExactSleep()

process.on('message', async (job: Job) => {
  process.send?.(await run(job))
})
process.once('disconnect', () => process.exit(0))
process.send?.('generator')

async function run({ programs, requests, seconds, load }: Job): Promise<Came> {
  const clients = programs.map(({ url }) => new WireClient(url))
  let next = 0
  const ask = () => clients[next % clients.length]!.send(requests[next++ % requests.length]!, true)
  const measure =
    'perSecond' in load ? openLoop(load.perSecond, ask) : closedLoop(load.connections, ask)
  await measure(seconds * warmUp)
  const cpuOfAll = () => programs.reduce((sum, { pid }) => sum + cpuTime(pid), 0)
  const [cpu, beganAt] = [cpuOfAll(), performance.now()]
  const { outcomes, latenciesMs, lateMs } = await measure(seconds)
  const [took, wall] = [cpuOfAll() - cpu, (performance.now() - beganAt) / 1000]
  for (const client of clients) client.close()
  return {
    ...{
      outcomes: [...outcomes],
      perSecond: latenciesMs.length / wall,
      cpu: took / latenciesMs.length,
    },
    ...{
      p50: percentile(latenciesMs, 0.5),
      p99: percentile(latenciesMs, 0.99),
      lateP99: percentile(lateMs, 0.99),
    },
  }
}

function openLoop(perSecond: number, ask: () => Promise<string>) {
  return (seconds: number) => pace(perSecond, seconds, ask, exact.sleep)
}

function closedLoop(connections: number, ask: () => Promise<string>) {
  return async (seconds: number) => {
    const outcomes = new Map<string, number>()
    const latenciesMs: number[] = []
    const until = performance.now() + seconds * 1000
    const caller = async () => {
      for (let sentAt = performance.now(); sentAt < until; sentAt = performance.now()) {
        count(outcomes, await ask())
        latenciesMs.push(performance.now() - sentAt)
      }
    }
    await Promise.all(Array.from({ length: connections }, caller))
    return { outcomes, latenciesMs, lateMs: [0] }
  }
}
