import { makeProject, type Project, pipelineOf, type RunningHost, startDouble, startHost } from './project.js'

let project: Project
let host: RunningHost
let auth: Awaited<ReturnType<typeof startDouble>>
let engine: Awaited<ReturnType<typeof startDouble>>
beforeAll(async () => {
  auth = await startDouble(200)
  engine = await startDouble(200, { 'X-Elastic-Product': 'Elasticsearch', 'X-Directory-Engine': 'embedded' })
  project = makeProject(
    pipelineOf('{ text: hello }', '', 'serviceEndpoints: { far: { url: "http://user:hunter2@a/b" } }\n'),
  )
  host = await startHost({
    ...project.env,
    AUTH_INTERNAL_URL: auth.url,
    ELASTICSEARCH_URL: `${engine.url.replace('//', '//user:hunter2@')}, http://127.0.0.1:1`,
    ELASTICSEARCH_API_KEY: 'hunter2',
  })
})
afterAll(async () => {
  await host.stop()
  engine.close()
  auth.close()
  project.remove()
})

async function ask(path: string, method = 'GET') {
  const answer = await fetch(host.adminUrl + path, { method })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test('/healthz answers while the process can', async () => {
  expect(await ask('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}\n' })
  expect(await ask('/healthz', 'HEAD')).toMatchObject({ status: 200, text: '' })
})

test('/status tells version, engine, configuration and upstreams, and no credential', async () => {
  const { status, text } = await ask('/status')
  expect(status).toBe(200)
  expect(JSON.parse(text)).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    uptimeSeconds: expect.any(Number),
    workers: 1,
    engine: {
      kind: 'embedded',
      nodes: [
        { url: engine.url, healthy: true },
        { url: 'http://127.0.0.1:1', healthy: false },
      ],
    },
    config: {
      hash: expect.stringMatching(/^[0-9a-f]{12}$/),
      loadedAt: expect.stringMatching(/Z$/),
      lastReloadError: null,
    },
    upstreams: [{ name: 'far', urls: ['http://a/b'] }],
  })
  expect(text).not.toContain('hunter2')
  expect(engine.seen.at(-1)?.authorization).toBe('ApiKey hunter2')
})

test.each([
  ['/metrics', 'GET', 404, 'NOT_FOUND'],
  ['/', 'GET', 404, 'NOT_FOUND'],
  ['/constructor', 'GET', 404, 'NOT_FOUND'],
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

test('/readyz follows the auth service', async () => {
  expect((await ask('/readyz')).status).toBe(200)
  expect(auth.seen.at(-1)?.url).toBe('/internal/health')
  auth.close()
  const { status, text } = await ask('/readyz')
  expect(status).toBe(503)
  expect(JSON.parse(text)).toEqual({ status: 'not ready', reason: 'the auth service does not answer' })
})
