import { setTimeout as wait } from 'node:timers/promises'
import { amount } from '../amount.js'
import { addressOf, call } from '../call.js'
import { pace } from '../pace.js'
import { makeKeys, startStack } from '../running.js'
import { everydaySearch, searchPath } from '../searches.js'
import { besideFlood, flood } from './flooded.js'

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
if (role === 'flood') {
  const { url, addresses, connections }: Flood = JSON.parse(options!)
  let next = 0
  await flood(url, connections, async (send) => {
    for (;;) {
      const from = `203.0.${(next % addresses) >> 8}.${(next++ % addresses) & 255}`
      await send(`GET ${find} HTTP/1.1\r\nHost: directory\r\nX-Forwarded-For: ${from}\r\n\r\n`)
    }
  })
} else await main()

async function main(): Promise<void> {
  const [rate, seconds] = [amount('RATE', 20), amount('SECONDS', 15)]
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
    for (const addresses of [1, amount('VISITORS', 500)])
      await besideFlood({
        flood: `visitors at ${addresses} addresses`,
        module: './chaos/visitors.js',
        options: { url, addresses, connections: amount('CONNECTIONS', 100) } satisfies Flood,
        rounds: amount('ROUNDS', 3),
        atMost: 2,
        measure: () => keyed(seconds),
      })
  } finally {
    await stack.stop()
  }
  process.exit(0) // kept connections
}
