import { type ChildProcess, fork } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import supertest from 'supertest'
import type { Addresses } from '../../dev/stack.js'
import { documentedCall, type SeenAnswer, undocumented } from './openapi.js'

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
  /** Edits of the shipped files in config/: file name → text edit. */
  config?: Record<string, (text: string) => string>
  /** A configuration folder of the test's own, in place of a copy of config/. */
  configDir?: string
  /** Data folder to go on with; a fresh one by default. */
  dataDir?: string
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
  login(): Promise<Tokens>
  /** Mints an API key for the demo user. */
  mintKey(body?: object): Promise<string>
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
  for (const [name, edit] of Object.entries(edits)) {
    const file = join(folder, name)
    const before = readFileSync(file, 'utf8')
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
 * Environment of a test's processes: free ports, own folders, nothing of the developer's own
 * settings.
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

export async function startStack(options: StackOptions = {}): Promise<RunningStack> {
  const { env = {}, config = {}, dataDir } = options
  const data = dataDir ?? mkdtempSync(join(tmpdir(), 'directory-data-'))
  const configDir = options.configDir ?? configCopy(config)
  const child = fork(join(built, 'dev/start.js'), {
    cwd: root,
    env: testEnvironment(data, configDir, env),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let text = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (text += chunk))
  const addresses = await readyMessage<Addresses>(child, () => text)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const { url } = addresses.gateway
  const { request, check } = documentedAgent(url)
  const password = () => readFileSync(join(data, 'demo'), 'utf8').trim()

  const stack: RunningStack = {
    ...addresses,
    url,
    pid: child.pid!,
    dataDir: data,
    configDir,
    request,
    ended,
    output: () => text,
    async login() {
      const answer = await request
        .post('/api/v1/auth/login')
        .send({ email: 'demo@example.org', password: password() })
      if (answer.status !== 200) throw new Error(`login: ${answer.text}`)
      return answer.body.data as Tokens
    },
    async mintKey(body = { name: 'test' }) {
      const { accessToken } = await stack.login()
      const answer = await request
        .post('/api/v1/api-keys')
        .set('Authorization', `Bearer ${accessToken}`)
        .send(body)
      if (answer.status !== 201) throw new Error(`mint: ${answer.text}`)
      return answer.body.data.key as string
    },
    async stop() {
      await end(child)
      if (options.configDir === undefined) rmSync(configDir, { recursive: true, force: true })
      if (dataDir === undefined) rmSync(data, { recursive: true, force: true })
      check()
    },
  }
  return stack
}

/** The gateway alone, on free ports, with the shipped YAML: who it depends on is away. */
export interface RunningGateway {
  url: string
  adminUrl: string
  /** supertest against the public port. */
  request: ReturnType<typeof supertest>
  stop(): Promise<void>
}

/** For tests that need neither a login nor a search: a third of the work of a whole stack. */
export async function startGateway({
  env = {},
  config = {},
}: Pick<StackOptions, 'env' | 'config'> = {}): Promise<RunningGateway> {
  const configDir = configCopy(config)
  const away = 'http://127.0.0.1:9'
  const dependencies = {
    AUTH_SERVICE_URL: away,
    AUTH_INTERNAL_URL: away,
    ELASTICSEARCH_URL: away,
    SERVICE_SECRET: 'the-service-secret-of-this-very-test',
  }
  const child = fork(join(built, 'gateway/main.js'), {
    cwd: root,
    env: testEnvironment(join(configDir, 'data'), configDir, { ...dependencies, ...env }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let text = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (text += chunk))
  const addresses = await readyMessage<{ url: string; adminUrl: string }>(child, () => text)
  const { request, check } = documentedAgent(addresses.url)
  return {
    ...addresses,
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
      throw new Error(`answers that config/openapi.json does not tell:\n${found.join('\n')}`)
  }
  return { request, check }
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

/** Ends a process by SIGTERM and waits until it and its pipes are gone. */
export function end(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode)
    child.once('close', (code) => resolve(code))
    child.kill('SIGTERM')
  })
}
