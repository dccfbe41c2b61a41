import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { amount } from '../amount.js'
import { mixedRequests } from '../mixed-requests.js'
import { joined, type Measured, outcomesText, pace } from '../pace.js'
import { expectNone, median, percentile } from '../report.js'
import { type Account, gatewaySettings, startAuthService, startEngine } from '../running.js'
import { firstUnanswered, unanswered, WireClient } from '../wire-client.js'

/**
 * What callers notice of restarts: `npm start` and `npm run start:gateway` are started, put under a
 * steady load of searches, new keys and logins, and ended by SIGTERM to npm, again and again.
 * Counted are the requests that were sent whole and got no answer, and the time from the signal
 * until the last process is gone.
 *
 * ROUNDS (20 of each), RATE (200 requests a second), SECONDS (4 of load, the signal comes
 * half-way). Of a round that leaves requests without an answer, the product's own output is
 * printed.
 */

interface Command {
  script: 'start' | 'start:gateway'
  env: NodeJS.ProcessEnv
  account: Account
  /** Finds the URL in the output once it is ready. */
  ready: RegExp
}

interface Ending {
  load: Measured
  endMs: number
  code: number | null
}

const rounds = amount('ROUNDS', 20)
const perSecond = amount('RATE', 200)
const seconds = amount('SECONDS', 4)
/** Most callers keep their connections. */
const freshEvery = 4

const dataDir = mkdtempSync(join(tmpdir(), 'directory-bench-'))
const [auth, engine] = await Promise.all([startAuthService(), startEngine()])
const anyPort = { PATH: process.env.PATH, PORT: '0', ADMIN_PORT: '0' }
try {
  await measure({
    script: 'start',
    env: {
      ...anyPort,
      ...{ AUTH_PORT: '0', AUTH_INTERNAL_PORT: '0', ENGINE_PORT: '0', DATA_DIR: dataDir },
      ...{ BOOTSTRAP_EMAIL: auth.admin.email, BOOTSTRAP_PASSWORD: auth.admin.password },
    },
    account: auth.admin,
    ready: /gateway {3}(http\S+)[\s\S]*Ctrl-C ends it/,
  })
  await measure({
    script: 'start:gateway',
    env: { ...anyPort, ...gatewaySettings(auth, engine.addresses.url) },
    account: auth.admin,
    ready: /"url":"(http[^"]+)".*"gateway ready"/,
  })
} finally {
  await Promise.all([auth.stop(), engine.stop()])
  rmSync(dataDir, { recursive: true, force: true })
}

async function measure(command: Command): Promise<void> {
  const endings: Ending[] = []
  for (let i = 0; i < rounds; i++) endings.push(await restart(command))
  const { outcomes } = joined(endings.map(({ load }) => load))
  const ends = endings.map(({ endMs }) => endMs / 1000)
  console.log(
    `npm run ${command.script}: ${rounds} restarts at ${perSecond} requests/s: ${outcomesText(outcomes)}`,
  )
  expectNone(
    `npm run ${command.script}, ${rounds} restarts: requests sent whole and not answered`,
    unansweredIn(outcomes),
  )
  console.log(
    `  until the end ${median(ends).toFixed(2)} s (median), ${percentile(ends, 1).toFixed(2)} ` +
      's (max)',
  )
  expectNone(
    `npm run ${command.script}: ends with another exit code than 0`,
    endings.filter(({ code }) => code !== 0).length,
  )
}

async function restart({ script, env, account, ready }: Command): Promise<Ending> {
  const npm = spawn('npm', ['run', script], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(npm, 'close') // when the last process that holds its output is gone
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const look = (chunk: Buffer) => {
      output += chunk
      const found = ready.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    }
    npm.stdout.on('data', look)
    npm.stderr.on('data', look)
    void closed.then(() => reject(new Error(`it ended before it was ready:\n${output}`)))
  })
  const requests = await mixedRequests(url, account)
  const client = new WireClient(url)
  const send = (i: number) => client.send(requests[i % requests.length]!, i % freshEvery > 0)
  const load = pace(perSecond, seconds, send)
  await wait((seconds * 1000) / 2)
  const signalled = performance.now()
  npm.kill('SIGTERM')
  const [code] = (await closed) as [number | null]
  const endMs = performance.now() - signalled
  const measured = await load
  client.close()
  if (unansweredIn(measured.outcomes) > 0)
    console.log(
      `${outcomesText(measured.outcomes)}, ended after ${endMs.toFixed(0)} ms:\n${output}`,
    )
  return { load: measured, endMs, code }
}

/** How many requests were sent whole and not answered, on new connections too. */
function unansweredIn(outcomes: ReadonlyMap<string, number>): number {
  return (outcomes.get(unanswered) ?? 0) + (outcomes.get(firstUnanswered) ?? 0)
}
