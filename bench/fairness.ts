import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { amount } from './amount.js'
import { addressOf, call, callerAt } from './call.js'
import { computeElsewhere } from './elsewhere.js'
import { percentile, spread } from './latencies.js'
import { count, outcomesText, pace } from './pace.js'
import { logIn, makeUsers, mintKey, noProxy, startStack } from './running.js'
import { WireClient, wireRequest } from './wire-client.js'

/**
 * Whether one owner's expensive searches slow the searches of others: the whole product with the
 * shipped YAML before a real Elasticsearch; one owner sends 2,000 searches near the cap at once,
 * from a process of its own, while three others send everyday searches at an even rate, open loop,
 * each from an address of its own. Prints their times next to the first burst after the start, when
 * much of the gateway's code is not compiled yet; then their times without and with it, in rounds;
 * and next to what no queue can take away, as engine, gateway and callers share one machine: the
 * same expensive searches sent straight to the engine, one after the other and this many at a time,
 * as if no one else had sent any; all of them sent to a bare server of Node's, which lets each wait
 * as long as the gateway does and refuses it; and that next to one at a time straight to the
 * engine. `ELASTICSEARCH_URL=… node dist/bench/fairness.js` after a build, on a node that
 * `npm run load` has filled (loopback, no credential). RATE (20 a second), ROUNDS (3), SECONDS (20,
 * of each measure), FLOOD (2000), AGAIN=1 (each is sent again as soon as it is answered, so that
 * there are always this many), PROXIED=1 (all come through one trusted proxy), STRAIGHT (1,2: how
 * many at a time), CONFIG_DIR (another configuration), EXPENSIVE (a request as JSON).
 */

const path = '/api/v1/organizations/search'
const index = 'organization-serp*'

/** Near the shipped cap. A hit is asked for so that the engine does not answer from its cache. */
const expensive =
  process.env.EXPENSIVE ??
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
        bool: {
          must: [{ match: { name: 'community foundation' } }],
          filter: [{ term: { region: 'RI' } }],
        },
      },
      size: 20,
    },
  },
  {
    index,
    body: {
      query: { multi_match: { query: 'youth sports', fields: ['name', 'description'] } },
      aggs: {
        regions: { terms: { field: 'region' } },
        cities: { terms: { field: 'city.keyword' } },
      },
    },
  },
]

/** Where expensive searches go, and how many there are at a time. */
interface Flood {
  url: string
  path: string
  body: object
  key?: string
  /** The client's address as a trusted proxy shows it. */
  from?: string
  many: number
  /** Whether each is sent again as soon as it is answered. */
  isEndless: boolean
}

/**
 * The expensive owner, in a process of its own: all at once, each over a connection of its own.
 * Reports what came of them.
 */
async function flood({ url, path, body, key, from, many, isEndless }: Flood): Promise<void> {
  computeElsewhere(process.pid) // it has a machine of its own: what it computes must not slow ours
  const client = new WireClient(url)
  const request = wireRequest(path, body, key, from)
  const outcomes = new Map<string, number>()
  const tell = () => process.send?.(outcomesText(outcomes))
  process.once('message', () => process.exit(0)) // the measure is over
  const one = async () => {
    do count(outcomes, await client.send(request, true))
    while (isEndless)
  }
  const telling = setInterval(tell, 500)
  await Promise.all(Array.from({ length: many }, one))
  clearInterval(telling)
  tell()
}

/** As long as the gateway lets a search wait, in milliseconds. */
const patienceMs = 10_000

/** Refuses each request after so long, and does nothing else. Reports its URL. */
function beBare(): void {
  const body = JSON.stringify({ error: { code: 'OVERLOADED' } })
  const server = createServer((req, res) => {
    req.resume()
    setTimeout(() => res.writeHead(503, { 'Content-Length': body.length }).end(body), patienceMs)
  })
  server.listen(0, '127.0.0.1', () =>
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  )
  process.once('disconnect', () => process.exit(0))
}

const part = (...args: string[]): ChildProcess => fork(fileURLToPath(import.meta.url), args)

/** Runs floods until the measure is over. @returns what came of them so far. */
async function withFloods<T>(
  [first, ...others]: readonly Flood[],
  measure: () => Promise<T>,
): Promise<[T, string[]]> {
  if (!first) return [await measure(), []]
  const [[measured, came], mine] = await withFlood(first, () => withFloods(others, measure))
  return [measured, [mine, ...came]]
}

