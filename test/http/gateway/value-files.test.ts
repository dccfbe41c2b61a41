import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest from 'supertest'
import { startService } from '../../support/service.js'
import { configCopy, testEnvironment } from '../../support/stack.js'
import { until } from '../../support/until.js'
import { run, startHost } from './project.js'

/** Variables of the operator's own, whose values are in files. */
const folder = mkdtempSync(join(tmpdir(), 'directory-values-'))
const tokenFile = join(folder, 'token')
afterAll(() => rmSync(folder, { recursive: true }))

const operatorSecret = 'the-operator-secret-of-this-very-test'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of the YAML
const configuration = `apiEndpoints:
  grants: { host: "*", paths: /grants, methods: [GET] }
serviceEndpoints:
  grants: { url: "\${GRANTS_URL}" }
policies: [envelope, throttle, upstream]
pipelines:
  grants:
    apiEndpoints: [grants]
    policies:
      - envelope:
      - throttle: [{ action: { by: address, limit: 1000, windowSeconds: 60 } }]
      - upstream:
          - action:
              serviceEndpoint: grants
              public: true
              headers: { request: { set: { X-Service-Token: "\${GRANTS_TOKEN}" } } }
`
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of the YAML

const configDir = configCopy({ 'gateway.config.yml': () => configuration })
afterAll(() => rmSync(configDir, { recursive: true }))
const environment = (env: NodeJS.ProcessEnv) =>
  testEnvironment(folder, configDir, { OPERATOR_SECRET: operatorSecret, ...env })

test('a token in a file is rotated by a reload', async () => {
  const service = await startService()
  writeFileSync(tokenFile, 'hunter2-first\n')
  const urlFile = join(folder, 'url')
  writeFileSync(urlFile, `${service.url}\n`)
  const host = await startHost(
    environment({ GRANTS_TOKEN_FILE: tokenFile, GRANTS_URL_FILE: urlFile, WORKERS: '2' }),
  )
  try {
    const sent = async () => {
      // a connection of its own: the old workers serve theirs
      const { body } = await supertest(host.url).get('/grants')
      return body.headers['x-service-token']
    }
    const reload = async () => {
      const headers = { authorization: `Bearer ${operatorSecret}` }
      const answer = await fetch(`${host.adminUrl}/reload`, { method: 'POST', headers })
      return { status: answer.status, text: await answer.text() }
    }
    expect(await sent()).toBe('hunter2-first')
    writeFileSync(tokenFile, 'hunter2-second')
    expect(await sent()).toBe('hunter2-first')
    const { status, text } = await reload()
    expect(status).toBe(200)
    expect(text).toContain('X-Service-Token')
    for (let i = 0; i < 4; i++) expect(await sent()).toBe('hunter2-second')
    rmSync(tokenFile)
    const refused = await reload()
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('GRANTS_TOKEN_FILE: cannot read')
    expect(await sent()).toBe('hunter2-second')
    expect(text + refused.text + host.output()).not.toContain('hunter2')
  } finally {
    await host.stop()
    await service.close()
  }
})

test('that a service refuses the token is told to the operator, not to the caller as a fault of his', async () => {
  writeFileSync(tokenFile, 'hunter2')
  const service = await startService((_req, res) => void res.writeHead(401).end())
  const host = await startHost(
    environment({ GRANTS_TOKEN_FILE: tokenFile, GRANTS_URL: service.url }),
  )
  try {
    const { status, body } = await supertest(host.url).get('/grants')
    expect([status, body.error.details]).toEqual([502, { reason: 'credential-refused' }])
    await until(() => host.output().includes('credential that its upstream step sets'))
    const lines = host.output().split('\n')
    const line = lines.find((one) => one.includes(body.meta.requestId) && one.includes('cause'))
    expect(line).toContain(
      'service \\"grants\\" answered 401 to the credential that its upstream step sets',
    )
    const metrics = await (await fetch(`${host.adminUrl}/metrics`)).text()
    expect(metrics).toMatch(/^directory_requests_total\{.*code="UPSTREAM_UNAVAILABLE"\} 1$/m)
    expect(host.output()).not.toContain('hunter2')
  } finally {
    await host.stop()
    await service.close()
  }
})

test.each([
  [
    'both',
    { GRANTS_TOKEN: 'hunter2', GRANTS_TOKEN_FILE: tokenFile },
    'set GRANTS_TOKEN or GRANTS_TOKEN_FILE, not both',
  ],
  [
    'a file that is not there',
    { GRANTS_TOKEN_FILE: join(folder, 'nowhere') },
    'GRANTS_TOKEN_FILE: cannot read',
  ],
])('%s is an error of the check', async (_, env, says) => {
  const { code, stdout, stderr } = await run(
    'check/main.js',
    [],
    environment({ GRANTS_URL: 'http://127.0.0.1:1', ...env }),
  )
  expect(code).toBe(1)
  expect(stderr).toContain('variable-unusable')
  expect(stderr).toContain(says)
  expect(stdout + stderr).not.toContain('hunter2')
})

test('check --print masks what comes from a file', async () => {
  writeFileSync(tokenFile, 'hunter2\n')
  const env = environment({ GRANTS_URL: 'http://127.0.0.1:1', GRANTS_TOKEN_FILE: tokenFile })
  const { code, stdout, stderr } = await run('check/main.js', ['--print'], env)
  // with warnings: no step of this file requires the scopes of the shipped roles
  expect(code).toBe(0)
  expect(stderr).not.toContain('hunter2')
  expect(stdout).toContain('X-Service-Token: "***"')
  expect(stdout).not.toContain('hunter2')
})
