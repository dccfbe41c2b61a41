import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { built, configCopy, end, readyMessage, testEnvironment } from '../../support/stack.js'

/** What `eg gateway create` writes into a project's server.js, and a message with the port. */
const stockGateway = `require('stock-express-gateway')().load(process.env.CONFIG_DIR).run()
  .then(([{ app }]) => process.send({ port: app.address().port }))`

let child: ChildProcess
let configDir: string
let url: string
let output = ''
beforeAll(async () => {
  configDir = configCopy({
    'gateway.config.yml': (text) => `http: { port: 0, hostname: 127.0.0.1 }\n${text}`,
  })
  const env = testEnvironment(join(configDir, 'data'), configDir, {
    PLUGINS: join(built, 'plugins'),
    AUTH_SERVICE_URL: 'http://127.0.0.1:1',
    AUTH_INTERNAL_URL: 'http://127.0.0.1:1',
    ELASTICSEARCH_URL: 'http://127.0.0.1:1',
    SERVICE_SECRET: 'the service secret of the stock gateway',
    EG_DISABLE_CONFIG_WATCH: '1',
    PUBLIC_PAGES: 'false',
  })
  child = spawn(process.execPath, ['-e', stockGateway], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk))
  const { port } = await readyMessage<{ port: number }>(child, () => output)
  url = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await end(child)
  rmSync(configDir, { recursive: true })
})

const json = { 'Content-Type': 'application/json' }

/** Every plugin leaves its mark on one of these answers. */
test.each<[string, string, RequestInit, number, string]>([
  ['envelope', '/nowhere', {}, 404, 'NOT_FOUND'],
  ['pages, switched off', '/try', {}, 404, 'NOT_FOUND'],
  [
    'upstream',
    '/api/v1/auth/login',
    { method: 'POST', headers: json, body: '{}' },
    502,
    'UPSTREAM_UNAVAILABLE',
  ],
  [
    'authenticate',
    '/api/v1/organizations/search',
    { method: 'POST', headers: json, body: '{}' },
    401,
    'AUTHENTICATION_REQUIRED',
  ],
])('a stock express-gateway runs our plugin %s', async (_, path, options, status, code) => {
  const answer = await fetch(url + path, options)
  const body = (await answer.json()) as { error?: { code: string }; meta: { requestId: string } }
  expect({ status: answer.status, code: body.error?.code }).toEqual({ status, code })
  expect(body.meta.requestId).toBe(answer.headers.get('x-request-id'))
  if (path.startsWith('/api')) expect(answer.headers.has('ratelimit-limit')).toBe(true)
})

test('all seven plugins were loaded, none failed', () => {
  const names = [
    'envelope',
    'throttle',
    'authenticate',
    'authorize',
    'search-rules',
    'search',
    'upstream',
  ]
  for (const name of names) expect(output).toContain(`Loaded plugin ${name} `)
  expect(output).not.toContain('Failed to load')
})
