import { setTimeout as wait } from 'node:timers/promises'
import { amount } from '../amount.js'
import { addressOf, call } from '../call.js'
import { computeElsewhere, ready, startChild } from '../child.js'
import { count, failures, outcomesText, pace } from '../pace.js'
import { atMost, expectNone, median, percentile, spread } from '../report.js'
import { makeKeys, startStack } from '../running.js'
import { everydaySearch, searchPath } from '../searches.js'
import { WireClient } from '../wire-client.js'

/**
 * Whether visitors slow callers with a key: the whole product with the shipped limits before a real
 * Elasticsearch (ELASTICSEARCH_URL); the embedded engine has one thread, which a search holds.
 * Visitors send the most expensive calls of the search templates as fast as they are answered, from
 * a process of its own, first from one address, then from many, while three callers with a key send
 * everyday searches at an even rate, open loop. RATE (20 a second), ROUNDS (3), SECONDS (15, of
 * each measure), VISITORS (500 addresses), CONNECTIONS (100).
 */

/** A long text of many words, which is searched again with typos, with all facets. */
const words = 'afscme spca naacp bpoe elks ioof pta pto odd fellows bsa aarp ibew dar boy scouts'
const facets = 'region,activity,legal_status,revenue,founded'
const find = `/api/v1/organizations?facets=${facets}&size=50&q=${words.replaceAll(' ', '+')}`

interface Flood {
  url: string
  addresses: number
  connections: number
}

const [role, options] = process.argv.slice(2)
if (role === 'flood') await flood(JSON.parse(options!))
else await main()

async function flood({ url, addresses, connections }: Flood): Promise<void> {
  computeElsewhere(process.pid)
  ready('flood')
  const client = new WireClient(url)
  const outcomes = new Map<string, number>()
  setInterval(() => process.send?.(outcomesText(outcomes)), 500)
  let next = 0
  const one = async () => {
    for (;;) {
      const from = `203.0.${(next % addresses) >> 8}.${(next++ % addresses) & 255}`
      const head = `GET ${find} HTTP/1.1\r\nHost: directory\r\nX-Forwarded-For: ${from}\r\n\r\n`
      count(outcomes, await client.send(head, true))
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
}

async function main(): Promise<void> {
  const [rate, seconds, rounds] = [amount('RATE', 20), amount('SECONDS', 15), amount('ROUNDS', 3)]
  const { ELASTICSEARCH_URL } = process.env
  const stack = await startStack({
    ...(ELASTICSEARCH_URL && { ELASTICSEARCH_URL }),
    ...{ VISITOR_REQUESTS_PER_MINUTE: '120', LOG_LEVEL: 'warn' },
  })
  try {
    const { url } = stack.addresses.gateway
    const keys = await makeKeys(stack, ['a@example.org', 'b@example.org', 'c@example.org'])
    const callers = keys.map((credential, i) => ({ credential, from: addressOf(i + 1) }))
    const keyed = (length: number, perSecond = rate) =>
      pace(perSecond, length, async (i) => {
        const caller = callers[i % callers.length]!
        return (await call(url + searchPath, { ...caller, body: everydaySearch })).outcome
      })
    await wait(2000) // until the gateway has learned the fields
    await keyed(10, 100) // warms engine and gateway
    for (const addresses of [1, amount('VISITORS', 500)]) {
      const times: number[] = []
      let failed = 0
      for (let round = 1; round <= rounds; round++) {
        const quiet = await keyed(seconds)
        const asked = { url, addresses, connections: amount('CONNECTIONS', 100) } satisfies Flood
        const args = ['flood', JSON.stringify(asked)]
        const { process: child } = await startChild('./chaos/visitors.js', { args })
        let came = 'no answer yet'
        child.on('message', (text: string) => {
          came = text
        })
        const during = await keyed(seconds)
        child.kill()
        await wait(3000) // what the engine still runs of it
        console.log(`  quiet: ${spread(quiet.latenciesMs)}; ${outcomesText(quiet.outcomes)}`)
        console.log(
          `  with visitors: ${spread(during.latenciesMs)}; ${outcomesText(during.outcomes)}`,
        )
        console.log(`  of the visitors: ${came}`)
        times.push(percentile(during.latenciesMs, 0.99) / percentile(quiet.latenciesMs, 0.99))
        failed += failures(during.outcomes)
      }
      const of = `visitors at ${addresses} addresses`
      const all = times.map((one) => one.toFixed(2)).join(', ')
      atMost(`${of}: p99 with a key, times the quiet one, median of ${all}`, median(times), 2)
      expectNone(`${of}: searches with a key not answered with 200`, failed)
    }
  } finally {
    await stack.stop()
  }
  process.exit(0) // kept connections
}
