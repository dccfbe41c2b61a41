import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Stack } from '../dev/stack.js'
import { amount } from './amount.js'
import { call } from './call.js'
import { percentile, spread } from './latencies.js'
import { count, pace, told } from './pace.js'
import { logIn, makeUsers, mintKey } from './running.js'
import { WireClient, wireRequest } from './wire-client.js'

/**
 * Whether one owner's dear searches slow the searches of others: the whole product with the shipped YAML before a real
 * Elasticsearch; one owner sends 2,000 searches near the cap at once, from a process of his own, while three others send
 * everyday searches at an even rate, open loop. Prints their times without and with him, in rounds.
 * `ELASTICSEARCH_URL=… node dist/bench/fairness.js` after a build, on a node that `npm run load` has filled (loopback, no
 * credential). RATE (20 a second), ROUNDS (3), SECONDS (20, of each measure), FLOOD (2000), AGAIN=1 (each is sent again as
 * soon as it is answered, so that there are always so many), CONFIG_DIR (another configuration), DEAR (a request as JSON).
 */

const path = '/api/v1/organizations/search'
const index = 'organization-serp*'

/** Near the shipped cap. A hit is asked for so that the engine does not answer from its cache. */
const dear =
  process.env.DEAR ??
  JSON.stringify({
    index,
    body: {
      query: { match_all: {} },
      size: 1,
      aggs: Object.fromEntries(
        Array.from({ length: 12 }, (_, i) => [
          `names${i}`,
          { terms: { field: 'city.keyword' }, aggs: { codes: { terms: { field: 'tax_code' } } } },
        ]),
      ),
    },
  })

/** What the others ask, in turn: a word, words with a filter, and a page with facets. */
const everyday = [
  { index, body: { query: { match: { name: 'water' } } } },
  {
    index,
    body: {
      query: {
        bool: { must: [{ match: { name: 'community foundation' } }], filter: [{ term: { region: 'RI' } }] },
      },
      size: 20,
    },
  },
  {
    index,
    body: {
      query: { multi_match: { query: 'youth sports', fields: ['name', 'description'] } },
      aggs: { regions: { terms: { field: 'region' } }, cities: { terms: { field: 'city.keyword' } } },
    },
  },
]

/** The dear owner, in a process of his own: all at once, each over a connection of its own. Tells what came of them. */
async function flood(url: string, key: string): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW) // he has a machine of his own: what he computes must not slow ours
  const client = new WireClient(url)
  const request = wireRequest(path, JSON.parse(dear), key)
  const outcomes = new Map<string, number>()
  const tell = () => process.send?.(told(outcomes))
  process.once('message', () => process.exit(0)) // the measure is over
  const one = async () => {
    do count(outcomes, await client.send(request, true))
    while (process.env.AGAIN)
  }
  const telling = setInterval(tell, 500)
  await Promise.all(Array.from({ length: amount('FLOOD', 2000) }, one))
  clearInterval(telling)
  tell()
}

/** Runs the flood until the measure is over. @returns what came of it so far. */
async function withFlood<T>(url: string, key: string, measure: () => Promise<T>): Promise<[T, string]> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), ['flood', url, key])
  let last = 'no answer yet'
  child.on('message', (text: string) => {
    last = text
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    await wait(200) // until it runs: its first requests fall into the measure
    return [await measure(), last]
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function main(): Promise<void> {
  if (!process.env.ELASTICSEARCH_URL) throw new Error('ELASTICSEARCH_URL must name a filled Elasticsearch')
  const [rate, seconds, rounds] = [amount('RATE', 20), amount('SECONDS', 20), amount('ROUNDS', 3)]
  const dataDir = mkdtempSync(join(tmpdir(), 'directory-bench-'))
  const secret = () => randomBytes(24).toString('base64url')
  const operatorSecret = secret()
  const { PATH, ELASTICSEARCH_URL, CONFIG_DIR } = process.env
  const stack = new Stack({
    ...{ PATH, ELASTICSEARCH_URL, DATA_DIR: dataDir, ...(CONFIG_DIR && { CONFIG_DIR }), LOG_LEVEL: 'warn' },
    ...{ PORT: '0', ADMIN_PORT: '0', AUTH_PORT: '0', AUTH_INTERNAL_PORT: '0' },
    ...{ BOOTSTRAP_EMAIL: 'bench@example.org', BOOTSTRAP_PASSWORD: secret() },
    ...{ SERVICE_SECRET: secret(), OPERATOR_SECRET: operatorSecret },
  })
  try {
    const { gateway, auth } = await stack.start()
    const emails = Array.from({ length: 4 }, (_, i) => `owner${i}@example.org`)
    const keys: string[] = []
    for (const user of await makeUsers(auth, operatorSecret, emails))
      keys.push((await mintKey(gateway.url, await logIn(gateway.url, user))).key)
    const [dearKey, ...otherKeys] = keys as [string, ...string[]]
    const others = (length: number, perSecond = rate) =>
      pace(perSecond, length, async (i) => {
        const credential = otherKeys[i % otherKeys.length]!
        return (await call(gateway.url + path, { credential, body: everyday[i % everyday.length]! })).outcome
      })

    await wait(2000) // until the gateway has learned the fields
    const alone = await Promise.all([
      others(15, 100), // warms the node and the gateway, as the dear ones do
      call(gateway.url + path, { credential: dearKey, body: JSON.parse(dear) }),
    ])
    if (alone[1].status !== 200) throw new Error(`the dear search answered ${alone[1].outcome}`)
    const started = performance.now()
    await call(gateway.url + path, { credential: dearKey, body: JSON.parse(dear) })
    console.log(`node ${process.version}; a dear search alone takes ${(performance.now() - started).toFixed(0)} ms`)
    for (let round = 1; round <= rounds; round++) {
      const base = await others(seconds)
      const [during, came] = await withFlood(gateway.url, dearKey, () => others(seconds))
      await wait(3000) // what the engine still runs of it
      console.log(`round ${round}`)
      console.log(`  alone: ${spread(base.latenciesMs)}; ${told(base.outcomes)}`)
      console.log(`  beside the flood: ${spread(during.latenciesMs)}; ${told(during.outcomes)}`)
      const times = (share: number) =>
        (percentile(during.latenciesMs, share) / percentile(base.latenciesMs, share)).toFixed(2)
      console.log(`  p50 × ${times(0.5)}, p99 × ${times(0.99)}; the flood: ${came}`)
    }
  } finally {
    await stack.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const [task, url, key] = process.argv.slice(2)
if (task === 'flood' && url && key) await flood(url, key)
else {
  await main()
  process.exit(0) // kept connections
}
