import { rmSync } from 'node:fs'
import { configCopy, testEnvironment } from '../../support/stack.js'
import { until } from '../../support/until.js'
import { type RunningHost, startDouble, startHost } from './project.js'

type Double = Awaited<ReturnType<typeof startDouble>>

/** A pipeline that searches these nodes for whom this auth service knows. */
const pipeline = (name: string, authServiceUrl: string, search: string) => `
  ${name}:
    apiEndpoints: [${name}]
    policies:
      - envelope:
      - throttle: [{ action: { by: address, limit: 1000, windowSeconds: 60 } }]
      - authenticate: [{ action: { accept: [api-key], authServiceUrl: "${authServiceUrl}", serviceSecret: the-service-secret-of-this-very-test } }]
      - authorize: [{ action: { scopes: ["organizations:read"] } }]
      - search-rules: [{ action: { indexPrefixes: [map-serp] } }]
      - search: [{ action: { ${search} } }]`

/** Literal addresses: no setting shows them. */
const configuration = (
  auths: readonly [Double, Double],
  engines: readonly [Double, Double],
) => `apiEndpoints:
  one: { host: "*", paths: /one, methods: [POST] }
  two: { host: "*", paths: /two, methods: [POST] }
  three: { host: "*", paths: /three, methods: [POST] }
serviceEndpoints:
  far: { url: "http://127.0.0.1:1/b" }
  near: { urls: ["${auths[0].url}/x", "http://127.0.0.1:1"] }
policies: [envelope, throttle, authenticate, authorize, search-rules, search]
pipelines:${[
  pipeline(
    'one',
    `${auths[0].url}/`,
    `nodes: "${engines[0].url}/es/, http://127.0.0.1:1", apiKey: hunter2`,
  ),
  pipeline('two', auths[1].url, `nodes: "${engines[1].url}", username: reader, password: hunter2`),
  pipeline('three', auths[1].url, `nodes: "${engines[1].url}", apiKey: hunter2`),
].join('')}
`

/** As the health page of an auth service shows of a file that is too large. */
const fullStore = { records: 10_001, capacity: 10_000 }
const fault = 'does not answer'
const report = { store: fullStore, storeFault: 'full' }
const greeting = { 'X-Elastic-Product': 'Elasticsearch' }
let auths: [Double, Double]
let engines: [Double, Double]
let configDir: string
let host: RunningHost
beforeAll(async () => {
  auths = [
    await startDouble(200),
    await startDouble(200, {}, { data: { state: 'ready', ...report } }),
  ]
  engines = [
    await startDouble(200, { ...greeting, 'X-Directory-Engine': 'embedded' }),
    await startDouble(200, greeting),
  ]
  configDir = configCopy({ 'gateway.config.yml': () => configuration(auths, engines) })
  host = await startHost(
    testEnvironment('/nowhere', configDir, {
      AUTH_INTERNAL_URL: 'http://127.0.0.1:2',
      ELASTICSEARCH_URL: 'http://127.0.0.1:3',
      RATE_LIMIT_STORE: 'redis',
      REDIS_URL: 'redis://:hunter2@127.0.0.1:1',
    }),
  )
})
afterAll(async () => {
  await host.stop()
  for (const double of [...engines, ...auths]) double.close()
  rmSync(configDir, { recursive: true })
})

