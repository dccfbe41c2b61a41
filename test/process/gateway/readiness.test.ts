import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeProject, type RunningHost, startHost } from '../../http/gateway/project.js'
import { type RunningAuthService, startAuthService } from '../../support/auth-service.js'
import { ofElasticsearch, redAnswer } from '../../support/fault-engine.js'
import { startService } from '../../support/service.js'
import { configCopy, testEnvironment } from '../../support/stack.js'
import { until } from '../../support/until.js'

/** What a gateway says of itself when what it depends on goes away, and at its start. */

let isEngineAway = false
let isEngineHung = false
let isIndexRed = false
let skewMs = 0
let engine: Awaited<ReturnType<typeof startService>>
let auth: RunningAuthService
let configDir: string
let host: RunningHost
beforeAll(async () => {
  const weak = { OPERATOR_SECRET: 'changeme'.repeat(5) }
  engine = await startService((req, res) => {
    if (isEngineAway) res.destroy()
    else if (isIndexRed && req.url!.includes('allow_partial_search_results=false'))
      res.writeHead(503, ofElasticsearch).end(JSON.stringify(redAnswer))
    else if (!isEngineHung) res.writeHead(200, ofElasticsearch).end('{}')
  })
  auth = await startAuthService({ env: weak, now: () => Date.now() + skewMs })
  configDir = configCopy({
    'gateway.config.yml': (text) =>
      text
        .replace('staleSeconds: 60', 'staleSeconds: 600')
        .replace('slots: auto', 'readyWithoutEngine: false\n              slots: auto')
        .replace('# unsafe: [] # DANGER: constructs', 'unsafe: [script] # constructs'),
  })
  host = await startHost(
    testEnvironment(auth.dataDir, configDir, {
      ...weak,
      AUTH_SERVICE_URL: auth.url,
      AUTH_INTERNAL_URL: auth.internalUrl,
      ELASTICSEARCH_URL: engine.url,
    }),
  )
})
afterAll(async () => {
  await host?.stop()
  await engine.close()
  rmSync(configDir, { recursive: true })
})

const page = async (path: string) => {
  const answer = await fetch(host.adminUrl + path)
  return { code: answer.status, text: await answer.text() }
}
async function ready() {
  const { code, text } = await page('/readyz')
  return { code, ...(JSON.parse(text) as { reason?: string; degraded?: string[] }) }
}
async function up(dependency: string) {
  const { text } = await page('/metrics')
  const line = `^directory_dependency_up\\{dependency="${dependency}"\\} (\\S+)$`
  return new RegExp(line, 'm').exec(text)?.[1]
}
/** A worker of a busy machine may need more than the page waits for it. */
const degraded = () =>
  until(async () => JSON.parse((await page('/status')).text).degraded as string[] | undefined)

