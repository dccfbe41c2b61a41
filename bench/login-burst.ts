import { constants, setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { addressOf, call } from './call.js'
import { count } from './pace.js'
import type { Account } from './running.js'

/**
 * A thread of its own, so that sending many logins does not delay what is measured next to them:
 * all log in at once, and the client that is refused tries again after the Retry-After that it got,
 * until all are in.
 */

/** Settings of the burst. */
export interface LoginBurst {
  url: string
  account: Account
  /** Logins at once, each from an address of its own. */
  size: number
}

/** What the burst says when it has ended. */
export interface LoginBurstReport {
  outcomes: Map<string, number>
  /** Until all were in, in seconds. */
  seconds: number
}

// The burst's own work is that of other machines and must not take the cores from what is measured;
// on Linux the priority is the thread's alone
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)
const { url, account, size } = workerData as LoginBurst
const outcomes: LoginBurstReport['outcomes'] = new Map()
const began = performance.now()

async function logIn(from: string): Promise<void> {
  for (;;) {
    const { status, outcome, retryAfter } = await call(`${url}/api/v1/auth/login`, {
      from,
      body: account,
    })
    count(outcomes, outcome)
    if (status === 200) return
    await wait(retryAfter * 1000)
  }
}
await Promise.all(Array.from({ length: size }, (_, caller) => logIn(addressOf(caller))))
parentPort!.postMessage({
  outcomes,
  seconds: (performance.now() - began) / 1000,
} satisfies LoginBurstReport)
