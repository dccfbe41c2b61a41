import { ready } from './child.js'
import { ExactSleep } from './exact-sleep.js'
import { pace, saturate } from './pace.js'
import { cpuTime } from './process-load.js'
import { percentile } from './report.js'
import { WireClient } from './wire-client.js'

/**
 * Asks a program from a process of its own, so that the caller's time is not counted. Takes jobs
 * over IPC, one at a time (bench/peers/caller.ts).
 */
export interface Job {
  url: string
  /** Its CPU time is counted, with its children. */
  pid: number
  /** Sent in turn, as by `wireRequest`. */
  requests: readonly string[]
  /** An even rate, or connections that each have one request under way at any time. */
  load:
    | { perSecond: number; seconds: number }
    | { connections: number; end: { seconds: number } | { calls: number } }
}

/** What came of a job. */
export interface Came {
  /** How often each outcome was seen. */
  outcomes: [string, number][]
  perSecond: number
  /** Microseconds of CPU of one request. */
  cpu: number
  /** Milliseconds from the moment that it was due, or in a closed loop was sent. */
  p50: number
  p99: number
  /** Milliseconds by which it was sent after it was due, p99: the generator's own fault. */
  lateP99: number
}

const exact = new ExactSleep()
process.on('message', async (job: Job) => process.send?.(await run(job)))
ready('generator')

async function run({ url, pid, requests, load }: Job): Promise<Came> {
  const client = new WireClient(url)
  const send = (i: number) => client.send(requests[i % requests.length]!, true)
  const [cpu, beganAt] = [cpuTime(pid), performance.now()]
  const { outcomes, latenciesMs, lateMs } =
    'perSecond' in load
      ? await pace(load.perSecond, load.seconds, send, exact.sleep)
      : await saturate(load.connections, load.end, send)
  const [took, seconds] = [cpuTime(pid) - cpu, (performance.now() - beganAt) / 1000]
  client.close()
  return {
    outcomes: [...outcomes],
    perSecond: latenciesMs.length / seconds,
    cpu: took / latenciesMs.length,
    p50: percentile(latenciesMs, 0.5),
    p99: percentile(latenciesMs, 0.99),
    lateP99: percentile(lateMs, 0.99),
  }
}
