import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { startHost } from '../../http/gateway/project.js'
import { cert } from '../../support/certificate.js'
import { freePort } from '../../support/free-port.js'
import { filesOf, mount } from '../../support/kubelet.js'
import { startReady, testEnvironment } from '../../support/stack.js'
import { until } from '../../support/until.js'

/**
 * Both parts, started with the environment of their pods in deploy/kubernetes/base, on ConfigMaps
 * and Secrets that are laid as the kubelet lays them.
 */
const etc = mkdtempSync(join(tmpdir(), 'directory-pods-'))
const shipped = filesOf('config')
const watched = (text: string) => text.replace('# watch: true', 'watch: true')
const layConfig = (gateway: string) =>
  mount(join(etc, 'config'), { ...shipped, 'gateway.config.yml': gateway })

// biome-ignore lint/suspicious/noExplicitAny: manifests of many kinds
const manifests: any[] = parseAllDocuments(
  readFileSync('deploy/kubernetes/base/resources.yaml', 'utf8'),
).map((one) => one.toJS())

/** The environment of a pod; what differs here are addresses and folders. */
function podOf(kind: string, here: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { spec } = manifests.find((one) => one.kind === kind).spec.template
  const [{ env }] = spec.containers
  const settings = env.map(({ name, value }: { name: string; value: string }) => [
    name,
    value.replace('/etc/directory', etc).replace(/^\/data$/, join(etc, kind)),
  ])
  return testEnvironment('', '', {
    NODE_ENV: 'production',
    ...Object.fromEntries(settings),
    ...here,
  })
}

let probes: { gateway: number; auth: number }
let auth: Awaited<ReturnType<typeof startReady<{ url: string; internalUrl: string }>>>
let gateway: Awaited<ReturnType<typeof startHost>>
beforeAll(async () => {
  probes = { gateway: await freePort(), auth: await freePort() }
  mount(join(etc, 'secrets'), {
    SERVICE_SECRET: '0123456789abcdef0123456789abcdef',
    OPERATOR_SECRET: 'fedcba9876543210fedcba9876543210',
    ELASTICSEARCH_PASSWORD: 'of-the-account',
    ELASTICSEARCH_CA: cert,
  })
  layConfig(watched(shipped['gateway.config.yml']!))
  mount(join(etc, 'config/search-templates'), filesOf('config/search-templates'))
  auth = await startReady(
    'auth-service/main.js',
    podOf('StatefulSet', { AUTH_PROBE_PORT: String(probes.auth), SHUTDOWN_DELAY: '2' }),
  )
  gateway = await startHost(
    podOf('Deployment', {
      PROBE_PORT: String(probes.gateway),
      SHUTDOWN_DELAY: '2',
      AUTH_SERVICE_URL: auth.message.url,
      AUTH_INTERNAL_URL: auth.message.internalUrl,
      ELASTICSEARCH_URL: 'https://127.0.0.1:9',
    }),
  )
})
afterAll(async () => {
  auth.child.kill()
  await gateway.stop()
  rmSync(etc, { recursive: true, force: true })
})

/** As a kubelet and Prometheus call: by the address of the pod. */
async function ask(port: number, path: string, method = 'GET'): Promise<number> {
  const headers = { Host: `10.1.2.3:${port}` }
  const [res] = await once(request({ port, path, method, headers }).end(), 'response')
  res.resume()
  return res.statusCode
}

test.each([
  ['GET', '/healthz', 200, 200],
  ['GET', '/readyz', 200, 200],
  ['GET', '/metrics', 200, 200],
  ['GET', '/status', 404, 404],
  ['GET', '/usage', 404, 404],
  ['POST', '/reload', 404, 404],
  ['GET', '/internal/health', 404, 404],
  ['GET', '/internal/users', 404, 404],
  ['GET', '/api/v1/organizations/fields', 404, 404],
])(
  '%s %s on the ports of the probes: %i at the gateway, %i at the auth service',
  async (...row) => {
    const [method, path, ...wanted] = row
    const seen = [await ask(probes.gateway, path, method), await ask(probes.auth, path, method)]
    expect(seen).toEqual(wanted)
  },
)

test('a ConfigMap that changes is reloaded: its ..data is another folder then', async () => {
  const hash = async () => {
    const answer = await fetch(`${gateway.adminUrl}/status`)
    return ((await answer.json()) as { config: { hash: string } }).config.hash
  }
  const before = await hash()
  layConfig(
    watched(shipped['gateway.config.yml']!).replace(
      'REQUESTS_PER_MINUTE:-120',
      'REQUESTS_PER_MINUTE:-99',
    ),
  )
  await until(async () => (await hash()) !== before)
})

describe('SHUTDOWN_DELAY: after SIGTERM it is alive, not ready for so long, and serves; then it ends', () => {
  async function end(
    child: ChildProcess,
    probe: number,
    url: string,
    whileServing = async () => {},
  ) {
    const askedAt = performance.now()
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await until(async () => (await ask(probe, '/readyz')) === 503)
    expect(await ask(probe, '/healthz')).toBe(200)
    expect((await fetch(`${url}/api/v1/auth/me`)).status).toBe(401)
    await whileServing()
    expect(await ended).toEqual([0, null])
    expect(performance.now() - askedAt).toBeGreaterThan(2000)
  }

  test('the gateway, with the reason', async () => {
    await end(gateway.child, probes.gateway, gateway.url, async () => {
      const answer = await fetch(`${gateway.adminUrl}/readyz`)
      expect(await answer.json()).toMatchObject({ reason: 'the gateway is shutting down' })
    })
  })

  test('the auth service', () => end(auth.child, probes.auth, auth.message.url))
})
