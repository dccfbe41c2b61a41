import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningHost, startHost } from '../http/gateway/project.js'
import { cert, key } from '../support/certificate.js'
import { type RedisServer, startRedis } from '../support/redis-server.js'
import { startService } from '../support/service.js'
import { configCopy, testEnvironment } from '../support/stack.js'
import { until } from '../support/until.js'

/** Two gateways with one Redis, which is killed, stopped and brought back. */

const limit = 100

const configuration = (url: string) => `apiEndpoints:
  near: { host: "*", paths: /near, methods: [GET] }
  far: { host: "*", paths: /far, methods: [GET] }
serviceEndpoints: { echo: { url: "${url}" } }
policies: [envelope, throttle, upstream]
pipelines:
${['near', 'far']
  .map(
    (name) => `  ${name}:
    apiEndpoints: [${name}]
    policies:
      - envelope:
      - throttle: [{ action: { by: address, limit: ${limit}, windowSeconds: 600, name: ${name} } }]
      - upstream: [{ action: { serviceEndpoint: echo, timeoutMs: 5000, public: true } }]
`,
  )
  .join('')}`

let service: Awaited<ReturnType<typeof startService>>
let folder: string
let configDir: string
beforeAll(async () => {
  service = await startService()
  folder = mkdtempSync(join(tmpdir(), 'directory-tls-'))
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 })
  configDir = configCopy({ 'gateway.config.yml': () => configuration(service.url) })
})
afterAll(async () => {
  await service.close()
  for (const made of [folder, configDir]) rmSync(made, { recursive: true })
})

const startGateway = (REDIS_URL: string, env: NodeJS.ProcessEnv = {}) =>
  startHost(testEnvironment(folder, configDir, { RATE_LIMIT_STORE: 'redis', REDIS_URL, ...env }))

/** An address of the test's own, believed from a trusted proxy. */
let addresses = 0
const newAddress = () => `203.0.113.${++addresses}`

async function call(host: RunningHost, address: string, path = '/near') {
  const answer = await fetch(host.url + path, { headers: { 'X-Forwarded-For': address } })
  await answer.arrayBuffer()
  const { headers, status } = answer
  return {
    status,
    left: Number(headers.get('ratelimit-remaining')),
    reset: Number(headers.get('ratelimit-reset')),
  }
}

const statusOf = async (host: RunningHost) =>
  (
    (await (await fetch(`${host.adminUrl}/status`)).json()) as {
      rateLimits: { reachable: boolean }
    }
  ).rateLimits

const lines = (host: RunningHost, word: string) =>
  host
    .output()
    .split('\n')
    .filter((line) => line.includes(word)).length

async function untilReachable(hosts: RunningHost[], reachable: boolean): Promise<void> {
  await until(async () => {
    const states = await Promise.all(hosts.map(statusOf))
    return states.every((state) => state.reachable === reachable)
  })
}

describe('two gateways', () => {
  let redis: RedisServer
  const hosts: RunningHost[] = []
  beforeAll(async () => {
    redis = await startRedis()
    for (let i = 0; i < 2; i++) hosts.push(await startGateway(redis.url))
  })
  afterAll(async () => {
    for (const host of hosts) await host.stop()
    await redis.stop()
  })

  /** Asks both gateways in turn, in waves that are no overload. Answers what passed. */
  async function both(address: string, count: number) {
    const answers: Awaited<ReturnType<typeof call>>[] = []
    while (answers.length < count) {
      answers.push(
        ...(await Promise.all(Array.from({ length: 20 }, (_, i) => call(hosts[i % 2]!, address)))),
      )
    }
    return answers.filter(({ status }) => status === 201)
  }

  const away = () => hosts.map((host) => lines(host, 'Redis is unavailable'))
  const back = () => hosts.map((host) => lines(host, 'Redis is back:'))

  /**
   * What passes while both count together: a machine that is too busy may let Redis be late, and
   * then one has counted alone.
   */
  async function together(count: number) {
    for (let tries = 0; tries < 5; tries++) {
      await untilReachable(hosts, true)
      const before = away().join()
      const address = newAddress()
      const passed = await both(address, count)
      if (away().join() === before) return { address, passed }
    }
    throw new Error('Redis was away in each of five rounds')
  }

  test('share a limit exactly, and tell what is left of it', async () => {
    const { address, passed } = await together(3 * limit)
    expect(passed).toHaveLength(limit)
    expect(new Set(passed.map(({ left }) => left)).size).toBe(limit)
    for (const { reset } of passed) expect([reset > 590, reset <= 600]).toEqual([true, true])
    // a step of its own
    expect(await call(hosts[0]!, address, '/far')).toMatchObject({ left: limit - 1 })
    expect(await call(hosts[1]!, address, '/far')).toMatchObject({ left: limit - 2 })
  })

  test.each<[string, (redis: RedisServer) => unknown, (redis: RedisServer) => unknown]>([
    ['is killed', (redis) => redis.stop(), (redis) => redis.start()],
    ['hangs', (redis) => redis.child().kill('SIGSTOP'), (redis) => redis.child().kill('SIGCONT')],
  ])('count alone while Redis %s, and go back by themselves', async (_, breakDown, mend) => {
    await untilReachable(hosts, true)
    const toldBefore = away().map((times) => times + 1)
    const backBefore = back()
    await breakDown(redis)
    expect(await both(newAddress(), 4 * limit)).toHaveLength(2 * limit)
    await untilReachable(hosts, false)
    await new Promise((resolve) => setTimeout(resolve, 1500)) // it is tried again meanwhile
    expect([away(), back()]).toEqual([toldBefore, backBefore])

    await mend(redis)
    expect((await together(3 * limit)).passed).toHaveLength(limit)
    for (const [i, times] of back().entries()) expect(times).toBeGreaterThan(backBefore[i]!)
  })
})

