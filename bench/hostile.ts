import { execFileSync, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stack } from '../dev/stack.js'
import { amount } from './amount.js'
import { attackNames } from './attacks.js'
import { call } from './call.js'
import { percentile } from './latencies.js'
import { type Measured, pace, told } from './pace.js'
import { logIn, makeUsers, mintKey } from './running.js'
import { everydaySearch } from './searches.js'

/**
 * What good callers notice of hostile clients: the whole product with the shipped YAML before an engine that costs nothing;
 * beside each attack (bench/attacks.ts), and before and after it, two callers at an even rate, open loop: searches with a
 * key, and calls without a credential. Prints their times, and the memory and open files of the gateway's process.
 *
 * `npm run build && node dist/bench/hostile.js` (Linux). SCALE (10: ten times the size in which each attack was first seen),
 * RATE (25 a second of each caller), SECONDS (10, before and after), ATTACK (the beginning of a name: those alone).
 */

const [scale, rate, seconds] = [amount('SCALE', 10), amount('RATE', 25), amount('SECONDS', 10)]
const secret = () => randomBytes(24).toString('base64url')
const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Memory in MB and open files of a process. */
interface Load {
  memory: number
  files: number
}

function loadOf(pid: number): Load {
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
  return { memory: Math.round(kilobytes / 1024), files: readdirSync(`/proc/${pid}/fd`).length }
}

/** Both callers, for so many seconds or until something has ended. */
function goodCallers(url: string, key: string, length: number): Promise<[Measured, Measured]> {
  const search = () => call(`${url}/api/v1/organizations/search`, { credential: key, body: everydaySearch })
  const refresh = () => call(`${url}/api/v1/auth/refresh`, { body: { refreshToken: 'x' } })
  const outcome = async (answer: Promise<{ outcome: string }>) => (await answer).outcome
  return Promise.all([pace(rate, length, () => outcome(search())), pace(rate, length, () => outcome(refresh()))])
}

function row(label: string, [searches, others]: [Measured, Measured]): void {
  const at = ({ latenciesMs }: Measured, share: number) => percentile(latenciesMs, share).toFixed(1).padStart(8)
  const times = [searches, others].map((series) => `${at(series, 0.5)} ${at(series, 0.99)} ${at(series, 1)}`)
  console.log(`  ${label.padEnd(7)} ${times.join('   ')}   ${told(searches.outcomes)} | ${told(others.outcomes)}`)
}

/** One attack, with the callers beside it until it is over. */
async function measure(name: string, pid: number, url: string, keys: [string, string]): Promise<void> {
  const [key, attacker] = keys
  console.log(`${name}\n           search: p50, p99, max ms     no credential              outcomes`)
  row('base', await goodCallers(url, key, seconds))
  const base = loadOf(pid)
  const peak = { ...base }
  const sampling = setInterval(() => {
    const { memory, files } = loadOf(pid)
    peak.memory = Math.max(peak.memory, memory)
    peak.files = Math.max(peak.files, files)
  }, 100)
  const child = fork(path('./attacks.js'), [name, url, attacker, String(scale)])
  let came = 'nothing'
  child.once('message', (report: string) => {
    came = report
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const parts: [Measured, Measured][] = []
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  while (!isOver) parts.push(await goodCallers(url, key, 2))
  row('during', joined(parts))
  row('after', await goodCallers(url, key, seconds))
  clearInterval(sampling)
  const after = loadOf(pid)
  const change = (load: keyof Load) => `${base[load]}, at most ${peak[load]}, after ${seconds} s ${after[load]}`
  console.log(`  ${came}; memory MB ${change('memory')}; open files ${change('files')}`)
}

function joined(parts: [Measured, Measured][]): [Measured, Measured] {
  const one = (which: 0 | 1): Measured => {
    const outcomes = new Map<string, number>()
    for (const part of parts)
      for (const [outcome, times] of part[which].outcomes) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + times)
    return { outcomes, latenciesMs: parts.flatMap((part) => part[which].latenciesMs) }
  }
  return [one(0), one(1)]
}

const dataDir = mkdtempSync(join(tmpdir(), 'directory-bench-'))
const engine = fork(path('./large-engine.js'))
const engineUrl = await new Promise<string>((resolve) => engine.once('message', (url) => resolve(url as string)))
const operatorSecret = secret()
const stack = new Stack({
  ...{ PATH: process.env.PATH, ELASTICSEARCH_URL: engineUrl, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
  ...{ PORT: '0', ADMIN_PORT: '0', AUTH_PORT: '0', AUTH_INTERNAL_PORT: '0' },
  ...{ BOOTSTRAP_EMAIL: 'bench@example.org', BOOTSTRAP_PASSWORD: secret() },
  ...{ SERVICE_SECRET: secret(), OPERATOR_SECRET: operatorSecret },
})
try {
  const { gateway, auth } = await stack.start()
  const pid = Number(
    execFileSync('pgrep', ['-P', String(process.pid), '-f', 'gateway/main'])
      .toString()
      .trim(),
  )
  const keys: string[] = []
  for (const user of await makeUsers(auth, operatorSecret, ['good@example.org', 'hostile@example.org']))
    keys.push((await mintKey(gateway.url, await logIn(gateway.url, user))).key)
  await goodCallers(gateway.url, keys[0]!, 5) // warms
  console.log(`node ${process.version}, attacks at ${scale} × their first size, each caller ${rate} calls/s`)
  for (const name of attackNames) {
    if (name.startsWith(process.env.ATTACK ?? '')) await measure(name, pid, gateway.url, keys as [string, string])
  }
} finally {
  engine.disconnect()
  await stack.close()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(0) // kept connections
