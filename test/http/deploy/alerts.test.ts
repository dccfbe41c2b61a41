import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import supertest from 'supertest'
import {
  type Alert,
  alerts,
  firing,
  laidOut,
  type Recorded,
  type Scrape,
} from '../../support/alerts.js'
import {
  password,
  type RunningAuthService,
  startAuthService,
  temporaryFolder,
} from '../../support/auth-service.js'
import { cert, key } from '../../support/certificate.js'
import { expiredCert, expiredKey } from '../../support/expired-certificate.js'
import { goodAnswer, ofElasticsearch, redAnswer } from '../../support/fault-engine.js'
import { watchDisk } from '../../support/faulty-disk.js'
import { samplesOf, sumOf } from '../../support/metrics-text.js'
import { startRedisDouble, willing } from '../../support/redis-double.js'
import { openUpstream, startService } from '../../support/service.js'
import { configCopy, root, testEnvironment } from '../../support/stack.js'
import { until } from '../../support/until.js'
import { type RunningHost, startHost } from '../gateway/project.js'

/**
 * The alerts of deploy/, each in the break that it is for. The running product is broken in one way
 * after the other, and its metrics are read before and after some calls. No test waits for minutes:
 * the recorded scrapes are laid on a time axis of scrapes 15 s apart, on which what happened
 * between two of them happens every 15 s, for two minutes, and our own reading of the rules tells
 * which alerts fire on it.
 */

/** What the dependencies do. */
const sound = {
  engine: 'answers' as 'answers' | 'refuses' | 'hangs' | 'is red' | 'is slow' | 'is busy',
  upstreamStatus: 200,
  doesRedisHang: false,
  isDiskFull: false,
  skewMs: 0,
}
const state = { ...sound }

type Service = Awaited<ReturnType<typeof startService>>
let services: Service[]
let redis: Awaited<ReturnType<typeof startRedisDouble>>
let auth: RunningAuthService
let host: RunningHost
let configDir: string
const dataDir = temporaryFolder()
const email = 'admin@example.org'
let apiKey: string
let healthy: Recorded

const engine: RequestListener = async (req, res) => {
  const isSearch = req.url!.includes('/_search')
  const { engine } = state
  if (engine === 'refuses') res.destroy()
  if (engine === 'refuses' || engine === 'hangs') return
  if (isSearch && engine === 'is slow') await sleep(1300)
  if (isSearch && engine === 'is busy') await sleep(700)
  const isRed = isSearch && engine === 'is red'
  const answer = isRed ? redAnswer : isSearch ? goodAnswer : {}
  res.writeHead(isRed ? 503 : 200, ofElasticsearch).end(JSON.stringify(answer))
}

const startAuth = (env = {}) =>
  startAuthService({ env, dataDir, now: () => Date.now() + state.skewMs })

beforeAll(async () => {
  services = await Promise.all([
    startService(engine),
    startService((_, res) =>
      res.writeHead(state.upstreamStatus, { 'Content-Type': 'text/plain' }).end(),
    ),
  ])
  const [{ url: engineUrl }, { url: upstreamUrl }] = services as [Service, Service]
  redis = await startRedisDouble((command) => (state.doesRedisHang ? undefined : willing(command)))
  await watchDisk((name) => (state.isDiskFull && name === 'writeFile' ? 'ENOSPC' : undefined))
  auth = await startAuth()
  configDir = configCopy({
    'gateway.config.yml': (text) =>
      openUpstream(upstreamUrl)(text).replace('timeoutMs: 10000', 'timeoutMs: 2000'),
  })
  useCertificate(cert, key)
  host = await startHost(
    testEnvironment(dataDir, configDir, {
      ...{ AUTH_SERVICE_URL: auth.url, AUTH_INTERNAL_URL: auth.internalUrl },
      ...{ ELASTICSEARCH_URL: engineUrl, RATE_LIMIT_STORE: 'redis', REDIS_URL: redis.url },
      ...{ TLS_CERT: join(configDir, 'cert.pem'), TLS_KEY: join(configDir, 'key.pem') },
    }),
  )
  const { accessToken } = await auth.login(email)
  apiKey = (await auth.as(accessToken, 'post', '/api/v1/api-keys', { name: 'x' })).body.data.key
  await usual()
  healthy = await recorded({})
})
afterAll(async () => {
  await host?.stop()
  await auth?.stop()
  jest.restoreAllMocks()
  await Promise.all([...services, redis].map((one) => one.close()))
  for (const folder of [configDir, dataDir]) rmSync(folder, { recursive: true })
})

