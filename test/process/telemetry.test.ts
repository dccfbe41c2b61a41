import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as stable from '@opentelemetry/semantic-conventions'
import * as incubating from '@opentelemetry/semantic-conventions/incubating'
import { type SeenSpan, startCollector } from '../support/collector.js'
import { ofElasticsearch } from '../support/fault-engine.js'
import { isCallersSearch, startService } from '../support/service.js'
import {
  built,
  configCopy,
  outcomeOf,
  type RunningStack,
  root,
  startGateway,
  startStack,
  testEnvironment,
} from '../support/stack.js'
import { until } from '../support/until.js'

/** Traces by OTLP: what a collector sees of a search and of a login. */

const noHits = {
  ...{ took: 1, timed_out: false, _shards: { total: 1, successful: 1, skipped: 0, failed: 0 } },
  hits: { total: { value: 0, relation: 'eq' }, max_score: null, hits: [] },
}
const otlpToken = 'token-of-the-collector'
const headersFile = join(mkdtempSync(join(tmpdir(), 'telemetry-')), 'headers')
writeFileSync(headersFile, `authorization=${otlpToken}\n`)
let collectorStatus = 200
let engineStatus = 200
/** `traceparent` of the searches that reached the engine. */
const sentOn: string[] = []
let engine: Awaited<ReturnType<typeof startService>>
let collector: Awaited<ReturnType<typeof startCollector>>
let stack: RunningStack
let key: string
beforeAll(async () => {
  engine = await startService((req, res) => {
    if (isCallersSearch(req.url)) sentOn.push(String(req.headers.traceparent))
    req.resume()
    const status = req.url?.includes('_search') ? engineStatus : 200
    res.writeHead(status, ofElasticsearch).end(JSON.stringify(noHits))
  })
  collector = await startCollector(() => collectorStatus)
  stack = await startStack({
    engine: engine.url,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS_FILE: headersFile,
      OTEL_BSP_SCHEDULE_DELAY: '20',
    },
  })
  key = await stack.mintKey()
})
afterAll(async () => {
  await stack.stop()
  rmSync(dirname(headersFile), { recursive: true })
  await Promise.all([engine.close(), collector.close()])
})

const search = (word: string, headers = {}) =>
  stack.request
    .post('/api/v1/organizations/search')
    .set({ 'X-API-Key': key, ...headers })
    .send({ index: 'map-serp', body: { query: { match: { name: word } } } })

let traces = 0
/** A `traceparent` of a new trace. */
function newTrace(flags = '01') {
  const id = `${++traces}`.padStart(32, 'a')
  return { id, traceparent: `00-${id}-00f067aa0ba902b7-${flags}` }
}

/** The spans of a trace, once the gateway's own, which ends last, is there. */
const spansOf = async (id: string): Promise<SeenSpan[]> => {
  const found = () => collector.spans.filter(({ traceId }) => traceId === id)
  await until(() => found().find(({ kind, service }) => kind === 'server' && /gate/.test(service)))
  await until(() => {
    const ids = new Set(found().map(({ spanId }) => spanId))
    const isWhole = found().filter(({ parentId }) => !ids.has(parentId)).length === 1
    const calls = found().filter(({ kind, name }) => kind === 'client' && !/^search/.test(name))
    const isAnswered = calls.every(({ spanId }) => found().some((one) => one.parentId === spanId))
    return isWhole && isAnswered ? true : undefined
  })
  return found()
}

/** The tree of a trace, as lines. */
function treeOf(spans: readonly SeenSpan[], parentId: string, indent = ''): string[] {
  return spans
    .filter((span) => span.parentId === parentId)
    .sort((a, b) => a.startedAt - b.startedAt)
    .flatMap((span) => [
      `${indent}${span.kind === 'internal' ? '' : `${span.service} ${span.kind} `}${span.name}`,
      ...treeOf(spans, span.spanId, `${indent}  `),
    ])
}

test('a search whose key is verified first is one trace, below that of the caller', async () => {
  const { id, traceparent } = newTrace()
  await search('marmalade', { traceparent }).expect(200)
  const spans = await spansOf(id)
  expect(treeOf(spans, '00f067aa0ba902b7')).toEqual([
    'directory-gateway server POST /api/v1/organizations/search',
    '  envelope',
    '  throttle',
    '  authenticate',
    '    directory-gateway client POST /internal/api-keys/verify',
    '      directory-auth-service server POST /internal/api-keys/verify',
    '  authorize',
    '  throttle',
    '  search-rules',
    '  search',
    '    directory-gateway client search map-serp',
  ])
  const named = (name: string, kind: string) =>
    spans.find((span) => span.name === name && span.kind === kind)!
  const asked = named('search map-serp', 'client')
  expect(sentOn.at(-1)).toBe(`00-${id}-${asked.spanId}-01`)
  const { hostname, port } = new URL(engine.url)
  expect(asked.attributes).toEqual({
    ...{ 'db.system.name': 'elasticsearch', 'db.operation.name': 'search' },
    ...{ 'db.collection.name': 'map-serp', 'http.request.method': 'POST' },
    ...{ 'server.address': hostname, 'server.port': Number(port) },
    'http.response.status_code': 200,
  })
  const route = '/api/v1/organizations/search'
  expect(named(`POST ${route}`, 'server').attributes).toEqual({
    ...{ 'http.request.method': 'POST', 'http.route': route, 'url.path': route },
    ...{ 'url.scheme': 'http', 'http.response.status_code': 200 },
    'directory.pipeline': 'organizations',
  })
})

