import { parentPort, workerData } from 'node:worker_threads'
import { addressOf, call } from './call.js'
import { count } from './pace.js'
import type { Account } from './running.js'

/**
 * A thread of its own, so that sending many logins does not delay what is measured beside them: all log in at once, and
 * again as soon as all are answered, until the thread gets a message.
 */

/** What the crowd is told when it is made. */
export interface Crowd {
  url: string
  account: Account
  /** Logins at once, each from an address of its own. */
  size: number
}

/** What the crowd says when it has ended. */
export interface CrowdReport {
  bursts: number
  outcomes: Map<string, number>
}

const { url, account, size } = workerData as Crowd
const report: CrowdReport = { bursts: 0, outcomes: new Map() }
let over = false
parentPort!.once('message', () => {
  over = true
})
const logIn = async (from: string) => {
  const { outcome } = await call(`${url}/api/v1/auth/login`, { from, body: account })
  count(report.outcomes, outcome)
}
for (let caller = 0; !over; report.bursts++) {
  await Promise.all(Array.from({ length: size }, () => logIn(addressOf(caller++))))
}
parentPort!.postMessage(report)
