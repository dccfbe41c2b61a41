import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import supertest from 'supertest'
import type { Addresses } from '../../dev/stack.js'
import { recordGatewayWorkers } from './gateway-workers.js'
import { madeUpFile } from './made-up.js'
import { documentedCall, type SeenAnswer, undocumented } from './openapi.js'
import type { WorkerStack } from './worker-stack.js'

/** The folder of the project. */
export const root = join(__dirname, '../..')
/**
 * The built project. TEST_DIST names another folder than dist, when that is being built by someone
 * else.
 */
export const built = resolve(process.env.TEST_DIST ?? join(root, 'dist'))

export interface StackOptions {
  /** Extra environment of the started processes. */
  env?: NodeJS.ProcessEnv
  /** Edits of the shipped files in config/: file name → text edit, '' for a new file. */
  config?: Record<string, (text: string) => string>
  /** A configuration folder of the test's own, in place of a copy of config/. */
  configDir?: string
  /** Data folder to go on with; a fresh one by default. */
  dataDir?: string
  /** URL of an engine that searches go to, in place of the embedded one. */
  engine?: string
  /** A stack that no other test file has, for tests that end it or count what it keeps. */
  isOwn?: boolean
}

/** The whole product, started as `npm start` does, on free ports, with the shipped YAML. */
export interface RunningStack extends Addresses {
  url: string
  pid: number
  dataDir: string
  configDir: string
  /** Everything the processes wrote to stdout and stderr so far. */
  output(): string
  /** supertest against the public port. */
  request: ReturnType<typeof supertest>
  /** Logs in the user of the test file: the demo user, or on a shared stack one of its own. */
  login(): Promise<Tokens>
  /** Mints an API key for that user. */
  mintKey(body?: object): Promise<string>
  /** A secret that it has made, by default OPERATOR_SECRET. */
  secret(name?: string): string
  /** Has the gateway read its configuration again. */
  reload(): Promise<Response>
  /** Resolves with its exit code when it ends. */
  ended: Promise<number | null>
  stop(): Promise<void>
}

export interface Tokens {
  accessToken: string
  refreshToken: string
  expiresIn: number
  user: { id: number; email: string; name: string; role: string }
}

/** A copy of config/ with edits, in a folder of its own. */
export function configCopy(edits: Record<string, (text: string) => string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'directory-config-'))
  cpSync(join(root, 'config'), folder, { recursive: true })
  rmSync(join(folder, 'tests'), { recursive: true }) // they are of the shipped files
  for (const [name, edit] of Object.entries(edits)) {
    const file = join(folder, name)
    const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const after = edit(before)
    if (after === before) throw new Error(`the edit of ${name} changed nothing`)
    writeFileSync(file, after)
  }
  return folder
}

/**
 * An edit of the shipped YAML: users may grant `grants:read` too, a scope by which no search
 * passes.
 */
export const withScope = {
  'auth-service.config.yml': (text: string) =>
    text.replace(
      'user: [organizations:read, api-keys:manage]',
      'user: [organizations:read, api-keys:manage, grants:read]',
    ),
}

/** An edit of the shipped YAML: these lines added to the step `search-rules`. */
export const withRules = (lines: string[]): Record<string, (text: string) => string> => ({
  'gateway.config.yml': (text: string) =>
    text.replace(
      /( +)indexPrefixes: .*\n/,
      (line, indent: string) => line + lines.map((one) => `${indent}${one}\n`).join(''),
    ),
})

/**
 * Edits of the shipped YAML: every search passes a step that fails as X-Fault says, if it is not
 * `none`.
 */
export const withFaults: Record<string, (text: string) => string> = {
  'system.config.yml': (text) =>
    text.replace('plugins:\n', `plugins:\n  fault: { package: "${__dirname}/fault-plugin.mjs" }\n`),
  'gateway.config.yml': (text) =>
    text
      .replace('policies: [envelope,', 'policies: [fault, envelope,')
      .replace('      - search-rules:', '      - fault: [{ action: {} }]\n      - search-rules:'),
}

/**
 * Environment of a test's processes: free ports, own folders, the made-up organizations, nothing of
 * the developer's own settings.
 */
export function testEnvironment(
  dataDir: string,
  configDir: string,
  extra: NodeJS.ProcessEnv = {},
): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env
  const ports = {
    PORT: '0',
    ADMIN_PORT: '0',
    AUTH_PORT: '0',
    AUTH_INTERNAL_PORT: '0',
    ENGINE_PORT: '0',
  }
  return {
    PATH,
    HOME,
    ...ports,
    ...realEngine(),
    ENGINE_SAMPLE: madeUpFile,
    DATA_DIR: dataDir,
    CONFIG_DIR: configDir,
    ...extra,
  }
}

