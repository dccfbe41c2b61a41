import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { amount } from './amount.js'
import { expectNone } from './goals.js'
import { median, percentile } from './latencies.js'
import { mixedRequests } from './mixed-requests.js'
import { outcomesText, pace } from './pace.js'
import { type Account, startAuthService, startEngine } from './running.js'
import { firstUnanswered, unanswered, WireClient } from './wire-client.js'

/**
 * What callers notice of restarts: `npm start` and `npm run start:gateway` are started, put under a
 * steady load of searches, new keys and logins, and ended by SIGTERM to npm, again and again.
 * Counted are the requests that were sent whole and got no answer, and the time from the signal
 * until the last process is gone.
 *
 * `npm run build && node dist/bench/restarts.js [script …]`. ROUNDS, RATE (requests a second) and
 * SECONDS (of load, the signal comes half-way) may be set. Of a round that leaves requests without
 * an answer, the product's own output is printed.
 */

interface Command {
  script: 'start' | 'start:gateway'
  env: NodeJS.ProcessEnv
  account: Account
  /** Finds the URL in the output once it is ready. */
  ready: RegExp
}

interface Ending {
  outcomes: Map<string, number>
  endMs: number
  code: number | null
}

const selectedScripts = process.argv.slice(2)
const rounds = amount('ROUNDS', 20)
const perSecond = amount('RATE', 200)
const seconds = amount('SECONDS', 4)
/** Most callers keep their connections. */
const freshEvery = 4

console.log(`node ${process.version}`)
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
    env: {
      ...anyPort,
      ...{ AUTH_SERVICE_URL: auth.addresses.url, AUTH_INTERNAL_URL: auth.addresses.internalUrl },
      ...{ ELASTICSEARCH_URL: engine.addresses.url, SERVICE_SECRET: auth.secrets.service },
    },
    account: auth.admin,
    ready: /"url":"(http[^"]+)".*"gateway ready"/,
  })
} finally {
  await Promise.all([auth.stop(), engine.stop()])
  rmSync(dataDir, { recursive: true, force: true })
}

async function measure(command: Command): Promise<void> {
  if (selectedScripts.length > 0 && !selectedScripts.includes(command.script)) return
  const endings: Ending[] = []
  for (let i = 0; i < rounds; i++) endings.push(await restart(command))
  const outcomes = new Map<string, number>()
  for (const ending of endings) {
    for (const [outcome, times] of ending.outcomes)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + times)
  }
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
  console.log(
    `  ${endings.filter(({ code }) => code !== 0).length} ended with another exit code than 0`,
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
  const { outcomes } = await load
  client.close()
  if (unansweredIn(outcomes) > 0)
    console.log(`${outcomesText(outcomes)}, ended after ${endMs.toFixed(0)} ms:\n${output}`)
  return { outcomes, endMs, code }
}

/** How many requests were sent whole and not answered, on new connections too. */
function unansweredIn(outcomes: ReadonlyMap<string, number>): number {
  return (outcomes.get(unanswered) ?? 0) + (outcomes.get(firstUnanswered) ?? 0)
}