async function ask(path: string, method = 'GET') {
  const answer = await fetch(host.adminUrl + path, { method })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test('/status tells version, engine, configuration and upstreams of the YAML, and no credential', async () => {
  const { status, text } = await ask('/status')
  expect(status).toBe(200)
  expect(JSON.parse(text)).toEqual({
    alerts: [
      { alert: 'DirectoryAuthStoreNotWritable', summary: /^Nobody can log in/, command: /^df / },
      { alert: 'DirectoryDependencyAway', summary: /^Rate-limit-store /, command: /^curl / },
    ].map(({ alert, summary, command }) => ({
      alert,
      summary: expect.stringMatching(summary),
      command: expect.stringMatching(command),
      since: expect.stringMatching(/Z$/),
    })),
    canWriteUsage: true,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    uptimeSeconds: expect.any(Number),
    workers: [
      {
        number: 1,
        pid: expect.any(Number),
        startedAt: expect.stringMatching(/Z$/),
        checkedAt: expect.stringMatching(/Z$/),
        state: 'serving',
      },
    ],
    engine: {
      kind: 'embedded',
      nodes: [
        { url: `${engines[0].url}/es`, healthy: true },
        { url: 'http://127.0.0.1:1', healthy: false, fault },
        { url: engines[1].url, healthy: true },
      ],
      slots: 9, // of three steps: these engines do not tell their processors
    },
    authServices: [
      { url: auths[0].url, healthy: true },
      { url: auths[1].url, healthy: true, ...report },
    ],
    degraded: ['auth-store', 'rate-limit-store'],
    rateLimits: {
      store: 'redis',
      url: 'redis://127.0.0.1:1',
      reachable: false,
      fault: 'ECONNREFUSED',
    },
    config: {
      hash: expect.stringMatching(/^[0-9a-f]{12}$/),
      loadedAt: expect.stringMatching(/Z$/),
      isBack: false,
      earlier: null,
      lastReloadError: null,
      reloads: [],
    },
    searches: { running: [], underWay: 0, lately: [] },
    limitsNearEnd: [],
    pipelines: ['one', 'two', 'three'].map((name) => ({
      name,
      calls: [`POST /${name}`],
      steps: expect.arrayContaining(['throttle by address', 'authenticate']),
      service: 'engine',
    })),
    upstreams: [
      {
        name: 'far',
        urls: ['http://127.0.0.1:1/b'],
        targets: [{ url: 'http://127.0.0.1:1/b', healthy: false, fault }],
      },
      {
        name: 'near',
        urls: [`${auths[0].url}/x`, 'http://127.0.0.1:1'],
        targets: [
          { url: `${auths[0].url}/x`, healthy: true },
          { url: 'http://127.0.0.1:1', healthy: false, fault },
        ],
      },
    ],
  })
  expect(text).not.toContain('hunter2')
  expect(auths[0].seen.map(({ url }) => url)).toContain('/x/')
  expect(engines[0].seen.at(-1)).toEqual({ url: '/es/', authorization: 'ApiKey hunter2' })
  const basic = `Basic ${Buffer.from('reader:hunter2').toString('base64')}`
  expect(engines[1].seen.map(({ authorization }) => authorization)).toEqual(
    expect.arrayContaining([basic, 'ApiKey hunter2']),
  )
})

test.each([
  ['/nothing', 'GET', 404, 'NOT_FOUND'],
  ['/status', 'POST', 405, 'METHOD_NOT_ALLOWED'],
])('%s %s is refused with the envelope', async (path, method, status, code) => {
  const answer = await ask(path, method)
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.text)).toMatchObject({
    status: 'error',
    error: { code, details: {} },
    meta: { requestId: answer.headers.get('x-request-id') },
  })
})

test('an engine that is away at the start is a warning with its URL', async () => {
  await until(
    () => host.output().includes('"level":"warn"') && host.output().includes('http://127.0.0.1:1'),
  )
  const warnings = host
    .output()
    .split('\n')
    .filter((line) => line.includes("the engine's node"))
  expect(warnings.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 'warn',
      msg: "the engine's node at http://127.0.0.1:1 does not answer",
    }),
  ])
  expect(host.output()).not.toContain('hunter2')
})

test('/auth-metrics passes on what each auth service shows to Prometheus, without a credential', async () => {
  const services = auths.map(({ url }) => ({ url, text: expect.any(String) }))
  expect(JSON.parse((await ask('/auth-metrics')).text)).toEqual({ services })
  expect(auths[0].seen).toContainEqual({ url: '/metrics', authorization: undefined })
})

describe('/readyz', () => {
  const ready = async () => {
    const { status, text } = await ask('/readyz')
    return { status, body: JSON.parse(text) as object }
  }
  const degraded = ['auth-store', 'rate-limit-store']
  const authService = () => ({ url: `${auths[0].url}, ${auths[1].url}`, reachable: true })
  const engine = () => ({
    url: `${engines[0].url}/es, http://127.0.0.1:1, ${engines[1].url}`,
    reachable: true,
  })

  test('asks every auth service of the steps, and tells the engine', async () => {
    for (const { seen } of auths) seen.length = 0
    expect(await ready()).toEqual({
      status: 200,
      body: { status: 'ready', degraded, authService: authService(), engine: engine() },
    })
    for (const { seen } of auths)
      expect(seen.filter(({ url }) => url === '/internal/health')).toHaveLength(1)
  })

  test('without the engine it is ready, and says that it is away', async () => {
    engines[1].close()
    expect(await ready()).toEqual({
      status: 200,
      body: {
        status: 'ready',
        degraded: ['auth-store', 'engine', 'rate-limit-store'],
        authService: authService(),
        engine: { ...engine(), reachable: false },
      },
    })
  })

  test('without one of the auth services it is not, and says which', async () => {
    auths[1].close()
    expect(await ready()).toEqual({
      status: 503,
      body: {
        status: 'not ready',
        reason: `the auth service at ${auths[1].url} does not answer`,
        authService: { ...authService(), reachable: false },
        engine: { ...engine(), reachable: false },
      },
    })
  })
})
