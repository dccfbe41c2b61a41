import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
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
  /** The embedded engine, unless another is named. */
  engine?: { url: string }
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

/** A TRUSTED_PROXIES that trusts no one here, so that each address of loopback is a client. */
export const noProxy = '192.0.2.1'

const secret = () => randomBytes(24).toString('base64url')

/**
 * The whole product as `npm start` runs it, with the embedded engine and its sample organizations.
 * @param settings Settings next to the ports; with ELASTICSEARCH_URL, before that engine instead.
 */
export function startStack(settings: NodeJS.ProcessEnv = {}): Promise<Running<StackAddresses>> {
  return start('../dev/start.js', settings)
}

/** The auth service alone. */
export function startAuthService(
  settings: NodeJS.ProcessEnv = {},
): Promise<Running<AuthAddresses>> {
  return start('../auth-service/main.js', settings)
}

/** The embedded engine alone, with its sample organizations. */
export function startEngine(): Promise<Running<{ url: string }>> {
  return start('../dev/embedded.js')
}

/** The gateway alone, before an auth service and an engine. */
export async function startGateway(
  auth: Running<AuthAddresses>,
  engineUrl: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<Running<{ url: string; adminUrl: string }> & { worker: number }> {
  const gateway = await start<{ url: string; adminUrl: string }>('../gateway/main.js', {
    ...gatewaySettings(auth, engineUrl),
    ...settings,
  })
  return { ...gateway, worker: childrenOf(gateway.pid)[0]! }
}

/** Where a gateway finds an auth service and an engine. */
export function gatewaySettings(
  { addresses, secrets }: Running<AuthAddresses>,
  engineUrl: string,
): NodeJS.ProcessEnv {
  return {
    AUTH_SERVICE_URL: addresses.url,
    AUTH_INTERNAL_URL: addresses.internalUrl,
    SERVICE_SECRET: secrets.service,
    ELASTICSEARCH_URL: engineUrl,
  }
}

/** A copy of the shipped configuration with one file changed. @returns its folder. */
export function configWith(change: (text: string) => string, name = 'gateway.config.yml'): string {
  const folder = mkdtempSync(join(tmpdir(), 'directory-bench-config-'))
  cpSync('config', folder, { recursive: true })
  const file = join(folder, name)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
  return folder
}

async function start<Addresses>(
  entryPoint: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<Running<Addresses>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'directory-bench-'))
  const admin = { email: 'bench@example.org', password: secret() }
  const secrets = { service: secret(), operator: secret() }
  const log = join(dataDir, 'output.log')
  const file = openSync(log, 'a')
  const child = fork(fileURLToPath(new URL(entryPoint, import.meta.url)), {
    env: {
      PATH: process.env.PATH,
      // limits count, and are never reached
      ...{ REQUESTS_PER_MINUTE: '100000000', LOGINS_PER_MINUTE: '100000000' },
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

/** Makes users of the product, and an API key of each. */
export async function makeKeys(
  { addresses: { gateway, auth }, secrets }: Running<StackAddresses>,
  emails: readonly string[],
): Promise<string[]> {
  const keys: string[] = []
  for (const user of await makeUsers(auth, secrets.operator, emails))
    keys.push((await mintKey(gateway.url, await logIn(gateway.url, user))).key)
  return keys
}