describe('a Redis with a password, by TLS', () => {
  const password = 'hunter2/#@:%'
  let redis: RedisServer
  let url: string
  beforeAll(async () => {
    const file = (name: string) => join(folder, name)
    redis = await startRedis((port) => [
      ...['--port', '0', '--tls-port', `${port}`, '--tls-auth-clients', 'no'],
      ...['--tls-cert-file', file('cert.pem'), '--tls-key-file', file('key.pem')],
      ...['--requirepass', password],
    ])
    url = `rediss://:${encodeURIComponent(password)}@localhost:${redis.port}/1`
  })
  afterAll(() => redis.stop())

  test.each<[string, NodeJS.ProcessEnv, object]>([
    ['known authority', { NODE_EXTRA_CA_CERTS: 'cert.pem' }, { reachable: true }],
    ['unknown authority', {}, { reachable: false, fault: expect.stringMatching(/SELF_SIGNED/) }],
  ])('%s', async (_, { NODE_EXTRA_CA_CERTS: authority }, state) => {
    const trust = authority ? { NODE_EXTRA_CA_CERTS: join(folder, authority) } : {}
    const host = await startGateway(url, { ...trust, LOG_LEVEL: 'trace' })
    expect(await call(host, newAddress())).toMatchObject({ status: 201, left: limit - 1 })
    expect(await statusOf(host)).toEqual({
      store: 'redis',
      url: `rediss://localhost:${redis.port}/1`,
      ...state,
    })
    await host.stop()
    expect(lines(host, 'Redis is unavailable')).toBe('fault' in state ? 1 : 0)
    expect(host.output()).not.toContain('hunter2')
  })
})

describe('what docs/limits.md says of a Redis', () => {
  const rights = '+eval +get +set +incrby +pttl +pexpire +time ~directory:*'
  const limited = (given: string) => ['--user', 'gateway', 'on', '>hunter2', ...given.split(' ')]
  const denied = { reachable: false, fault: 'NOPERM' }

  test('the rights of a user of its own are those that the page names', () =>
    expect(readFileSync(join(__dirname, '../../docs/limits.md'), 'utf8')).toContain(
      `\`${rights}\``,
    ))

  test.each<[string, string[], string, object]>([
    ['a user with the rights', limited(rights), '', { reachable: true }],
    ['such a user in another database', limited(rights), '/1', denied],
    [
      'a user who lacks one of them',
      limited(rights.replace('+incrby ', '')),
      '',
      { reachable: false },
    ],
    [
      'a full memory',
      ['--maxmemory', '1', '--maxmemory-policy', 'noeviction'],
      '',
      { reachable: false, fault: 'OOM' },
    ],
  ])('%s', async (_, args, database, state) => {
    const redis = await startRedis((port) => ['--port', `${port}`, ...args])
    const user = args[0] === '--user' ? 'gateway:hunter2@' : ''
    const host = await startGateway(`redis://${user}127.0.0.1:${redis.port}${database}`)
    try {
      expect(await call(host, newAddress())).toMatchObject({ status: 201, left: limit - 1 })
      expect(await statusOf(host)).toMatchObject({ store: 'redis', ...state })
      expect((await fetch(`${host.adminUrl}/readyz`)).status).toBe(200)
    } finally {
      await host.stop()
      await redis.stop()
    }
  })
})