async function withFlood<T>(of: Flood, measure: () => Promise<T>): Promise<[T, string]> {
  const child = part('flood', JSON.stringify(of))
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
  if (!process.env.ELASTICSEARCH_URL)
    throw new Error('ELASTICSEARCH_URL must name a filled Elasticsearch')
  const [rate, seconds, rounds] = [amount('RATE', 20), amount('SECONDS', 20), amount('ROUNDS', 3)]
  const { ELASTICSEARCH_URL, CONFIG_DIR } = process.env
  const isProxied = process.env.PROXIED !== undefined
  const bare = part('bare')
  const [bareUrl] = (await once(bare, 'message')) as [string]
  const stack = await startStack({
    ELASTICSEARCH_URL,
    ...(CONFIG_DIR && { CONFIG_DIR }),
    LOG_LEVEL: 'warn',
    TRUSTED_PROXIES: isProxied ? 'loopback' : noProxy,
  })
  try {
    const { gateway, auth } = stack.addresses
    const emails = Array.from({ length: 4 }, (_, i) => `owner${i}@example.org`)
    const keys: string[] = []
    for (const user of await makeUsers(auth, stack.secrets.operator, emails))
      keys.push((await mintKey(gateway.url, await logIn(gateway.url, user))).key)
    const [expensiveKey, ...otherKeys] = keys as [string, ...string[]]
    // the burst is at 127.0.0.1
    const callers = otherKeys.map((key, i) =>
      isProxied
        ? { key, call, from: addressOf(i + 1) }
        : { key, call: callerAt(`127.0.0.${i + 2}`) },
    )
    const others = (length: number, perSecond = rate) =>
      pace(perSecond, length, async (i) => {
        const { call, key, ...origin } = callers[i % callers.length]!
        const body = everyday[Math.floor(i / callers.length) % everyday.length]!
        return (await call(gateway.url + path, { credential: key, body, ...origin })).outcome
      })

    await wait(2000) // until the gateway has learned the fields
    const alone = await Promise.all([
      others(15, 100), // warms the node and the gateway, as the expensive ones do
      call(gateway.url + path, { credential: expensiveKey, body: JSON.parse(expensive) }),
    ])
    if (alone[1].status !== 200)
      throw new Error(`the expensive search answered ${alone[1].outcome}`)
    const started = performance.now()
    await call(gateway.url + path, { credential: expensiveKey, body: JSON.parse(expensive) })
    console.log(
      `node ${process.version}; an expensive search alone takes ` +
        `${(performance.now() - started).toFixed(0)} ms`,
    )
    const through: Flood = {
      ...{ url: gateway.url, path, body: JSON.parse(expensive), key: expensiveKey },
      ...{ many: amount('FLOOD', 2000), isEndless: process.env.AGAIN !== undefined },
      ...(isProxied && { from: addressOf(0) }),
    }
    const { index, body } = JSON.parse(expensive)
    const straight = (many: number): Flood => ({
      ...{
        url: ELASTICSEARCH_URL!,
        path: `/${index}/_search`,
        body: { track_total_hits: true, ...body },
      },
      ...{ many, isEndless: true },
    })
    const atATime = (process.env.STRAIGHT ?? '1,2').split(',').map(Number)
    const floods = new Map<string, readonly Flood[]>([
      [`${through.many} through the gateway`, [through]],
      ...atATime.map((many): [string, Flood[]] => [
        `straight to the engine, ${many} at a time`,
        [straight(many)],
      ]),
      [`${through.many} to a bare server`, [{ ...through, url: bareUrl }]],
      [
        `${through.many} to a bare server, straight to the engine 1 at a time`,
        // the burst last: it is to come within the measure
        [straight(1), { ...through, url: bareUrl }],
      ],
    ])
    const [first, came] = await withFloods([through], () => others(seconds))
    console.log(
      `with the first that come after the start: ${spread(first.latenciesMs)}; of the expensive ` +
        `ones: ${came[0]}`,
    )
    await wait(3000)
    for (let round = 1; round <= rounds; round++) {
      const base = await others(seconds)
      console.log(`round ${round}`)
      console.log(`  alone: ${spread(base.latenciesMs)}; ${outcomesText(base.outcomes)}`)
      for (const [name, sent] of floods) {
        const [during, came] = await withFloods(sent, () => others(seconds))
        await wait(3000) // what the engine still runs of it
        const times = (share: number) =>
          (percentile(during.latenciesMs, share) / percentile(base.latenciesMs, share)).toFixed(2)
        console.log(
          `  with ${name}: ${spread(during.latenciesMs)}; ${outcomesText(during.outcomes)}`,
        )
        console.log(
          `    p50 × ${times(0.5)}, p99 × ${times(0.99)}; of the expensive ones: ${came.join('; ')}`,
        )
      }
    }
  } finally {
    bare.disconnect()
    await stack.stop()
  }
}

const [task, optionOf] = process.argv.slice(2)
if (task === 'flood' && optionOf) await flood(JSON.parse(optionOf))
else if (task === 'bare') beBare()
else {
  await main()
  process.exit(0) // kept connections
}