function useCertificate(cert: string, key: string): void {
  writeFileSync(join(configDir, 'cert.pem'), cert)
  writeFileSync(join(configDir, 'key.pem'), key)
}

const call = (method: 'get' | 'post', path: string) =>
  supertest(host.url)
    [method](path)
    .trustLocalhost()
    .ok(() => true)
const search = () =>
  call('post', '/api/v1/organizations/search')
    .set('X-API-Key', apiKey)
    .send({ index: 'map-serp', body: { query: { match_all: {} } } })
const login = (email: string, typed: string) =>
  call('post', '/api/v1/auth/login').send({ email, password: typed })

/** What callers do in any state. */
const usual = () =>
  Promise.all([
    search(),
    search(),
    login(email, password),
    call('get', '/open/x'),
    call('get', '/open/y'),
  ])

const page = (url: string) =>
  fetch(url).then(
    (answer) => answer.text(),
    () => undefined,
  )
const gatewayMetrics = () => page(`${host.adminUrl}/metrics`)
async function scrape(): Promise<Scrape> {
  const [gateway, ofAuth] = [await gatewayMetrics(), await page(`${auth.internalUrl}/metrics`)]
  return { 'directory-gateway': gateway, 'directory-auth': ofAuth }
}

/**
 * A scrape when all calls are counted, which is a moment after their answers.
 * @param state What it must tell, and no more: on a busy machine a probe or a worker may be late, so
 *   that something else seems to be wrong, too.
 */
const settled = ({ down = '', isLate = false }: Pick<Break, 'down' | 'isLate'>) =>
  until(
    async () => {
      const one = await scrape()
      const text = one['directory-gateway']
      if (text === undefined) return one
      const isSettled = sumOf(text, 'directory_requests_in_flight') === 0
      return isSettled && downIn(text) === down && isLateIn(text) === isLate && one
    },
    { everyMs: 300 },
  )

async function recorded(one: Pick<Break, 'during' | 'down' | 'isLate'>): Promise<Recorded> {
  const first = await settled(one)
  await Promise.all([usual(), one.during?.()]).catch(() => undefined) // the gateway may be away
  return [first, await settled(one)]
}

/** The dependencies that are down. */
const downIn = (text: string) =>
  samplesOf(text)
    .flatMap(({ name, labels, value }) =>
      name === 'directory_dependency_up' && value === 0 ? [labels.dependency] : [],
    )
    .join()

/** Whether the worker was late since the last scrape. */
const isLateIn = (text: string) => sumOf(text, 'nodejs_eventloop_lag_p99_seconds') > 0.1

async function reload(isTaken: boolean): Promise<void> {
  host.child.kill('SIGHUP')
  const name = 'directory_config_last_reload_successful'
  await until(async () => sumOf((await gatewayMetrics()) ?? '', name) === Number(isTaken))
}

let lateness: NodeJS.Timeout
/** From now on the worker is stopped for most of the time. */
async function delayWorker(): Promise<void> {
  const { workers } = JSON.parse((await page(`${host.adminUrl}/status`))!)
  const [{ pid }] = workers
  lateness = setInterval(() => {
    process.kill(pid, 'SIGSTOP')
    setTimeout(() => process.kill(pid, 'SIGCONT'), 150)
  }, 250)
}

async function endDelays(): Promise<void> {
  clearInterval(lateness)
  await sleep(200)
}

interface Break {
  name: string
  alert: string
  /** How long it lasts on the time axis; two minutes by default. */
  minutes?: number
  /** The dependency that is down then. */
  down?: string
  /** Whether the worker is late then. */
  isLate?: boolean
  /** What differs from `sound`. */
  state?: Partial<typeof state>
  begin?(): Promise<unknown>
  /** Calls besides the usual ones. */
  during?(): Promise<unknown>
  end?(): Promise<unknown>
  /** Nothing is mended afterwards. */
  isLast?: true
}

const yaml = () => join(configDir, 'gateway.config.yml')
let soundYaml = ''
const certificateEnd = 'directory_certificate_end_timestamp_seconds'