/**
 * `npm run test:engine` names a real engine, and how to reach it, in the product's own settings.
 */
function realEngine(): NodeJS.ProcessEnv {
  const { TEST_ENGINE_URL } = process.env
  if (!TEST_ENGINE_URL) return {}
  const names = [
    'ELASTICSEARCH_API_KEY',
    'ELASTICSEARCH_USERNAME',
    'ELASTICSEARCH_PASSWORD',
    'ELASTICSEARCH_CA',
  ]
  const access = names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return { ELASTICSEARCH_URL: TEST_ENGINE_URL, ...Object.fromEntries(access) }
}

/** Jest's environment has it (environment.ts). */
declare const workerStack: WorkerStack

/**
 * The stack of this Jest worker, reloaded where the edits of gateway.config.yml or
 * system.config.yml differ from what it runs. A stack of its own for whatever a reload cannot
 * change: another environment, data folder or auth-service.config.yml.
 */
export async function startStack(options: StackOptions = {}): Promise<RunningStack> {
  return (await shareStack(options)) ?? startOwnStack(options)
}

async function shareStack(options: StackOptions): Promise<RunningStack | undefined> {
  const { config = {}, env, dataDir, configDir, isOwn, engine = '' } = options
  if (env ?? dataDir ?? configDir ?? isOwn ?? config['auth-service.config.yml']) return undefined
  const wanted = configCopy(config)
  const place = { root, built, environment: testEnvironment }
  const taken = await workerStack.take(wanted, engine, place).finally(() => {
    rmSync(wanted, { recursive: true })
  })
  if (!taken) return undefined
  const { request, check } = documentedAgent(taken.gateway.url)
  const calls = operatorCalls(taken)
  return {
    ...taken,
    ...calls,
    ...accountCalls(request, await newUser(taken.auth, calls.secret())),
    url: taken.gateway.url,
    request,
    ended: new Promise(() => {}),
    async stop() {
      taken.release()
      check()
    },
  }
}

interface Account {
  email: string
  password: string
  /** The client's address at logins, which are limited by address. */
  address?: string
}

/** A user of the test file: limits and lists of another file's user stay out of its tests. */
async function newUser(auth: Addresses['auth'], secret: string): Promise<Account> {
  const [high, low] = randomBytes(2)
  const account = {
    email: `user-${randomUUID()}@example.org`,
    password: 'marble-otter-canyon',
    address: `10.9.${high}.${low}`,
  }
  await supertest(auth.internalUrl)
    .post('/internal/users')
    .auth(secret, { type: 'bearer' })
    .send({ email: account.email, password: account.password, name: 'Test User' })
    .expect(201)
  return account
}

/** What the secrets of a stack open. */
function operatorCalls({ gateway, dataDir }: Pick<RunningStack, 'gateway' | 'dataDir'>) {
  const secret = (name = 'OPERATOR_SECRET') =>
    readFileSync(join(dataDir, 'secrets', name), 'utf8').trim()
  const reload = () => {
    const headers = { Authorization: `Bearer ${secret()}` }
    return fetch(`${gateway.adminUrl}/reload`, { method: 'POST', headers })
  }
  return { secret, reload }
}

function accountCalls(
  request: ReturnType<typeof supertest>,
  account: Account,
): Pick<RunningStack, 'login' | 'mintKey'> {
  const from: Record<string, string> =
    account.address === undefined ? {} : { 'X-Forwarded-For': account.address }
  const login = async () => {
    const { email, password } = account
    const answer = await request.post('/api/v1/auth/login').set(from).send({ email, password })
    if (answer.status !== 200) throw new Error(`login: ${answer.text}`)
    return answer.body.data as Tokens
  }
  return {
    login,
    async mintKey(body = { name: 'test' }) {
      const { accessToken } = await login()
      const answer = await request
        .post('/api/v1/api-keys')
        .set('Authorization', `Bearer ${accessToken}`)
        .send(body)
      if (answer.status !== 201) throw new Error(`mint: ${answer.text}`)
      return answer.body.data.key as string
    },
  }
}

