import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import { type RunningHost, startHost } from '../../http/gateway/project.js'
import { cert, key } from '../../support/certificate.js'
import { expiredCert, expiredKey } from '../../support/expired-certificate.js'
import { otherCert, otherKey } from '../../support/other-certificate.js'
import { openUpstream, startService } from '../../support/service.js'
import { configCopy, type RunningStack, startStack, testEnvironment } from '../../support/stack.js'
import { until } from '../../support/until.js'
import { Wire } from '../../support/wire.js'

/**
 * A second gateway of the stack that serves TLS. Its certificate, and the token that it sends to a
 * service, are in files. And `curl --http2` over both, which asks for h2c as Java's HttpClient does.
 */
const operatorSecret = 'the-operator-secret-of-this-very-test'
const folder = mkdtempSync(join(tmpdir(), 'directory-tls-'))
const inFolder = (name: string) => join(folder, name)
const tokenFile = inFolder('token')

let service: Awaited<ReturnType<typeof startService>>
let serviceStatus = 201
let configDir: string
let stack: RunningStack
let host: RunningHost
beforeAll(async () => {
  service = await startService((req, res) => {
    res.writeHead(serviceStatus, { 'Content-Type': 'application/json' })
    res.end(JSON.stringify({ token: req.headers['x-service-token'] }))
  })
  const files = { 'cert.pem': cert, 'key.pem': key, token: 'hunter2-first\n', url: service.url }
  for (const [name, text] of Object.entries(files)) writeFileSync(inFolder(name), text)
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of the YAML
  const set = 'headers: { request: { set: { X-Service-Token: "${GRANTS_TOKEN}" } } }'
  configDir = configCopy({
    'gateway.config.yml': (text) =>
      openUpstream('${GRANTS_URL}')(text).replace('open, public: true', `$&, ${set}`),
  })
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of the YAML
  stack = await startStack()
  cpSync(join(stack.dataDir, 'secrets'), join(folder, 'data/secrets'), { recursive: true })
  host = await startHost(
    testEnvironment(join(folder, 'data'), configDir, {
      ...{ AUTH_SERVICE_URL: stack.auth.url, AUTH_INTERNAL_URL: stack.auth.internalUrl },
      ...{ ELASTICSEARCH_URL: stack.engine!.url, OPERATOR_SECRET: operatorSecret },
      ...{ TLS_CERT: inFolder('cert.pem'), TLS_KEY: inFolder('key.pem') },
      ...{ GRANTS_TOKEN_FILE: tokenFile, GRANTS_URL_FILE: inFolder('url') },
    }),
  )
})
afterAll(async () => {
  await host?.stop()
  await stack?.stop()
  await service.close()
  for (const made of [folder, configDir]) rmSync(made, { recursive: true })
})

/** On a connection of its own: the old workers serve theirs after a reload. */
function ask(path: string): Promise<{ status: number; certified: string; text: string }> {
  return new Promise((resolve, reject) => {
    const options = { rejectUnauthorized: false, agent: false }
    const call = request(`${host.url}${path}`, options, (answer) => {
      const { subject } = (answer.socket as TLSSocket).getPeerCertificate()
      let text = ''
      answer.on('data', (chunk) => (text += chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, certified: String(subject.CN), text }),
      )
    })
    call.on('error', reject).end()
  })
}
const token = async () => JSON.parse((await ask('/open/x')).text).token as string

async function reload() {
  const headers = { authorization: `Bearer ${operatorSecret}` }
  const answer = await fetch(`${host.adminUrl}/reload`, { method: 'POST', headers })
  return { status: answer.status, text: await answer.text() }
}

test('TLS_CERT and TLS_KEY put TLS on the public listener, with the same limits', async () => {
  expect(host.url).toMatch(/^https:/)
  expect((await ask('/open/x')).status).toBe(201)
  expect((await ask(`/${'a'.repeat(9000)}`)).status).toBe(414)
})

test('plain HTTP on the TLS port is cut off and harms nobody', async () => {
  const plain = new Wire(host.port)
  plain.send('GET /hello HTTP/1.1\r\nHost: a\r\n\r\n')
  await plain.closed
  expect((await ask('/open/x')).status).toBe(201)
})

