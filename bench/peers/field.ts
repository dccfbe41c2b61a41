import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { mustCall } from '../call.js'
import { logIn, mintKey, type Running, startAuthService, startGateway } from '../running.js'
import { startChild, startHelper } from './child.js'
import { startGo } from './go.js'
import type { Program } from './measure.js'
import { startNginx } from './nginx.js'

/** All that take part, before one engine and with the credentials of one auth service. */
export interface Field {
  engine: Program
  /** Lets each answer of the engine take this many milliseconds. */
  delayEngine(ms: number): void
  /**
   * The leanest program that does the work on Node, and the same without a cache of verified
   * tokens.
   */
  limit: Program
  uncached: Program
  /**
   * What others would write: Fastify, Express, stock express-gateway, and Go where it is installed.
   */
  peers: Program[]
  gateway: Program
  /** Ours without access log, metrics and limits by owner. */
  bare: Program
  /** The gateway of OTHER_DIST. */
  other: Program[]
  /** nginx, where it is installed. */
  forwarders: Program[]
  /** Starts a further gateway, with the shipped configuration. */
  startOther(name: string, settings: NodeJS.ProcessEnv): Promise<Program>
  token: string
  key: string
  /** New access tokens. */
  tokens(count: number): Promise<string[]>
  stop(): Promise<void>
}

/**
 * Sessions whose tokens are renewed at once: the store of the auth service writes theirs together.
 */
const sessions = 16

/** Starts all of them. */
export async function startField(): Promise<Field> {
  const engine = await startHelper('../large-engine.js')
  const auth = await startAuthService()
  const { internalUrl, url: authUrl } = auth.addresses
  const token = await logIn(authUrl, auth.admin)
  const { key } = await mintKey(authUrl, token)
  const { keys } = await mustCall<{ keys: { key: string }[] }>(
    `${internalUrl}/internal/public-keys`,
    {
      method: 'GET',
      credential: auth.secrets.service,
    },
  )
  const publicKey = keys[0]!.key
  const configs = [
    configWith(highLimits),
    configWith((text) => highLimits(text).replace(limitByOwner, '')),
  ] as const
  const settings = {
    ...{ AUTH_SERVICE_URL: authUrl, AUTH_INTERNAL_URL: internalUrl, CONFIG_DIR: configs[0] },
    ...{ ELASTICSEARCH_URL: engine.url, SERVICE_SECRET: auth.secrets.service },
  }
  const started: Program[] = []
  const program = (name: string, { url, pid }: { url: string; pid: number }): Program => {
    const made = { name, url, pid, pool: new Pool(url) }
    started.push(made)
    return made
  }
  const peer = async (name: string, module = name, env: NodeJS.ProcessEnv = {}) =>
    program(
      name,
      await startChild(`./${module}.js`, { ENGINE_URL: engine.url, PUBLIC_KEY: publicKey, ...env }),
    )
  const gateways: Running<unknown>[] = []
  const gateway = async (name: string, more: NodeJS.ProcessEnv = {}, dist?: string) => {
    const running = await startGateway({ ...settings, ...more }, dist)
    gateways.push(running)
    return program(name, { url: running.addresses.url, pid: running.leader })
  }
  const [go, nginx] = [await startGo(engine.url, publicKey), await startNginx(engine.url)]
  const { OTHER_DIST } = process.env
  const bare = { ACCESS_LOG: 'off', METRICS: 'off', CONFIG_DIR: configs[1] }
  return {
    engine: program('engine', engine),
    delayEngine: (ms) => engine.process.send(ms),
    limit: await peer('node-limit'),
    uncached: await peer('node-limit, no cache', 'node-limit', { TOKEN_CACHE: 'off' }),
    peers: [
      ...(go ? [program('go', go)] : []),
      ...[await peer('fastify'), await peer('express'), await peer('stock-gateway')],
    ],
    gateway: await gateway('gateway'),
    bare: await gateway('gateway, no log', bare),
    other: OTHER_DIST ? [await gateway('other gateway', {}, OTHER_DIST)] : [],
    forwarders: nginx ? [program('nginx, forwarding', nginx)] : [],
    startOther: gateway,
    ...{ token, key },
    async tokens(count) {
      const each = Array.from({ length: sessions }, () =>
        renewals(authUrl, auth.admin, Math.ceil(count / sessions)),
      )
      return (await Promise.all(each)).flat().slice(0, count)
    },
    async stop() {
      for (const { pool } of started) await pool.close()
      go?.stop()
      nginx?.stop()
      for (const running of gateways) await running.stop()
      await auth.stop()
      for (const config of configs) rmSync(config, { recursive: true })
    },
  }
}

/** The shipped configuration, with its pipelines changed. @returns its folder. */
function configWith(change: (text: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'directory-bench-config-'))
  cpSync('config', folder, { recursive: true })
  const file = join(folder, 'gateway.config.yml')
  writeFileSync(file, change(readFileSync(file, 'utf8')))
  return folder
}

/**
 * Limits that count, in leases as they are shipped, and are never reached: this many a second
 * instead of a minute.
 */
const highLimits = (text: string) =>
  text.replaceAll('limit: 60000, windowSeconds: 60', 'limit: 60000, windowSeconds: 1')

/** The second limit of the searches; every pipeline must have one. */
const limitByOwner = / {6}- throttle:\n *# per user: .*\n.*by: owner.*\n/

/** Access tokens of one session. */
async function renewals(authUrl: string, account: object, count: number): Promise<string[]> {
  type Tokens = { accessToken: string; refreshToken: string }
  let latest = await mustCall<Tokens>(`${authUrl}/api/v1/auth/login`, { body: account })
  const made = [latest.accessToken]
  while (made.length < count) {
    latest = await mustCall<Tokens>(`${authUrl}/api/v1/auth/refresh`, {
      body: { refreshToken: latest.refreshToken },
    })
    made.push(latest.accessToken)
  }
  return made
}
