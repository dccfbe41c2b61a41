import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import supertest from 'supertest'
import { start } from '../../auth-service/start.js'
import type { ChangesPage, KeyVerification } from '../../kit/api/internal-answers.js'
import { levelHeader, ownLevel } from '../../kit/api/levels.js'
import { parseApiKey } from '../../kit/credentials/api-key-format.js'
import { auditEvents, captureLog } from './captured-log.js'
import { configCopy, end, startReady, type Tokens, testEnvironment } from './stack.js'

export const password = 'marble-otter-canyon'
export const newPassword = 'velvet-anchor-tulip'

type Agent = ReturnType<typeof supertest>
type Method = 'get' | 'post' | 'patch' | 'delete'
type Active = Extract<KeyVerification, { state: 'active' }>
type Verification = Partial<Omit<Active, 'state'>> & Pick<KeyVerification, 'state' | 'asOf'>

type Urls = Record<'url' | 'internalUrl', string>

/** A running auth service on free ports, with two users: admin@ and demo@example.org. */
export interface RunningAuthService {
  url: string
  internalUrl: string
  dataDir: string
  /** supertest against the public listener. */
  request: Agent
  /** supertest against the internal listener. */
  internal: Agent
  secret: { service: string; operator: string }
  /** A public call with an access token, or another credential. */
  as(credential: string, method: Method, path: string, body?: unknown): supertest.Test
  /** A call of the operator to the internal listener. */
  operate(method: Method, path: string, body?: object): supertest.Test
  /** What a gateway of a level, by default this one's, learns of an API key. */
  verifyKey(key: string, address?: string, level?: string): Promise<Verification>
  /** What the gateway learns of changes. */
  changes(since?: string, waitMs?: number): Promise<ChangesPage>
  /** Its log. */
  output(): string
  /** The audit events so far, oldest first. */
  audited(): Record<string, unknown>[]
  login(email?: string, typed?: string): Promise<Tokens>
  stop(): Promise<unknown>
}

/** An auth service that is a process of its own. */
export interface AuthProcess extends RunningAuthService {
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  /** SIGKILL. */
  kill(): Promise<void>
}

export interface AuthServiceOptions {
  env?: NodeJS.ProcessEnv
  /** Edit of the shipped auth-service.config.yml. */
  config?: (text: string) => string
  /** Data folder to go on with; a fresh one by default. */
  dataDir?: string
}

/**
 * With TEST_ENGINE_URL (`npm run test:engine`) the store is in that Elasticsearch, an index for
 * each data folder.
 */
function storeSettings(dataDir: string): NodeJS.ProcessEnv {
  const { TEST_ENGINE_URL } = process.env
  if (!TEST_ENGINE_URL) return {}
  const index = `auth-test-${basename(dataDir).toLowerCase()}`
  return { AUTH_STORE: 'elasticsearch', AUTH_ELASTICSEARCH_URL: TEST_ENGINE_URL, AUTH_INDEX: index }
}

/** Removes a data folder, and the index that goes with it. */
export async function forget(dataDir: string): Promise<void> {
  rmSync(dataDir, { recursive: true, force: true })
  const { AUTH_ELASTICSEARCH_URL, AUTH_INDEX } = storeSettings(dataDir)
  if (AUTH_INDEX) await fetch(`${AUTH_ELASTICSEARCH_URL}/${AUTH_INDEX}-1`, { method: 'DELETE' })
}

/** The records of a data folder's file, as they are kept. */
export async function keptRecords<Kept>(dataDir: string): Promise<Kept[]> {
  const { records } = JSON.parse(readFileSync(join(dataDir, 'auth.json'), 'utf8'))
  return records.map(([, , record]: [kind: string, id: string, record: Kept]) => record)
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'directory-auth-'))
}

const bootstrap = { BOOTSTRAP_EMAIL: 'admin@example.org', BOOTSTRAP_PASSWORD: password }

