import { setTimeout as wait } from 'node:timers/promises'
import { amount } from '../amount.js'
import { callerAt, mustCall } from '../call.js'
import { computeElsewhere, ready, startChild } from '../child.js'
import { count, failures, type Measured, outcomesText, pace } from '../pace.js'
import { atMost, expectNone, median, percentile, spread } from '../report.js'
import { makeKeys, noProxy, startStack } from '../running.js'
import { searchPath } from '../searches.js'
import { WireClient, wireRequest } from '../wire-client.js'

/**
 * Whether one owner's expensive searches slow the searches of others: the whole product with the
 * shipped YAML before a real Elasticsearch (ELASTICSEARCH_URL); one owner sends 2,000 searches near
 * the cap at once, from a process of its own, while three others send everyday searches at an even
 * rate, open loop, each from an address of its own. RATE (20 a second), ROUNDS (3), SECONDS (20, of
 * each measure), FLOOD (2000).
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
if (role === 'flood') await sendFlood(JSON.parse(options!))
else await main()

/** In a process of its own: all at once. Tells its parent every half second what came. */
async function sendFlood({ url, request, many }: Flood): Promise<void> {
  computeElsewhere(process.pid)
  ready('flood')
  const client = new WireClient(url)
  const outcomes = new Map<string, number>()
  setInterval(() => process.send?.(outcomesText(outcomes)), 500)
  const send = async () => count(outcomes, await client.send(request, true))
  await Promise.all(Array.from({ length: many }, send))
}

async function main(): Promise<void> {
  const { ELASTICSEARCH_URL } = process.env
  if (!ELASTICSEARCH_URL) throw new Error('ELASTICSEARCH_URL must name a filled Elasticsearch')
  const [rate, seconds] = [amount('RATE', 20), amount('SECONDS', 20)]
  const settings = { ELASTICSEARCH_URL, LOG_LEVEL: 'warn', TRUSTED_PROXIES: noProxy }
  const stack = await startStack(settings)
  try {
    const { url } = stack.addresses.gateway
    const emails = Array.from({ length: 4 }, (_, i) => `owner${i}@example.org`)
    const [expensiveKey, ...otherKeys] = (await makeKeys(stack, emails)) as [string, ...string[]]
    // the flood is at 127.0.0.1
    const callers = otherKeys.map((credential, i) => ({
      credential,
      call: callerAt(`127.0.0.${i + 2}`),
    }))
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
    const request = wireRequest(searchPath, body, expensiveKey)
    await compare({ url, request, many: amount('FLOOD', 2000) }, () => others(seconds))
  } finally {
    await stack.stop()
  }
  process.exit(0) // kept connections
}

/** Measures good callers alone and next to the flood, by turns. */
async function compare(flood: Flood, measure: () => Promise<Measured>): Promise<void> {
  const times: number[] = []
  let failed = 0
  for (let round = 0; round < amount('ROUNDS', 3); round++) {
    const alone = await measure()
    const args = ['flood', JSON.stringify(flood)]
    const { process: child } = await startChild('./chaos/fairness.js', { args })
    let came = 'no answer yet'
    child.on('message', (text: string) => {
      came = text
    })
    const beside = await measure()
    child.kill()
    await wait(3000) // what the engine still runs of it
    console.log(`  alone: ${spread(alone.latenciesMs)}; ${outcomesText(alone.outcomes)}`)
    console.log(`  beside: ${spread(beside.latenciesMs)}; ${outcomesText(beside.outcomes)}`)
    console.log(`  of the flood: ${came}`)
    times.push(percentile(beside.latenciesMs, 0.99) / percentile(alone.latenciesMs, 0.99))
    failed += failures(beside.outcomes)
  }
  const all = times.map((one) => one.toFixed(2)).join(', ')
  atMost(`expensive searches: p99 of others, times that alone, median of ${all}`, median(times), 4)
  expectNone('expensive searches: searches of others not answered with 200', failed)
}
