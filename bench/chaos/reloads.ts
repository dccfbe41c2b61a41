import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { amount } from '../amount.js'
import { during, failures, outcomesText, pace } from '../pace.js'
import { loadOf } from '../process-load.js'
import { atMost, expectNone, spread } from '../report.js'
import {
  configWith,
  logIn,
  mintKey,
  startAuthService,
  startEngine,
  startGateway,
} from '../running.js'
import { wireSearch } from '../searches.js'
import { WireClient } from '../wire-client.js'

/**
 * What callers notice of reloads: a gateway with two workers is put under a steady load of
 * searches, three of four over kept connections, and its configuration is changed again and again.
 *
 * RELOADS (200), RATE (200 requests a second), WORKERS (2).
 */

const reloads = amount('RELOADS', 200)
const perSecond = amount('RATE', 200)
const workers = amount('WORKERS', 2)
/** Of this many requests one opens a connection of its own. */
const freshEvery = 4
/** How often the memory is measured. */
const looks = 20

const configDir = configWith((text) => text)
const file = join(configDir, 'gateway.config.yml')
const shipped = readFileSync(file, 'utf8')
const [auth, engine] = await Promise.all([startAuthService(), startEngine()])
const gateway = await startGateway(auth, engine.addresses.url, {
  CONFIG_DIR: configDir,
  WORKERS: String(workers),
})
const { url, adminUrl } = gateway.addresses

const took: number[] = []
let refused = 0
try {
  const { key } = await mintKey(url, await logIn(url, auth.admin))
  const search = wireSearch(key)
  const client = new WireClient(url)
  const memory: number[] = []
  const allChanges = async () => {
    for (let i = 0; i <= reloads; i++) {
      if (i % Math.ceil(reloads / looks) === 0) memory.push(loadOf(gateway.pid).memory)
      await change(i)
    }
  }
  const [, { outcomes, latenciesMs }] = await during(allChanges(), () =>
    pace(perSecond, 5, (i) => client.send(search, i % freshEvery > 0)),
  )
  client.close()
  console.log(
    `${reloads} reloads with ${workers} workers at ${perSecond} requests/s: ` +
      `${outcomesText(outcomes)}; ${spread(latenciesMs)}`,
  )
  console.log(`  a reload: ${spread(took)}`)
  console.log(`  memory of the primary, MB: ${memory.join(', ')}`)
  expectNone('reloads: requests not answered with 200', failures(outcomes))
  expectNone('reloads that were refused', refused)
  const settled = memory.slice(Math.floor(memory.length / 4))
  atMost(
    'reloads: growth of the primary’s memory after a quarter of the reloads',
    Math.max(0, settled.at(-1)! - settled[0]!),
    8,
    'MB',
  )
} finally {
  await gateway.stop()
  await Promise.all([auth.stop(), engine.stop()])
  rmSync(configDir, { recursive: true, force: true })
}

/** Changes the file and asks for a reload. */
async function change(i: number): Promise<void> {
  writeFileSync(file, `${shipped}\n# round ${i}\n`)
  const askedAt = performance.now()
  const headers = { Authorization: `Bearer ${gateway.secrets.operator}` }
  const answer = await fetch(`${adminUrl}/reload`, { method: 'POST', headers })
  await answer.text()
  took.push(performance.now() - askedAt)
  if (!answer.ok) refused++
}