/** Starts the service in this process. @param now Its clock. */
export async function startAuthService({
  now,
  ...options
}: AuthServiceOptions & { now?: () => number } = {}): Promise<RunningAuthService> {
  const place = placeOf(options)
  const { output, audited, end } = captureLog()
  try {
    const running = await start(place.env, now)
    const auth = { ...(await clientOf(place, running, options)), output, audited }
    let stopped: Promise<void> | undefined
    const stop = async () => {
      await running.close(10_000)
      end()
      await place.remove()
      expect(auth.stored).toEqual([])
    }
    return { ...auth, stop: () => (stopped ??= stop()) }
  } catch (error) {
    end()
    await place.remove()
    throw error
  }
}

/** Starts the service as a process of its own. */
export async function startAuthProcess(options: AuthServiceOptions = {}): Promise<AuthProcess> {
  const place = placeOf(options)
  const { child, output, message } = await startReady<Urls>('auth-service/main.js', place.env)
  return {
    ...(await clientOf(place, message, options)),
    output,
    audited: () => auditEvents(output()),
    async stop() {
      const code = await end(child)
      await place.remove()
      return code
    },
    async kill() {
      const gone = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGKILL')
      await gone
      rmSync(place.configDir, { recursive: true, force: true })
    },
  }
}

/** The folders and settings of a service. */
function placeOf({ env, config, dataDir }: AuthServiceOptions) {
  const folder = dataDir ?? temporaryFolder()
  const configDir = configCopy(config ? { 'auth-service.config.yml': config } : {})
  return {
    dataDir: folder,
    configDir,
    env: testEnvironment(folder, configDir, { ...bootstrap, ...storeSettings(folder), ...env }),
    async remove() {
      rmSync(configDir, { recursive: true, force: true })
      if (dataDir === undefined) await forget(folder)
    },
  }
}

/**
 * supertest; notes the answers that caches may store, though each contains a secret or personal
 * data.
 */
function agentOf(url: string, stored: string[]): Agent {
  const agent = supertest(url)
  for (const method of ['get', 'post', 'patch', 'delete'] as const) {
    const ask = agent[method].bind(agent)
    agent[method] = (path) =>
      ask(path).on('response', ({ headers }: { headers: Record<string, string> }) => {
        const isPublic = path.startsWith('/.well-known/')
        if (!isPublic && headers['cache-control'] !== 'no-store') stored.push(`${method} ${path}`)
      })
  }
  return agent
}

/** What a test asks a running service with; in a fresh folder it adds the demo user. */
async function clientOf(
  { dataDir, env }: ReturnType<typeof placeOf>,
  { url, internalUrl }: Urls,
  options: AuthServiceOptions,
) {
  const stored: string[] = []
  const request = agentOf(url, stored)
  const internal = agentOf(internalUrl, stored)
  const secretOf = (name: string) =>
    env[name] ?? readFileSync(join(dataDir, 'secrets', name), 'utf8').trim()
  const secret = { service: secretOf('SERVICE_SECRET'), operator: secretOf('OPERATOR_SECRET') }
  if (options.dataDir === undefined) {
    const demo = { email: 'demo@example.org', name: 'Demo User', password }
    await internal
      .post('/internal/users')
      .auth(secret.operator, { type: 'bearer' })
      .send(demo)
      .expect(201)
  }
  return {
    url,
    internalUrl,
    dataDir,
    request,
    internal,
    secret,
    stored,
    as: (credential: string, method: Method, path: string, body?: unknown) =>
      request[method](path)
        .auth(credential, { type: 'bearer' })
        .send(body as object),
    operate: (method: Method, path: string, body?: object) =>
      internal[method](path).auth(secret.operator, { type: 'bearer' }).send(body),
    async verifyKey(key: string, address?: string, level = String(ownLevel())) {
      const { body } = await internal
        .post('/internal/api-keys/verify')
        .set(levelHeader, level)
        .auth(secret.service, { type: 'bearer' })
        .send({ ...parseApiKey(key)!, address })
      return body.data
    },
    async changes(since?: string, waitMs?: number) {
      const { body } = await internal
        .get('/internal/changes')
        .query({ since, waitMs })
        .auth(secret.service, { type: 'bearer' })
      return body.data
    },
    async login(email = 'demo@example.org', typed = password) {
      const answer = await request.post('/api/v1/auth/login').send({ email, password: typed })
      if (answer.status !== 200) throw new Error(`login: ${answer.text}`)
      return answer.body.data as Tokens
    },
  }
}
