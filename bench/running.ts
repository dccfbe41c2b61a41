import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programUrl } from '../kit/process/product-folder.js'
import { mustCall } from './call.js'

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
  return start('dev/start.js', settings)
}

/** The auth service alone. */
export function startAuthService(): Promise<Running<AuthAddresses>> {
  return start('auth-service/main.js')
}

/** The gateway alone, before an auth service and an engine. */
export function startGateway(
  auth: Running<AuthAddresses>,
  engineUrl: string,
): Promise<Running<{ url: string }>> {
  return start('gateway/main.js', {
    AUTH_SERVICE_URL: auth.addresses.url,
    AUTH_INTERNAL_URL: auth.addresses.internalUrl,
    SERVICE_SECRET: auth.secrets.service,
    ELASTICSEARCH_URL: engineUrl,
  })
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
  const child = fork(programUrl(entryPoint), {
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
  return { addresses, admin, secrets, pid: child.pid!, stop }
}

/** @throws Error with what the process wrote when it ends instead. */
function readyMessage<Message>(child: ChildProcess, output: () => string): Promise<Message> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Message))
    child.once('close', () => reject(new Error(`it ended before it was ready:\n${output()}`)))
  })
}

/** Logs in. @returns the access token. */
export async function logIn(url: string, { email, password }: Account): Promise<string> {
  const body = { email, password }
  return (await mustCall<{ accessToken: string }>(`${url}/api/v1/auth/login`, { body })).accessToken
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
  for (const email of emails) {
    const user = { email, password: secret() }
    await mustCall(`${auth.internalUrl}/internal/users`, {
      credential: secrets.operator,
      body: { ...user, name: 'Bench' },
    })
    keys.push((await mintKey(gateway.url, await logIn(gateway.url, user))).key)
  }
  return keys
}
