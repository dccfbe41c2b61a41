import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mustCall } from './call.js'
import { childrenOf } from './process-load.js'

/** Where the auth service listens: for the gateway's callers, and for the gateway itself. */
export interface AuthAddresses {
  url: string
  internalUrl: string
}

/** Where the whole product listens. */
export interface StackAddresses {
  gateway: { url: string }
  auth: AuthAddresses
}

/** A user to log in as. */
export interface Account {
  email: string
  password: string
}

/** A started part of the product, with the shipped configuration and a data folder of its own. */
export interface Running<Addresses> {
  addresses: Addresses
  /** The first user, an admin with the id 1. */
  admin: Account
  secrets: { service: string; operator: string }
  pid: number
  /** Everything written to stdout and stderr so far; until it is stopped. */
  output(): string
  stop(): Promise<void>
}

/** A TRUSTED_PROXIES that trusts no one here: loopback, which is trusted without, is a client's. */
export const noProxy = '192.0.2.1'

const secret = () => randomBytes(24).toString('base64url')

/**
 * The whole product as `npm start` runs it, with the embedded engine and its sample organizations.
 * @param settings Settings next to the ports; with ELASTICSEARCH_URL, before that engine instead.
 */
export function startStack(settings: NodeJS.ProcessEnv = {}): Promise<Running<StackAddresses>> {
  return start('../dev/start.js', settings)
}

/**
 * The auth service alone.
 * @param settings Settings next to the ports, e.g. AUTH_STORE.
 * @param prepare Fills the data folder before the start.
 */
export function startAuthService(
  settings: NodeJS.ProcessEnv = {},
  prepare?: (dataDir: string) => Promise<void>,
): Promise<Running<AuthAddresses>> {
  return start('../auth-service/main.js', settings, prepare)
}

/**
 * The gateway alone; `pid` is that of its worker, which does the work, `leader` that of the process
 * that started it.
 * @param settings Where the others are, and CONFIG_DIR.
 * @param dist Another build than this one.
 */
export async function startGateway(
  settings: NodeJS.ProcessEnv,
  dist?: string,
): Promise<Running<{ url: string; adminUrl: string }> & { leader: number }> {
  const gateway = await start<{ url: string; adminUrl: string }>(
    dist ? `file://${dist}/gateway/main.js` : '../gateway/main.js',
    settings,
  )
  const [worker] = childrenOf(gateway.pid)
  // an earlier build has none
  return { ...gateway, leader: gateway.pid, pid: worker ?? gateway.pid }
}

/** The embedded engine alone, with its sample organizations. */
export function startEngine(): Promise<Running<{ url: string }>> {
  return start('../dev/embedded.js')
}

async function start<Addresses>(
  entryPoint: string,
  settings: NodeJS.ProcessEnv = {},
  prepare?: (dataDir: string) => Promise<void>,
): Promise<Running<Addresses>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'directory-bench-'))
  await prepare?.(dataDir)
  const admin = { email: 'bench@example.org', password: secret() }
  const secrets = { service: secret(), operator: secret() }
  const log = join(dataDir, 'output.log')
  const file = openSync(log, 'a')
  const child = fork(fileURLToPath(new URL(entryPoint, import.meta.url)), {
    env: {
      PATH: process.env.PATH,
      ...{ PORT: '0', ADMIN_PORT: '0', AUTH_PORT: '0', AUTH_INTERNAL_PORT: '0', ENGINE_PORT: '0' },
      ...{ DATA_DIR: dataDir, BOOTSTRAP_EMAIL: admin.email, BOOTSTRAP_PASSWORD: admin.password },
      ...{ SERVICE_SECRET: secrets.service, OPERATOR_SECRET: secrets.operator },
      ...settings,
    },
    // read here, each search would cost this process a line of the log and its garbage
    stdio: ['ignore', file, file, 'ipc'],
  })
  closeSync(file)
  const output = () => readFileSync(log, 'utf8')
  const addresses = await readyMessage<Addresses>(child, output)
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { addresses, admin, secrets, pid: child.pid!, output, stop }
}

/** @throws Error with what the process wrote when it ends instead. */
function readyMessage<Message>(child: ChildProcess, output: () => string): Promise<Message> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Message))
    child.once('close', () => reject(new Error(`it ended before it was ready:\n${output()}`)))
  })
}

/** Makes users by the operator's call, and gives them. */
export async function makeUsers(
  { internalUrl }: AuthAddresses,
  operatorSecret: string,
  emails: readonly string[],
): Promise<(Account & { id: number })[]> {
  const made: (Account & { id: number })[] = []
  for (const email of emails) {
    const account = { email, password: secret() }
    const body = { ...account, name: 'Bench' }
    const user = await mustCall<{ id: number }>(`${internalUrl}/internal/users`, {
      credential: operatorSecret,
      body,
    })
    made.push({ ...account, id: user.id })
  }
  return made
}

/** Logs in, as a caller from an address. @returns the access token. */
export async function logIn(
  url: string,
  { email, password }: Account,
  from?: string,
): Promise<string> {
  const options = { body: { email, password }, ...(from !== undefined && { from }) }
  return (await mustCall<{ accessToken: string }>(`${url}/api/v1/auth/login`, options)).accessToken
}

/** Mints an API key. */
export function mintKey(url: string, accessToken: string): Promise<{ id: string; key: string }> {
  return mustCall(`${url}/api/v1/api-keys`, { credential: accessToken, body: { name: 'bench' } })
}
