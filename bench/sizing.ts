import { readFileSync } from 'node:fs'
import { everydayBodies } from '../dev/openapi/queries.js'
import { amount } from './amount.js'
import { call } from './call.js'
import { cpuTime } from './cpu-time.js'
import { percentile, spread } from './latencies.js'
import { descendants, loadOf } from './process-load.js'
import { logIn, mintKey, startStack } from './running.js'

/**
 * What searches cost an engine of this size, and what it holds: the searches of docs/queries.md
 * through the gateway, one at a time, without the engine's cache of answers, then from 8 callers at
 * once. `npm run build && ELASTICSEARCH_URL=… node dist/bench/sizing.js`, with a loaded node that
 * asks for no credential. ROUNDS and SECONDS make it shorter.
 */

const engine = process.env.ELASTICSEARCH_URL
if (!engine) throw new Error('set ELASTICSEARCH_URL to a loaded node')

interface NodeStats {
  process: { cpu: { total_in_millis: number } }
  jvm: { mem: { heap_max_in_bytes: number } }
}

const ask = async <Answer>(path: string, method = 'GET'): Promise<Answer> =>
  (await fetch(`${engine}${path}`, { method })).json() as Promise<Answer>

async function nodeStats(): Promise<NodeStats> {
  const { nodes } = await ask<{ nodes: Record<string, NodeStats> }>('/_nodes/stats/process,jvm')
  return Object.values(nodes)[0]!
}

const bodies = Object.values(everydayBodies(readFileSync('docs/queries.md', 'utf8'))).map(
  ({ value }) => value as object,
)
const [megabyte, gigabyte] = [2 ** 20, 2 ** 30]
const engineCpuMs = async () => (await nodeStats()).process.cpu.total_in_millis

const stack = await startStack({ ELASTICSEARCH_URL: engine, ACCESS_LOG: 'off' })
try {
  const { url } = stack.addresses.gateway
  const { key } = await mintKey(url, await logIn(url, stack.admin))
  const search = (body: object) =>
    call(`${url}/api/v1/organizations/search`, { credential: key, body })
  await printContents()
  for (let round = 0; round < amount('WARM', 5); round++)
    for (const body of bodies) await search(body)
  await oneByOne(search, amount('ROUNDS', 10))
  await together(search, amount('SECONDS', 20))
} finally {
  await stack.stop()
}

async function printContents(): Promise<void> {
  const { count } = await ask<{ count: number }>('/organization-entity/_count')
  const families = 'organization-serp*,organization-entity*,map-serp*'
  const { _all } = await ask<{ _all: { primaries: { store: { size_in_bytes: number } } } }>(
    `/${families}/_stats/store`,
  )
  const bytes = _all.primaries.store.size_in_bytes
  const { jvm } = await nodeStats()
  console.log(
    `${count} organizations, ${(bytes / gigabyte).toFixed(2)} GiB of disk (${Math.round(bytes / count)} ` +
      `bytes each), heap ${Math.round(jvm.mem.heap_max_in_bytes / megabyte)} MiB`,
  )
}

/** Latencies, and the engine's CPU of each search. */
async function oneByOne(search: Search, rounds: number): Promise<void> {
  const latenciesMs: number[] = []
  const outcomes = new Set<string>()
  let cpuMs = 0
  for (let round = 0; round < rounds; round++) {
    await ask('/_cache/clear?request=true', 'POST')
    const before = await engineCpuMs()
    for (const body of bodies) {
      const startedAt = performance.now()
      outcomes.add((await search(body)).outcome)
      latenciesMs.push(performance.now() - startedAt)
    }
    cpuMs += (await engineCpuMs()) - before
  }
  const each = (cpuMs / latenciesMs.length).toFixed(1)
  console.log(
    `one at a time: ${spread(latenciesMs)}; ${[...outcomes]}; engine ${each} ms of CPU each`,
  )
}

/** Throughput and CPU of 8 callers who ask again as soon as they have an answer. */
async function together(search: Search, seconds: number): Promise<void> {
  const parts = descendants(stack.pid)
  const gateway = parts.find(({ name }) => name === 'the gateway')!.pid
  const before = [cpuTime(gateway) / 1000, await engineCpuMs()] as const
  const endsAt = performance.now() + seconds * 1000
  const latenciesMs: number[] = []
  const failures: string[] = []
  const caller = async (first: number) => {
    for (let i = first; performance.now() < endsAt; i++) {
      const startedAt = performance.now()
      const { outcome } = await search(bodies[i % bodies.length]!)
      latenciesMs.push(performance.now() - startedAt)
      if (outcome !== '200') failures.push(outcome)
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, i) => caller(2 * i)))
  const [ofGateway, ofEngine] = [
    cpuTime(gateway) / 1000 - before[0],
    (await engineCpuMs()) - before[1],
  ]
  const each = (ms: number) => (ms / latenciesMs.length).toFixed(2)
  const rate = Math.round(latenciesMs.length / seconds)
  console.log(
    `8 at once: ${rate} searches/s; p99 ${percentile(latenciesMs, 0.99).toFixed(0)} ms; ` +
      `${failures.length} failed; engine ${each(ofEngine)} ms of CPU each, gateway ${each(ofGateway)}; ` +
      `gateway ${loadOf(gateway).memory} MB`,
  )
}

type Search = (body: object) => Promise<{ outcome: string }>
