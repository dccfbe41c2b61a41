import { setTimeout as wait } from 'node:timers/promises'
import { amount } from '../amount.js'
import { addressOf, call, callerAt, mustCall } from '../call.js'
import { computeElsewhere, ready, startChild } from '../child.js'
import { count, failures, outcomesText, pace } from '../pace.js'
import { atMost, expectNone, median, percentile, spread } from '../report.js'
import { makeKeys, noProxy, startStack } from '../running.js'
import { searchPath } from '../searches.js'
import { WireClient, wireRequest } from '../wire-client.js'

/**
 * Whether one owner's expensive searches slow the searches of others: the whole product with the
 * shipped YAML before a real Elasticsearch (ELASTICSEARCH_URL); one owner sends 2,000 searches near
 * the cap at once, from a process of its own, while three others send everyday searches at an even
 * rate, open loop, each from an address of its own. RATE (20 a second), ROUNDS (3), SECONDS (20, of
 * each measure), FLOOD (2000), PROXIED=1 (all come through one trusted proxy).
 */

const index = 'organization-serp*'

/** Near the shipped cap. A hit is asked for so that the engine does not answer from its cache. */
const expensive = {
  query: { match_all: {} },
  size: 1,
  aggs: Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [
      `names${i}`,
      { terms: { field: 'city.keyword' }, aggs: { codes: { terms: { field: 'tax_code' } } } },
    ]),
  ),
}

/** What the others ask, in turn: a word, words with a filter, and a page with facets. */
const everyday = [
  { query: { match: { name: 'water' } } },
  {
    query: {
      bool: {
        must: [{ match: { name: 'community foundation' } }],
        filter: [{ term: { region: 'RI' } }],
      },
    },
    size: 20,
  },
  {
    query: { multi_match: { query: 'youth sports', fields: ['name', 'description'] } },
    aggs: { regions: { terms: { field: 'region' } }, cities: { terms: { field: 'city.keyword' } } },
  },
]

/** Where expensive searches go, and how many there are. */
interface Flood {
  url: string
  request: string
  many: number
}

const [role, options] = process.argv.slice(2)
if (role === 'flood') await flood(JSON.parse(options!))
else await main()

/** The expensive owner, in a process of its own: each search over a connection of its own. */
async function flood({ url, request, many }: Flood): Promise<void> {
  computeElsewhere(process.pid)
  ready('flood')
  const client = new WireClient(url)
  const outcomes = new Map<string, number>()
  setInterval(() => process.send?.(outcomesText(outcomes)), 500)
  const one = async () => count(outcomes, await client.send(request, true))
  await Promise.all(Array.from({ length: many }, one))
}

async function main(): Promise<void> {
  const { ELASTICSEARCH_URL } = process.env
  if (!ELASTICSEARCH_URL) throw new Error('ELASTICSEARCH_URL must name a filled Elasticsearch')
  const [rate, seconds, rounds] = [amount('RATE', 20), amount('SECONDS', 20), amount('ROUNDS', 3)]
  const isProxied = process.env.PROXIED !== undefined
  const stack = await startStack({
    ELASTICSEARCH_URL,
    LOG_LEVEL: 'warn',
    TRUSTED_PROXIES: isProxied ? 'loopback' : noProxy,
  })
  try {
    const { url } = stack.addresses.gateway
    const emails = Array.from({ length: 4 }, (_, i) => `owner${i}@example.org`)
    const [expensiveKey, ...otherKeys] = (await makeKeys(stack, emails)) as [string, ...string[]]
    // the burst is at 127.0.0.1
    const callers = otherKeys.map((credential, i) =>
      isProxied
        ? { credential, call, from: addressOf(i + 1) }
        : { credential, call: callerAt(`127.0.0.${i + 2}`) },
    )
    const others = (length: number, perSecond = rate) =>
      pace(perSecond, length, async (i) => {
        const { call, ...caller } = callers[i % callers.length]!
        const body = { index, body: everyday[Math.floor(i / callers.length) % everyday.length]! }
        return (await call(url + searchPath, { ...caller, body })).outcome
      })
    await wait(2000) // until the gateway has learned the fields
    await others(15, 100) // warms node and gateway
    const body = { index, body: expensive }
    const startedAt = performance.now()
    await mustCall(url + searchPath, { credential: expensiveKey, body })
    console.log(`an expensive search takes ${(performance.now() - startedAt).toFixed(0)} ms`)
    const from = isProxied ? addressOf(0) : undefined
    const flood = JSON.stringify({
      url,
      request: wireRequest(searchPath, body, expensiveKey, from),
      many: amount('FLOOD', 2000),
    } satisfies Flood)
    const times: number[] = []
    let failed = 0
    for (let round = 1; round <= rounds; round++) {
      const base = await others(seconds)
      const { process: child } = await startChild('./chaos/fairness.js', { args: ['flood', flood] })
      let came = 'no answer yet'
      child.on('message', (text: string) => {
        came = text
      })
      const during = await others(seconds)
      child.disconnect()
      await wait(3000) // what the engine still runs of it
      console.log(`  alone: ${spread(base.latenciesMs)}; ${outcomesText(base.outcomes)}`)
      console.log(`  with them: ${spread(during.latenciesMs)}; ${outcomesText(during.outcomes)}`)
      console.log(`  of the expensive ones: ${came}`)
      times.push(percentile(during.latenciesMs, 0.99) / percentile(base.latenciesMs, 0.99))
      failed += failures(during.outcomes)
    }
    const all = times.map((one) => one.toFixed(2)).join(', ')
    atMost(`expensive searches: p99 of others, times the base, median of ${all}`, median(times), 4)
    expectNone('expensive searches: searches of others not answered with 200', failed)
  } finally {
    await stack.stop()
  }
  process.exit(0) // kept connections
}
