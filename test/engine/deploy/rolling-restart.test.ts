import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
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
    call('POST', '/api/v1/auth/login', undefined, { email: 'admin@example.org', password })

  const search = (credential: string) =>
    call('POST', '/api/v1/organizations/search', credential, {
      index: 'organization-serp',
      body: { query: { match_all: {} }, size: 2 },
    })

  /** Four callers, each with calls of all kinds, until it is ended. @returns what came of them. */
  function startTraffic(token: string, key: string) {
    const kinds = [
      () => search(key),
      () => call('GET', '/api/v1/auth/me', token),
      () => search(token),
      () => call('GET', '/api/v1/api-keys', token),
      logIn,
    ]
    const outcomes: Record<string, number> = {}
    let isOver = false
    async function caller(first: number): Promise<void> {
      for (let i = first; !isOver; i++) {
        const answer = kinds[i % kinds.length]!()
        const { status, text } = await answer.catch(({ message }) => ({ status: 0, text: message }))
        const outcome = status === 200 ? '200' : `${status} ${text.slice(0, 200)}`
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        await sleep(20)
      }
    }
    const callers = Promise.all([0, 1, 2, 3].map(caller))
    return async function end() {
      isOver = true
      await callers
      return outcomes
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
    await restartEach()
    const { 200: good, ...failed } = await end()
    expect(failed).toEqual({})
    expect(good).toBeGreaterThan(100)
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