const breaks: Break[] = [
  {
    name: 'an engine that refuses',
    alert: 'DependencyAway',
    down: 'engine',
    state: { engine: 'refuses' },
  },
  {
    name: 'an engine that hangs',
    alert: 'EngineHangs',
    down: 'engine',
    state: { engine: 'hangs' },
  },
  { name: 'a red index', alert: 'IndexRed', down: 'indices', state: { engine: 'is red' } },
  { name: 'slow searches', alert: 'SearchSlow', minutes: 15, state: { engine: 'is slow' } },
  {
    name: 'more searches than the engine answers in time',
    alert: 'Overloaded',
    state: { engine: 'is busy' },
    during: () => Promise.all(Array.from({ length: 50 }, search)),
  },
  {
    name: 'a Redis that hangs',
    alert: 'DependencyAway',
    down: 'rate-limit-store',
    state: { doesRedisHang: true },
  },
  {
    name: 'a full disk',
    alert: 'AuthStoreNotWritable',
    down: 'auth-store',
    state: { isDiskFull: true },
  },
  {
    name: 'wrong passwords from many addresses',
    alert: 'BruteForce',
    during: () =>
      Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          login(`${i}@example.org`, 'wrong').set('X-Forwarded-For', `10.1.2.${i}`),
        ),
      ),
  },
  { name: 'a clock that is 30 s ahead', alert: 'ClockSkew', state: { skewMs: 30_000 } },
  { name: 'a failing upstream', alert: 'Failing', state: { upstreamStatus: 503 } },
  {
    name: 'a worker that is late',
    alert: 'EventLoopLate',
    minutes: 15,
    begin: delayWorker,
    isLate: true,
    end: endDelays,
  },
  {
    name: 'an auth service that has ended',
    alert: 'DependencyAway',
    down: 'auth-service',
    begin: () => auth.stop(),
    async end() {
      const [AUTH_PORT, AUTH_INTERNAL_PORT] = [auth.url, auth.internalUrl].map(
        (url) => new URL(url).port,
      )
      auth = await startAuth({ AUTH_PORT, AUTH_INTERNAL_PORT })
    },
  },
  {
    name: 'a configuration with a mistake',
    alert: 'ConfigurationRefused',
    async begin() {
      soundYaml = readFileSync(yaml(), 'utf8')
      writeFileSync(yaml(), `${soundYaml}\nmistake: true\n`)
      await reload(false)
    },
    end: async () => writeFileSync(yaml(), soundYaml), // read by the next reload
  },
  {
    name: 'a certificate that was not renewed',
    alert: 'CertificateEnds',
    async begin() {
      useCertificate(expiredCert, expiredKey)
      await reload(true)
      await until(async () => sumOf((await gatewayMetrics())!, certificateEnd) < 2e9)
    },
    isLast: true,
  },
  {
    name: 'a gateway that has ended',
    alert: 'GatewayDown',
    isLast: true,
    async begin() {
      host.child.kill('SIGKILL')
      await until(async () => (await gatewayMetrics()) === undefined)
    },
  },
]
const now = () => Date.now() / 1000

test('where nothing is broken, no alert fires', () => {
  expect([...firing(laidOut(healthy, healthy, 15), now())]).toEqual([])
})

test.each(breaks)('$name: $alert, within two minutes, and no other', async (one) => {
  const { alert, minutes = 2 } = one
  Object.assign(state, one.state)
  await one.begin?.()
  await usual().catch(() => undefined) // which notice it
  const broken = await recorded(one)
  Object.assign(state, sound)
  await one.end?.()
  const fired = firing(laidOut(healthy, broken, minutes), now())
  expect([...fired.keys()].filter((name) => fired.get(name)! <= 120 || minutes > 2)).toEqual([
    `Directory${alert}`,
  ])
  if (one.isLast) return
  await until(isHealthy)
})

/** Whether the metrics tell of no fault. */
async function isHealthy(): Promise<boolean> {
  await usual()
  const text = (await gatewayMetrics())!
  return downIn(text) === ''
}

test('each alert has its break', () => {
  const broken = new Set(breaks.map(({ alert }) => `Directory${alert}`))
  expect([...broken].sort()).toEqual(alerts.map(({ alert }) => alert).sort())
})

test('each alert tells its cause and a first command, and has a section of docs/alerts.md', () => {
  const sections = [
    ...readFileSync(join(root, 'docs/alerts.md'), 'utf8').matchAll(/^## (Directory\w+)$/gm),
  ]
  expect(sections.map(([, name]) => name)).toEqual(alerts.map(({ alert }) => alert))
  for (const { alert, annotations } of alerts as Alert[]) {
    expect(Object.keys(annotations)).toEqual(['summary', 'cause', 'command', 'runbook'])
    expect(annotations.runbook).toBe(`docs/alerts.md#${alert.toLowerCase()}`)
  }
})
