import { fork } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { amount } from './amount.js'
import { mustCall } from './call.js'
import { percentile } from './latencies.js'
import { logIn, mintKey, startAuthService, startGateway } from './running.js'

/**
 * The gateway beside its peers, in one run: CPU time of one search, in blocks that take turns, so that a busy machine
 * slows all alike. All have the same engine, which costs nothing; each is checked for the right answer first.
 * `node dist/bench/peers.js [HITS…]` after a build; BLOCKS and REQUESTS change its length.
 * OTHER_DIST names another build, whose gateway is measured too.
 */

const hitCounts = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10]
const blocks = amount('BLOCKS', 15)
const requests = amount('REQUESTS', 400)
const connections = amount('CONNECTIONS', 16)

/** A program that answers searches. */
interface Program {
  name: string
  pid: number
  pool: Pool
  headers: Record<string, string>
}

const engine = await child('./large-engine.js')
const auth = await startAuthService()
const token = await logIn(auth.addresses.url, auth.admin)
const { key } = await mintKey(auth.addresses.url, token)
const { keys } = await mustCall<{ keys: { key: string }[] }>(`${auth.addresses.internalUrl}/internal/public-keys`, {
  method: 'GET',
  credential: auth.secrets.service,
})
const settings = {
  ...{ AUTH_SERVICE_URL: auth.addresses.url, AUTH_INTERNAL_URL: auth.addresses.internalUrl },
  ...{ ELASTICSEARCH_URL: engine.url, SERVICE_SECRET: auth.secrets.service },
}
const gateway = await startGateway(settings)
const gatewayUrl = gateway.addresses.url
const other = process.env.OTHER_DIST ? await startGateway(settings, process.env.OTHER_DIST) : undefined

const bearer = { authorization: `Bearer ${token}` }
const programs: Program[] = []
for (const name of ['node-limit', 'fastify', 'express', 'stock-gateway']) {
  const { url, pid } = await child(`./peers/${name}.js`, { ENGINE_URL: engine.url, PUBLIC_KEY: keys[0]!.key })
  programs.push(program(name, pid, url, bearer))
}
programs.push(program('gateway, token', gateway.pid, gatewayUrl, bearer))
if (other) programs.push(program('other, token', other.pid, other.addresses.url, bearer))
programs.push(program('gateway, API key', gateway.pid, gatewayUrl, { 'x-api-key': key }))

console.log(`node ${process.version}; ${blocks} blocks of ${requests} searches, ${connections} connections`)
for (const hits of hitCounts) {
  const body = JSON.stringify({
    index: 'organization-serp*',
    body: {
      query: {
        bool: { must: [{ match: { name: 'food bank' } }], filter: [{ range: { founded_year: { gte: 1990 } } }] },
      },
      size: hits,
    },
  })
  const taken = new Map(programs.map(({ name }) => [name, [] as number[]]))
  for (const one of programs) await check(one, body, hits)
  for (const one of programs) await cpuOf(one, body, 4 * requests)
  for (let i = 0; i < blocks; i++)
    for (const one of programs) taken.get(one.name)!.push(await cpuOf(one, body, requests))
  const limit = percentile(taken.get('node-limit')!, 0.5)
  console.log(`${hits} hits`)
  for (const [name, times] of taken) {
    const [low, mid, high] = [0.25, 0.5, 0.75].map((share) => percentile(times, share))
    console.log(
      `  ${name.padEnd(18)} ${mid!.toFixed(0).padStart(6)} µs (${low!.toFixed(0)} to ${high!.toFixed(0)}), ${(mid! / limit).toFixed(2)} of the limit`,
    )
  }
}

for (const { pool } of programs) await pool.close()
await gateway.stop()
await other?.stop()
await auth.stop()
process.exit(0)

function program(name: string, pid: number, url: string, credential: Record<string, string>): Program {
  const headers = { 'content-type': 'application/json', ...credential }
  return { name, pid, pool: new Pool(url, { connections }), headers }
}

/** @throws Error when it is not the right answer. */
async function check(one: Program, body: string, hits: number): Promise<void> {
  const answer = await search(one, body)
  const { data } = JSON.parse(answer) as { data?: { results: { id: string; name: string }[]; total: number } }
  const last = data?.results.at(-1)
  if (data?.results.length !== hits || data.total !== 10_000 || last?.name !== `Organization ${hits - 1}`) {
    throw new Error(`${one.name} answers ${answer.slice(0, 300)}`)
  }
}

async function search({ pool, headers }: Program, body: string): Promise<string> {
  const answer = await pool.request({ method: 'POST', path: '/api/v1/organizations/search', headers, body })
  return answer.body.text()
}

/** Microseconds of CPU of one search, of the whole process. */
async function cpuOf(one: Program, body: string, times: number): Promise<number> {
  const before = cpuTime(one.pid)
  let left = times
  const caller = async () => {
    while (left-- > 0) await search(one, body)
  }
  await Promise.all(Array.from({ length: connections }, caller))
  return (cpuTime(one.pid) - before) / times
}

/** CPU time of a process with all its threads, in microseconds (Linux). */
function cpuTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1000
}

/** A program of the bench as a process, which tells its URL. */
function child(module: string, env: NodeJS.ProcessEnv = {}): Promise<{ url: string; pid: number }> {
  const started = fork(fileURLToPath(new URL(module, import.meta.url)), { env: { PATH: process.env.PATH, ...env } })
  return new Promise((resolve, reject) => {
    started.once('message', (url) => resolve({ url: String(url), pid: started.pid! }))
    started.once('exit', (code) => reject(new Error(`${module} ended with ${code}`)))
  })
}
