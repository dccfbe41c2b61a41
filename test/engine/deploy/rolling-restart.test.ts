import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { type RunningHost, startHost } from '../../http/gateway/project.js'
import {
  type AuthProcess,
  forget,
  password,
  startAuthProcess,
  temporaryFolder,
} from '../../support/auth-service.js'
import { cert } from '../../support/certificate.js'
import { freePort } from '../../support/free-port.js'
import { type RunningNginx, startNginx, withoutNginx } from '../../support/nginx.js'
import { configCopy, testEnvironment } from '../../support/stack.js'
import { until } from '../../support/until.js'

/** Pause from one request to the next, in milliseconds: 50 a second. */
const everyMs = 20

/** How often each is restarted. */
const rounds = Number(process.env.ROUNDS ?? 1)

if (withoutNginx)
  process.stdout.write(`rolling restarts behind nginx are not tried: ${withoutNginx}\n`)
const describeWithNginx = withoutNginx ? describe.skip : describe

describeWithNginx('two gateways and two auth services behind deploy/nginx.conf', () => {
  const dataDir = temporaryFolder()
  const configDir = configCopy()
  const gateways: { env: NodeJS.ProcessEnv; host: RunningHost }[] = []
  const auths: { env: NodeJS.ProcessEnv; service: AuthProcess }[] = []
  let front: RunningNginx
  const agent = new Agent({ keepAlive: true, ca: cert, servername: 'localhost' })

  beforeAll(async () => {
    for (const _ of ['first', 'second']) {
      const env = {
        AUTH_PORT: `${await freePort()}`,
        AUTH_INTERNAL_PORT: `${await freePort()}`,
      }
      auths.push({ env, service: await startAuthProcess({ dataDir, env }) })
    }
    const { internal, secret } = auths[0]!.service
    const demo = { email: 'demo@example.org', name: 'Demo User', password }
    await internal
      .post('/internal/users')
      .auth(secret.operator, { type: 'bearer' })
      .send(demo)
      .expect(201)
    for (const _ of ['first', 'second']) {
      const env = testEnvironment(dataDir, configDir, {
        PORT: `${await freePort()}`,
        ADMIN_PORT: `${await freePort()}`,
        AUTH_SERVICE_URL: auths.map(({ service }) => service.url).join(),
        AUTH_INTERNAL_URL: auths.map(({ service }) => service.internalUrl).join(),
        ELASTICSEARCH_URL: process.env.TEST_ENGINE_URL,
        ...{ REQUESTS_PER_MINUTE: '60000', LOGINS_PER_MINUTE: '600' },
      })
      gateways.push({ env, host: await startHost(env) })
    }
    const [first = '', ...others] = gateways.map(({ host }) => new URL(host.url).host)
    front = await startNginx([first, ...others])
  })
  afterAll(async () => {
    agent.destroy()
    await front?.stop()
    await Promise.all(gateways.map(({ host }) => host.stop()))
    await Promise.all(auths.map(({ service }) => service.stop()))
    await forget(dataDir)
  })

  async function call(method: string, path: string, credential?: string, body?: object) {
    const headers = {
      Host: 'directory.example.org',
      ...(credential !== undefined && { Authorization: `Bearer ${credential}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    }
    const { port } = front
    const req = request({ host: '127.0.0.1', port, agent, method, path, headers })
    req.end(body && JSON.stringify(body))
    const [res] = await once(req, 'response')
    let text = ''
    for await (const chunk of res) text += chunk
    return { status: res.statusCode as number, text }
  }

  const logIn = () =>
    call('POST', '/api/v1/auth/login', undefined, { email: 'demo@example.org', password })

  const search = (credential: string) =>
    call('POST', '/api/v1/organizations/search', credential, {
      index: 'organization-serp',
      body: { query: { match_all: {} }, size: 2 },
    })

  /**
   * Calls of all kinds, 50 a second, until it is ended. @returns how many there were, and those
   * that failed.
   */
  function startTraffic(token: string, key: string) {
    const kinds = [
      () => search(key),
      () => call('GET', '/api/v1/auth/me', token),
      () => search(token),
      () => call('GET', '/api/v1/api-keys', token),
    ]
    const failed: string[] = []
    const underWay: Promise<unknown>[] = []
    const send = async (make: () => ReturnType<typeof call>) => {
      const sentAt = new Date().toISOString()
      const { status, text } = await make().catch(({ message }) => ({ status: 0, text: message }))
      if (status !== 200) failed.push(`sent ${sentAt}: ${status} ${text.slice(0, 200)}`)
    }
    const startedAt = performance.now()
    // As many as are due by the clock: on a busy machine a timer alone would fall behind
    const sendDue = () => {
      while (underWay.length * everyMs < performance.now() - startedAt)
        underWay.push(send(underWay.length % 50 === 0 ? logIn : kinds[underWay.length % 4]!))
    }
    const timer = setInterval(sendDue, everyMs)
    return async function end() {
      sendDue()
      clearInterval(timer)
      await Promise.all(underWay)
      return { calls: underWay.length, failed }
    }
  }

  /** What docs/operating.md says: restart one, wait until it is ready, go on with the next. */
  async function untilOk(url: string): Promise<void> {
    const isOk = () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    await until(isOk, { withinMs: 30_000, context: () => url })
  }

  test('no request fails while each is restarted in turn', async () => {
    const { accessToken } = JSON.parse((await logIn()).text).data
    const made = await call('POST', '/api/v1/api-keys', accessToken, { name: 'rolling' })
    // an engine that has just started answers its first searches slowly: they would fill the queue
    for (let i = 0; i < 50; i++) await search(accessToken)
    const end = startTraffic(accessToken, JSON.parse(made.text).data.key)
    for (let round = 0; round < rounds; round++) await restartEach()
    const { calls, failed } = await end()
    console.info(`${calls} calls, ${failed.length} failed`)
    expect(failed).toEqual([])
    expect(calls).toBeGreaterThan(100)
  }, 600_000)

  async function restartEach(): Promise<void> {
    for (const gateway of gateways) {
      await gateway.host.stop()
      gateway.host = await startHost(gateway.env)
      await untilOk(`${gateway.host.adminUrl}/readyz`)
    }
    for (const auth of auths) {
      await auth.service.stop()
      auth.service = await startAuthProcess({ dataDir, env: auth.env })
      await untilOk(`${auth.service.internalUrl}/internal/health`)
    }
  }
})