test('the starts log what the check warns of, without the secrets', () => {
  const rulesIn = (output: string) =>
    [...output.matchAll(/^\{"level":"warn".*"rule":"([\w-]+)"/gm)].map(([, rule]) => rule)
  expect(rulesIn(host.output())).toEqual(
    expect.arrayContaining(['search-unsafe', 'secret-default']),
  )
  expect(rulesIn(auth.output())).toContain('secret-default')
  expect(host.output() + auth.output()).not.toContain('changeme')
})

test('without the engine it is not ready where the YAML says so', async () => {
  await until(async () => (await ready()).code === 200)
  expect([await up('engine'), await degraded()]).toEqual(['1', []])
  isEngineAway = true
  const away = await until(async () => {
    const state = await ready()
    return state.code !== 200 && state
  })
  expect(away).toMatchObject({ code: 503, reason: `the engine at ${engine.url} does not answer` })
  expect([await up('engine'), await degraded()]).toEqual(['0', ['engine']])
  isEngineAway = false
  await until(async () => (await ready()).code === 200)
})

test('a red index degrades it, is named with what to do, and the engine is up', async () => {
  isIndexRed = true
  expect([await up('engine'), await up('indices')]).toEqual(['1', '0'])
  expect(await ready()).toMatchObject({ code: 200, degraded: ['indices'] })
  const { engine: shown } = JSON.parse((await page('/status')).text)
  expect(shown.nodes).toEqual([{ url: engine.url, healthy: true }])
  expect(shown.advice).toMatch(/shards of map-serp-7, .*GET _cluster\/allocation\/explain/)
  isIndexRed = false
  expect([await up('indices'), await degraded()]).toEqual(['1', []])
})

test('while the engine hangs, /status shows that, and everything else', async () => {
  isEngineHung = true
  const status = await until(async () => {
    const shown = JSON.parse((await page('/status')).text)
    return shown.degraded?.includes('engine') && shown
  })
  expect(status).toMatchObject({
    engine: { nodes: [{ url: engine.url, healthy: false, fault: 'does not answer in time' }] },
    authServices: [{ healthy: true }],
    degraded: ['engine'],
  })
  const fault = 'directory_dependency_fault{dependency="engine",cause="does not answer in time"} 1'
  expect((await page('/metrics')).text).toContain(fault)
  isEngineHung = false
  await until(async () => (await degraded()).length === 0)
})

test('the clock of an auth service that is ahead is measured', async () => {
  skewMs = 30_000
  const line = /^directory_clock_skew_seconds\{.*\} (29|30)\b/m
  await until(async () => line.test((await page('/metrics')).text))
  skewMs = 0
})

test('while its worker hangs, /status says so', async () => {
  const workers = async () => JSON.parse((await page('/status')).text).workers
  const [{ pid }] = await workers()
  process.kill(pid, 'SIGSTOP')
  expect(await workers()).toMatchObject([{ state: 'serving', fault: 'does not answer' }])
  process.kill(pid, 'SIGCONT')
  await until(async () => (await workers())[0].fault === undefined)
})

const authenticated = (auth: RunningAuthService) => `apiEndpoints:
  hello: { host: "*", paths: /hello, methods: [GET] }
policies: [envelope, throttle, authenticate, echo]
pipelines:
  hello:
    apiEndpoints: [hello]
    policies:
      - envelope:
      - throttle: [{ action: { by: address, limit: 1000, windowSeconds: 60 } }]
      - authenticate: [{ action: { accept: [access-token, api-key], authServiceUrl: "${auth.internalUrl}", serviceSecret: ${auth.secret.service}, staleSeconds: 600 } }]
      - echo: [{ action: { text: hello } }]
`

test('while the auth service is away, known credentials outlive a reload and a crash of a worker', async () => {
  const service = await startAuthService()
  const ours = ['envelope', 'throttle', 'authenticate']
  const { env, remove } = makeProject(authenticated(service), {}, ours)
  const one = await startHost({ ...env, WORKERS: '2' })
  const { accessToken } = await service.login()
  const made = await service.as(accessToken, 'post', '/api/v1/api-keys', { name: 'x' })
  /** Of many connections, so that all workers have a part. */
  const statuses = async () => {
    const call = async (credential: string) => {
      const headers = { connection: 'close', authorization: `Bearer ${credential}` }
      return (await fetch(`${one.url}/hello`, { headers })).status
    }
    const calls = Array.from({ length: 20 }, () => [accessToken, made.body.data.key].map(call))
    return new Set(await Promise.all(calls.flat()))
  }
  expect(await statuses()).toEqual(new Set([200]))
  await service.stop()
  one.child.kill('SIGHUP')
  await until(() => one.output().includes('"msg":"configuration reloaded"'))
  expect(await statuses()).toEqual(new Set([200]))
  const answer = await fetch(`${one.adminUrl}/status`)
  const { workers } = (await answer.json()) as { workers: { state: string; pid: number }[] }
  process.kill(workers.find(({ state }) => state === 'serving')!.pid, 'SIGKILL')
  await until(() => /worker \d is back/.test(one.output()))
  expect(await statuses()).toEqual(new Set([200]))
  await one.stop()
  remove()
})

test('without the auth service it is ready and degraded as long as known credentials pass, then not ready', async () => {
  const { accessToken } = await auth.login()
  const call = async () => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    const url = `${host.url}/api/v1/organizations/search`
    // 400: the caller is known
    return (await fetch(url, { method: 'POST', headers, body: '{}' })).status
  }
  expect(await call()).toBe(400)
  expect(await ready()).toMatchObject({ code: 200, status: 'ready' })
  await auth.stop()
  const away = ['auth-service']
  expect(await ready()).toMatchObject({ code: 200, status: 'ready', degraded: away })
  expect([await up('auth-service'), await degraded()]).toEqual(['0', away])
  expect(await call()).toBe(400)
  const file = join(configDir, 'gateway.config.yml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('staleSeconds: 600', 'staleSeconds: 1'))
  host.child.kill('SIGHUP')
  const ended = await until(async () => {
    const state = await ready()
    return state.code === 503 && state
  })
  expect(ended).toMatchObject({
    status: 'not ready',
    reason: expect.stringContaining('does not answer'),
  })
  await until(async () => (await call()) === 503)
})
