import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { amount } from './amount.js'
import { atMost, expectNone } from './goals.js'
import { median, percentile } from './latencies.js'
import { count, outcomesText, pace } from './pace.js'
import { childrenOf, loadOf } from './process-load.js'
import { logIn, mintKey, startAuthService, startEngine, startGateway } from './running.js'
import { everydaySearch } from './searches.js'
import { WireClient, wireRequest } from './wire-client.js'

/**
 * What callers notice of reloads: a gateway with two workers is put under a steady load of
 * searches, three of four over kept connections, and its configuration is changed again and again,
 * each second time into something broken.
 *
 * `npm run build && node dist/bench/reloads.js`. RELOADS, RATE (requests a second) and WORKERS may
 * be set.
 */

const reloads = amount('RELOADS', 1000)
const perSecond = amount('RATE', 200)
const workers = amount('WORKERS', 2)
/** Of this many requests one opens a connection of its own. */
const freshEvery = 4
/** How often the memory is measured. */
const rows = 20

/** Broken in ways that operators know. */
const breaks: readonly ((text: string) => string)[] = [
  () => '',
  (text) => text.slice(0, text.length / 2),
  (text) => text.replace('- authorize:', '- authorise:'),
  (text) => text.replace('limit: 60000', 'limit: many'),
  (text) => text.replace('apiEndpoints: [login]', 'apiEndpoints: [logni]'),
  (text) => `${text}\nhttp: { port: 80 }\n`,
  (text) => text.replace('pipelines:', 'pipelines: ['),
]

interface Status {
  config: { hash: string }
  workers: { pid: number; state: string }[]
}

console.log(`node ${process.version}`)
const configDir = mkdtempSync(join(tmpdir(), 'directory-bench-config-'))
cpSync('config', configDir, { recursive: true })
const file = join(configDir, 'gateway.config.yml')
const shipped = readFileSync(file, 'utf8')
const [auth, engine] = await Promise.all([startAuthService(), startEngine()])
const gateway = await startGateway({
  ...{ CONFIG_DIR: configDir, WORKERS: String(workers), SERVICE_SECRET: auth.secrets.service },
  ...{ AUTH_SERVICE_URL: auth.addresses.url, AUTH_INTERNAL_URL: auth.addresses.internalUrl },
  ELASTICSEARCH_URL: engine.addresses.url,
})
const { url, adminUrl } = gateway.addresses
const [primary] = childrenOf(process.pid).filter((pid) => childrenOf(pid).includes(gateway.pid))

const outcomes = new Map<string, number>()
const latenciesMs: number[] = []
const took: Record<'applied' | 'refused', number[]> = { applied: [], refused: [] }
let wrong = 0
let isOver = false
try {
  const { key } = await mintKey(url, await logIn(url, auth.admin))
  const search = wireRequest('/api/v1/organizations/search', everydaySearch, key)
  const client = new WireClient(url)
  const load = (async () => {
    while (!isOver) {
      const seen = await pace(perSecond, 5, (i) => client.send(search, i % freshEvery > 0))
      latenciesMs.push(...seen.latenciesMs)
      for (const [outcome, times] of seen.outcomes)
        for (let i = 0; i < times; i++) count(outcomes, outcome)
    }
  })()
  console.log(
    '| reloads | primary MB | workers MB | files of the primary | requests | not answered with ' +
      '200 |\n|---|---|---|---|---|---|',
  )
  const memory: number[] = []
  for (let i = 0; i <= reloads; i++) {
    if (i % Math.ceil(reloads / rows) === 0) memory.push(await reportMemory(i))
    await change(i)
  }
  isOver = true
  await load
  client.close()
  const failed = [...outcomes]
    .filter(([outcome]) => outcome !== '200')
    .reduce((sum, [, times]) => sum + times, 0)
  console.log(
    `${reloads} reloads with ${workers} workers at ${perSecond} requests/s: ${outcomesText(outcomes)}`,
  )
  for (const [kind, ms] of Object.entries(took)) {
    if (ms.length > 0)
      console.log(
        `  ${kind}: ${ms.length}, ${median(ms).toFixed(0)} ms (median), ` +
          `${percentile(ms, 1).toFixed(0)} ms (max)`,
      )
  }
  console.log(
    `  requests: p50 ${median(latenciesMs).toFixed(1)} ms, p99 ` +
      `${percentile(latenciesMs, 0.99).toFixed(0)} ms`,
  )
  expectNone('requests that failed', failed)
  expectNone('broken files applied, or good ones not', wrong)
  const settled = memory.slice(Math.floor(memory.length / 4))
  atMost(
    'growth of the primary’s memory after a quarter of the reloads',
    Math.max(0, settled.at(-1)! - settled[0]!),
    8,
    'MB',
  )
} finally {
  await gateway.stop()
  await Promise.all([auth.stop(), engine.stop()])
  rmSync(configDir, { recursive: true, force: true })
}

/**
 * Changes the file, by turns into a good and a broken one, asks for a reload, and looks what is in
 * force.
 */
async function change(i: number): Promise<void> {
  const before = (await status()).config.hash
  const isBroken = i % 2 === 1
  const good = `${shipped}\n# round ${i}\n`
  writeFileSync(file, isBroken ? breaks[(i >> 1) % breaks.length]!(good) : good)
  const askedAt = performance.now()
  const answer = await fetch(`${adminUrl}/reload`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${gateway.secrets.operator}` },
  })
  await answer.text()
  took[isBroken ? 'refused' : 'applied'].push(performance.now() - askedAt)
  const isChanged = (await status()).config.hash !== before
  if (isChanged === isBroken || answer.ok === isBroken) wrong++
}

async function status(): Promise<Status> {
  return (await (await fetch(`${adminUrl}/status`)).json()) as Status
}

/** @returns resident memory of the primary, in MB. */
async function reportMemory(done: number): Promise<number> {
  const { memory, files } = loadOf(primary!)
  const ofWorkers = (await status()).workers
    .filter(({ state }) => state === 'serving')
    .map(({ pid }) => loadOf(pid).memory)
  const all = [...outcomes.values()].reduce((sum, times) => sum + times, 0)
  const bad = all - (outcomes.get('200') ?? 0)
  console.log(`| ${done} | ${memory} | ${ofWorkers.join(' + ')} | ${files} | ${all} | ${bad} |`)
  return memory
}
