import { fork } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { amount } from './amount.js'
import { mustCall } from './call.js'
import { type Load, measure, type Program, type Row } from './peers/measure.js'
import { startNginx } from './peers/nginx.js'
import { table, writeReport } from './peers/report.js'
import { logIn, mintKey, startAuthService, startGateway } from './running.js'

/**
 * The gateway beside its peers, in one run: CPU time of one search, in blocks that take turns. All have the same engine, which
 * costs nothing; each is checked for the right answer first.
 *
 * `npm run bench`, and with `-- --write` docs/benchmarks.md, .json and .svg, of a machine that does nothing else; some 5 minutes.
 * BLOCKS, REQUESTS and CONNECTIONS change its length; HITS=10,1000 measures only these; OTHER_DIST names another build, whose
 * gateway is measured too.
 */

const length = {
  rounds: amount('BLOCKS', 15),
  requests: amount('REQUESTS', 300),
  connections: amount('CONNECTIONS', 16),
}
const onlyHits = process.env.HITS?.split(',').map(Number)

/** Tokens of the loads that have several. */
const manyTokens = 100

const engine = await child('./large-engine.js')
const auth = await startAuthService()
const { internalUrl, url: authUrl } = auth.addresses
const token = await logIn(authUrl, auth.admin)
const { key } = await mintKey(authUrl, token)
const { keys } = await mustCall<{ keys: { key: string }[] }>(`${internalUrl}/internal/public-keys`, {
  method: 'GET',
  credential: auth.secrets.service,
})

const configDir = withHighLimits()
const settings = {
  ...{ AUTH_SERVICE_URL: authUrl, AUTH_INTERNAL_URL: internalUrl, CONFIG_DIR: configDir },
  ...{ ELASTICSEARCH_URL: engine.url, SERVICE_SECRET: auth.secrets.service },
}
const gateways = [
  { name: 'gateway', running: await startGateway(settings) },
  { name: 'gateway, no log', running: await startGateway({ ...settings, ACCESS_LOG: 'off', METRICS: 'off' }) },
]
if (process.env.OTHER_DIST) {
  gateways.push({ name: 'other gateway', running: await startGateway(settings, process.env.OTHER_DIST) })
}
const peers: Program[] = []
for (const name of ['node-limit', 'fastify', 'express', 'stock-gateway']) {
  peers.push(program(name, await child(`./peers/${name}.js`, { ENGINE_URL: engine.url, PUBLIC_KEY: keys[0]!.key })))
}
const [limit] = peers as [Program]
const ours = gateways.map(({ name, running: { addresses, pid } }) => program(name, { url: addresses.url, pid }))
const [gateway] = ours as [Program]
const nginx = await startNginx(engine.url)
const forwarders = nginx ? [program('nginx, forwarding', nginx)] : []

const bearer = (some: string) => ({ authorization: `Bearer ${some}` })
const sameToken = (hits: number): Load => ({ name: 'one token', hits, headersFor: () => bearer(token) })
const runs: [Load, Program[]][] = onlyHits
  ? onlyHits.map((hits) => [sameToken(hits), [...peers, ...ours, ...forwarders]])
  : [
      [sameToken(10), [...peers, ...ours, ...forwarders]],
      [
        { name: 'API key', hits: 10, headersFor: (to) => (to === limit ? bearer(token) : { 'x-api-key': key }) },
        [limit, ...ours],
      ],
      [turns(`${manyTokens} tokens`, await tokens(manyTokens)), [limit, ...ours]],
      [turns('new tokens', await tokens(length.requests * (length.rounds + 4))), [limit, ...ours]],
      ...[1, 100, 1000].map((hits): [Load, Program[]] => [sameToken(hits), [...peers, gateway]]),
    ]

console.log(
  `node ${process.version}; ${length.rounds} blocks of ${length.requests} searches, ${length.connections} connections`,
)
const rows: Row[] = []
for (const [load, programs] of runs) {
  // An owner whose large answers lie unread in number gets no further one
  const connections = load.hits >= 1000 ? Math.min(4, length.connections) : length.connections
  const requests = Math.min(length.requests, Math.ceil((20 * length.requests) / load.hits / connections) * connections)
  const found = await measure(load, programs, { ...length, connections, requests })
  console.log(`\n${load.name}, ${load.hits} hits\n${table(found)}`)
  rows.push(...found)
}
if (process.argv.includes('--write')) writeReport(rows, length)

for (const { pool } of [...peers, ...ours, ...forwarders]) await pool.close()
nginx?.stop()
for (const { running } of gateways) await running.stop()
await auth.stop()
rmSync(configDir, { recursive: true })
process.exit(0)

function program(name: string, { url, pid }: { url: string; pid: number }): Program {
  return { name, pid, pool: new Pool(url, { connections: length.connections }) }
}

/** The shipped configuration, whose limits count and are never reached. */
function withHighLimits(): string {
  const folder = mkdtempSync(join(tmpdir(), 'directory-bench-config-'))
  cpSync('config', folder, { recursive: true })
  const file = join(folder, 'gateway.config.yml')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('limit: 60000', 'limit: 1000000000'))
  return folder
}

/** Each program gets these in turn, from the first on. */
function turns(name: string, all: readonly string[]): Load {
  const next = new Map<Program, number>()
  return {
    ...{ name, hits: 10 },
    headersFor(to) {
      const at = next.get(to) ?? 0
      next.set(to, at + 1)
      return bearer(all[at % all.length]!)
    },
  }
}

/** Access tokens of one session. */
async function tokens(count: number): Promise<string[]> {
  type Tokens = { accessToken: string; refreshToken: string }
  let latest = await mustCall<Tokens>(`${authUrl}/api/v1/auth/login`, { body: auth.admin })
  const made = [latest.accessToken]
  while (made.length < count) {
    latest = await mustCall<Tokens>(`${authUrl}/api/v1/auth/refresh`, { body: { refreshToken: latest.refreshToken } })
    made.push(latest.accessToken)
  }
  return made
}

/** A program of the bench as a process, which tells its URL. */
function child(module: string, env: NodeJS.ProcessEnv = {}): Promise<{ url: string; pid: number }> {
  const started = fork(fileURLToPath(new URL(module, import.meta.url)), { env: { PATH: process.env.PATH, ...env } })
  return new Promise((resolve, reject) => {
    started.once('message', (url) => resolve({ url: String(url), pid: started.pid! }))
    started.once('exit', (code) => reject(new Error(`${module} ended with ${code}`)))
  })
}