async function startOwnStack(options: StackOptions): Promise<RunningStack> {
  const { env = {}, config = {}, dataDir, engine } = options
  const data = dataDir ?? mkdtempSync(join(tmpdir(), 'directory-data-'))
  const configDir = options.configDir ?? configCopy(config)
  const engineUrl = engine === undefined ? {} : { ELASTICSEARCH_URL: engine }
  const all = testEnvironment(data, configDir, { ...engineUrl, ...env })
  const { child, output, message } = await startReady<Addresses>('dev/start.js', all)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const { url } = message.gateway
  const { request, check } = documentedAgent(url)
  const demo = {
    email: 'demo@example.org',
    get password() {
      return readFileSync(join(data, 'demo'), 'utf8').trim()
    },
  }
  return {
    ...message,
    ...operatorCalls({ ...message, dataDir: data }),
    ...accountCalls(request, demo),
    url,
    pid: child.pid!,
    dataDir: data,
    configDir,
    request,
    ended,
    output,
    async stop() {
      await end(child)
      if (options.configDir === undefined) rmSync(configDir, { recursive: true, force: true })
      if (dataDir === undefined) rmSync(data, { recursive: true, force: true })
      check()
    },
  }
}

/** A gateway, with the shipped YAML. */
export interface RunningGateway {
  url: string
  adminUrl: string
  /** supertest against the public port. */
  request: ReturnType<typeof supertest>
  stop(): Promise<void>
}

/**
 * The gateway of this Jest worker's stack; with another environment, or where `isOwn`, a gateway
 * alone, whose dependencies are away.
 */
export async function startGateway(
  options: Pick<StackOptions, 'env' | 'config' | 'isOwn'> = {},
): Promise<RunningGateway> {
  const shared = await shareStack(options)
  if (shared) return { ...shared, ...shared.gateway }
  const { env = {}, config = {} } = options
  const configDir = configCopy(config)
  const away = 'http://127.0.0.1:9'
  const dependencies = {
    AUTH_SERVICE_URL: away,
    AUTH_INTERNAL_URL: away,
    ELASTICSEARCH_URL: away,
    SERVICE_SECRET: 'the-service-secret-of-this-very-test',
  }
  const { child, message } = await startReady<{ url: string; adminUrl: string }>(
    'gateway/main.js',
    testEnvironment(join(configDir, 'data'), configDir, { ...dependencies, ...env }),
  )
  const { request, check } = documentedAgent(message.url)
  return {
    ...message,
    request,
    async stop() {
      await end(child)
      rmSync(configDir, { recursive: true, force: true })
      check()
    },
  }
}

/**
 * supertest, and a check that the OpenAPI document shows the answers it saw: tests that have
 * nothing to do with the document keep it true all the same.
 */
function documentedAgent(url: string): {
  request: ReturnType<typeof supertest>
  check(): void
} {
  const request = supertest(url)
  const found: string[] = []
  for (const method of ['get', 'post', 'patch', 'delete'] as const) {
    const make = request[method].bind(request)
    request[method] = (path) =>
      make(path).on('response', ({ status, headers, text = '' }: SeenAnswer) => {
        const call = documentedCall(method.toUpperCase(), path)
        if (call) found.push(...undocumented(call, { status, headers, text }))
      })
  }
  const check = () => {
    if (found.length > 0)
      throw new Error(`answers that the OpenAPI document does not tell:\n${found.join('\n')}`)
  }
  return { request, check }
}

/** A started process, and all that it has written so far. */
interface Started {
  child: ChildProcess
  output(): string
}

/** Starts a script of the built project, or another one. */
export function startScript(
  script: string,
  env: NodeJS.ProcessEnv,
  { args = [], cwd = root }: { args?: string[]; cwd?: string } = {},
): Started {
  const child = fork(resolve(built, script), args, {
    ...{ cwd, env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let text = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (text += chunk))
  child.once('close', () => recordGatewayWorkers(text))
  return { child, output: () => text }
}

/** The same, once it is ready, with the message that says so. */
export async function startReady<Message>(
  script: string,
  env: NodeJS.ProcessEnv,
): Promise<Started & { message: Message }> {
  const started = startScript(script, env)
  return { ...started, message: await readyMessage<Message>(started.child, started.output) }
}

/**
 * Resolves with the first IPC message of a started process; rejects with its output when it ends
 * before.
 */
export function readyMessage<Message>(child: ChildProcess, output: () => string): Promise<Message> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Message))
    child.once('close', (code) =>
      reject(new Error(`it ended with exit code ${code} before it was ready:\n${output()}`)),
    )
  })
}

/** What a process has written, and its exit code. */
export interface Outcome {
  code: number | null
  out: string
  err: string
}

/** Resolves with the outcome of a started process once it has ended. */
export function outcomeOf(child: ChildProcess): Promise<Outcome> {
  const written = { out: '', err: '' }
  child.stdout!.on('data', (chunk: Buffer) => (written.out += chunk))
  child.stderr!.on('data', (chunk: Buffer) => (written.err += chunk))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...written })))
}

/** Ends a process by SIGTERM and waits until it and its pipes are gone. */
export function end(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode)
    child.once('close', (code) => resolve(code))
    child.kill('SIGTERM')
  })
}