test('that a service refuses the token is told to the operator, not to the caller as a fault of his', async () => {
  serviceStatus = 401
  const { status, text } = await ask('/open/x')
  serviceStatus = 201
  const { error, meta } = JSON.parse(text)
  expect([status, error.details]).toEqual([502, { reason: 'credential-refused' }])
  const isIts = (line: string) => line.includes(meta.requestId) && line.includes('cause')
  const line = await until(() => host.output().split('\n').find(isIts))
  expect(line).toContain(
    'service \\"open\\" answered 401 to the credential that its upstream step sets',
  )
  const metrics = await (await fetch(`${host.adminUrl}/metrics`)).text()
  expect(metrics).toMatch(/^directory_requests_total\{.*code="UPSTREAM_UNAVAILABLE"\} 1$/m)
})

const hasCurl = /\bHTTP2\b/.test(spawnSync('curl', ['--version']).stdout?.toString() ?? '')
const run = promisify(execFile)

const password = () => readFileSync(join(stack.dataDir, 'demo'), 'utf8').trim()
const schemes: [string, () => string][] = [
  ['plain HTTP', () => stack.url],
  ['TLS', () => host.url],
]

if (!hasCurl) process.stderr.write('curl --http2 is skipped: there is no curl that knows HTTP/2\n')
else {
  test.each(schemes)('curl --http2 logs in over %s, twice on one connection', async (_, urlOf) => {
    const body = JSON.stringify({ email: 'demo@example.org', password: password() })
    const type = ['-H', 'Content-Type: application/json']
    const written = ['-w', '%{http_version} %{response_code} %{num_connects}\\n']
    const one = ['-sk', '--http2', ...type, '-d', body, '-o', '/dev/null', ...written]
    const login = [...one, `${urlOf()}/api/v1/auth/login`]
    const { stdout } = await run('curl', [...login, '--next', ...login])
    expect(stdout).toBe('1.1 200 1\n1.1 200 0\n')
  })
}

describe('a reload', () => {
  test('reads certificates again; a pair that does not fit is refused', async () => {
    expect((await ask('/open/x')).certified).toBe('localhost')
    writeFileSync(inFolder('cert.pem'), otherCert)
    const refused = await reload()
    expect(refused.status).toBe(400)
    expect(JSON.parse(refused.text).error.details.configuration._errors[0]).toMatch(
      /^TLS_CERT and TLS_KEY must name the PEM files/,
    )
    expect((await ask('/open/x')).certified).toBe('localhost')
    writeFileSync(inFolder('key.pem'), otherKey)
    writeFileSync(tokenFile, 'hunter2-second')
    expect(await token()).toBe('hunter2-first')
    const { status, text } = await reload()
    expect(status).toBe(200)
    const { changes } = JSON.parse(text) as { changes: { part: string; text: string }[] }
    expect(changes.map(({ part }) => part)).toEqual(expect.arrayContaining(['TLS_CERT', 'TLS_KEY']))
    expect(changes.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/X-Service-Token is another; it is not shown/),
    )
    expect((await ask('/open/x')).certified).toBe('renewed.localhost')
    expect(await token()).toBe('hunter2-second')
    expect(text + host.output()).not.toContain('hunter2')
    expect(host.output()).not.toContain(otherKey.split('\n')[1])
  })

  test('takes an expired certificate, and says so in log, /status and metric', async () => {
    writeFileSync(inFolder('cert.pem'), expiredCert)
    writeFileSync(inFolder('key.pem'), expiredKey)
    expect((await reload()).status).toBe(200)
    const expired = '2021-01-01T00:00:00.000Z'
    const page = async (path: string) => (await fetch(host.adminUrl + path)).text()
    const { certificate } = JSON.parse(await page('/status'))
    expect(certificate).toEqual({ state: 'expired', validTo: expired })
    expect(await page('/metrics')).toMatch(
      /^directory_certificate_end_timestamp_seconds 1609459200$/m,
    )
    await until(() => host.output().includes(`the certificate of TLS_CERT expired at ${expired}`))
  })
})
