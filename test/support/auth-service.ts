import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import supertest from 'supertest'
import { built, configCopy, end, readyMessage, type Tokens, testEnvironment } from './stack.js'

export const password = 'marble-otter-canyon'
export const newPassword = 'velvet-anchor-tulip'

/**
 * The auth service alone, as a process of its own on free ports, with two users: admin@ and
 * demo@example.org.
 */
export interface RunningAuthService {
  url: string
  internalUrl: string
  dataDir: string
  pid: number
  /** supertest against the public listener. */
  request: ReturnType<typeof supertest>
  /** supertest against the internal listener. */
  internal: ReturnType<typeof supertest>
  secret: { service: string; operator: string }
  output(): string
  /** The audit events so far, oldest first. */
  audited(): Record<string, unknown>[]
  login(email?: string, typed?: string): Promise<Tokens>
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

/** Starts `auth-service/main.js`; resolves or rejects as it becomes ready or ends. */
export function launch(env: NodeJS.ProcessEnv): { child: ChildProcess; output: () => string } {
  const child = fork(join(built, 'auth-service/main.js'), {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let text = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
  }
  return { child, output: () => text }
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

/** The records of a data folder's store, as they are kept. */
export async function keptRecords<Kept>(dataDir: string): Promise<Kept[]> {
  const { AUTH_ELASTICSEARCH_URL: url, AUTH_INDEX: index } = storeSettings(dataDir)
  if (!index) {
    const { records } = JSON.parse(readFileSync(join(dataDir, 'auth.json'), 'utf8'))
    return records.map(([, , record]: [kind: string, id: string, record: Kept]) => record)
  }
  await fetch(`${url}/${index}/_refresh`, { method: 'POST' })
  const answer = await fetch(`${url}/${index}/_search?size=10000`)
  const { hits } = (await answer.json()) as { hits: { hits: { _source: { record: Kept } }[] } }
  return hits.hits.map(({ _source }) => _source.record)
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'directory-auth-'))
}

export async function startAuthService(
  options: AuthServiceOptions = {},
): Promise<RunningAuthService> {
  const dataDir = options.dataDir ?? temporaryFolder()
  const configDir = configCopy(options.config ? { 'auth-service.config.yml': options.config } : {})
  const bootstrap = { BOOTSTRAP_EMAIL: 'admin@example.org', BOOTSTRAP_PASSWORD: password }
  const { child, output } = launch(
    testEnvironment(dataDir, configDir, {
      ...bootstrap,
      ...storeSettings(dataDir),
      ...options.env,
    }),
  )
  const { url, internalUrl } = await readyMessage<{ url: string; internalUrl: string }>(
    child,
    output,
  )
  const request = supertest(url)
  const internal = supertest(internalUrl)
  const secretOf = (name: string) =>
    options.env?.[name] ?? readFileSync(join(dataDir, 'secrets', name), 'utf8').trim()
  const secret = { service: secretOf('SERVICE_SECRET'), operator: secretOf('OPERATOR_SECRET') }
  if (options.dataDir === undefined) {
    const demo = { email: 'demo@example.org', name: 'Demo User', password }
    await internal
      .post('/internal/users')
      .auth(secret.operator, { type: 'bearer' })
      .send(demo)
      .expect(201)
  }
  const cleanUp = async () => {
    rmSync(configDir, { recursive: true, force: true })
    if (options.dataDir === undefined) await forget(dataDir)
  }
  return {
    url,
    internalUrl,
    dataDir,
    pid: child.pid!,
    request,
    internal,
    secret,
    output,
    audited: () =>
      output()
        .split('\n')
        .filter((line) => line.includes('"audit":true'))
        .map((line) => JSON.parse(line)),
    async login(email = 'demo@example.org', typed = password) {
      const answer = await request.post('/api/v1/auth/login').send({ email, password: typed })
      if (answer.status !== 200) throw new Error(`login: ${answer.text}`)
      return answer.body.data as Tokens
    },
    async stop() {
      const code = await end(child)
      await cleanUp()
      return code
    },
    async kill() {
      const gone = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGKILL')
      await gone
      rmSync(configDir, { recursive: true, force: true })
    },
  }
}