test('a login is one trace, which begins at the gateway with the request id', async () => {
  const { headers } = await stack.request
    .post('/api/v1/auth/login')
    .send({ email: 'nobody@example.org', password: 'quince-and-medlar' })
    .expect(401)
  const spans = await spansOf(headers['x-request-id']!.replaceAll('-', ''))
  expect(treeOf(spans, '')).toEqual([
    'directory-gateway server POST /api/v1/auth/login',
    '  envelope',
    '  throttle',
    '  throttle',
    '  upstream',
    '    directory-gateway client POST',
    '      directory-auth-service server POST /api/v1/auth/login',
  ])
  expect(spans.filter(({ isError }) => isError)).toEqual([])
})

test('calls of the gateway that belong to no request are no traces', () => {
  const services = collector.spans.flatMap((span) => (span.parentId === '' ? span.service : []))
  expect([...new Set(services)]).toEqual(['directory-gateway'])
})

test('a trace that the caller has not sampled is not recorded, and goes on unchanged', async () => {
  const { id, traceparent } = newTrace('00')
  await search('marmalade', { traceparent }).expect(200)
  expect(sentOn.at(-1)).toBe(traceparent)
  const next = newTrace()
  await search('quince', { traceparent: next.traceparent }).expect(200)
  await spansOf(next.id)
  expect(collector.spans.filter(({ traceId }) => traceId === id)).toEqual([])
})

test.each([
  ['of the caller is no error', 400, []],
  ['of the engine is one', 503, ['POST', 'search map-serp']],
])('a failure %s', async (_, status, failed) => {
  engineStatus = status === 400 ? 200 : status
  const { id, traceparent } = newTrace()
  const word = status === 400 ? 'a'.repeat(20_000) : 'medlar'
  await search(word, { traceparent }).expect(status)
  engineStatus = 200
  const errors = (await spansOf(id)).filter(({ isError }) => isError)
  const names = errors.map(({ name }) => name.replace(/ \/.*/, ''))
  expect([...new Set(names)].sort()).toEqual(failed)
  for (const { attributes } of errors) expect(attributes['error.type']).toMatch(/^[A-Za-z_]+$/)
})

test('names are those of the conventions, and no span has a secret or what was searched', () => {
  const known = Object.values({ ...stable, ...incubating })
  const names = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)))
  const own = [...names].filter((name) => !known.includes(name as never))
  expect(own.sort()).toEqual(['directory.code', 'directory.pipeline'])
  const sent = Buffer.concat(collector.requests.map(({ bytes }) => bytes)).toString('latin1')
  const secrets = [key, key.slice(0, 12), 'marmalade', 'quince', 'medlar', 'example.org', otlpToken]
  expect(secrets.filter((secret) => sent.includes(secret))).toEqual([])
  expect(stack.output()).not.toContain(otlpToken)
  for (const { url, headers } of collector.requests) {
    expect(url).toBe('/v1/traces')
    expect(headers).toMatchObject({ authorization: otlpToken })
  }
})

test('a collector that refuses is logged once, and searches are answered', async () => {
  collectorStatus = 400
  const before = collector.requests.length
  for (const after of [1, 2, 3]) {
    await search('medlar', newTrace()).expect(200)
    await until(() => collector.requests.length >= before + after || undefined)
  }
  collectorStatus = 200
  const lines = () =>
    stack
      .output()
      .split('\n')
      .filter((line) => line.includes('traces are'))
  await search('medlar', newTrace()).expect(200)
  await until(() => lines().find((line) => line.includes('sent again')))
  expect(lines().filter((line) => line.includes('traces are lost'))).toHaveLength(1)
})

test('the end of a process sends what is left', async () => {
  const slow = await startGateway({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '600000' },
  })
  const { headers } = await slow.request.get('/api/v1/nowhere').expect(404)
  await slow.stop()
  const id = headers['x-request-id']!.replaceAll('-', '')
  expect(collector.spans.find(({ traceId }) => traceId === id)?.name).toBe('GET')
})

/** A hook by which the SDK seems not to be installed. */
const notInstalled = `data:text/javascript,${encodeURIComponent(`
import { register } from 'node:module'
register('data:text/javascript,' + encodeURIComponent(\`
  export function resolve(name, context, next) {
    if (name === '@opentelemetry/sdk-trace-base') throw new Error('not found')
    return next(name, context)
  }\`))`)}`

test.each([
  [
    'no URL',
    'gateway',
    '127.0.0.1:4318',
    {},
    /OTEL_EXPORTER_OTLP_ENDPOINT must be the http\(s\) URL/,
  ],
  [
    'packages that are not installed',
    'auth-service',
    'http://127.0.0.1:9',
    { NODE_OPTIONS: `--import ${notInstalled}` },
    /packages that traces need are not installed: install .*npm ci --include=optional/,
  ],
])('%s: the start stops, with the remedy', async (_, program, endpoint, more, message) => {
  const configDir = configCopy()
  const env = testEnvironment(join(configDir, 'data'), configDir, {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    ELASTICSEARCH_URL: engine.url,
    ...more,
  })
  const child = spawn(process.execPath, [join(built, program, 'main.js')], { cwd: root, env })
  const { code, err } = await outcomeOf(child)
  expect([code, err]).toEqual([1, expect.stringMatching(message)])
})
