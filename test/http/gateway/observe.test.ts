import { readFileSync } from 'node:fs'
import { Agent, METHODS, request } from 'node:http'
import { join } from 'node:path'
import { ofElasticsearch } from '../../support/fault-engine.js'
import { type MetricSample, samplesOf, sumOf } from '../../support/metrics-text.js'
import { isCallersSearch, startService } from '../../support/service.js'
import { type RunningStack, root, startStack } from '../../support/stack.js'
import { until } from '../../support/until.js'

/** What operators see of requests: the metrics, and the line that each leaves in the log. */

type Service = Awaited<ReturnType<typeof startService>>

const noHits = {
  ...{ took: 1, timed_out: false, _shards: { total: 1, successful: 1, skipped: 0, failed: 0 } },
  hits: { total: { value: 0, relation: 'eq' }, max_score: null, hits: [] },
}
/** `traceparent` of the searches, in order of arrival. */
const traces: unknown[] = []
let engine: Service
let mirror: Service
let stack: RunningStack
let key: string
let caller: string
beforeAll(async () => {
  engine = await startService((req, res) => {
    if (isCallersSearch(req.url)) traces.push(req.headers.traceparent)
    req.resume()
    res.writeHead(200, ofElasticsearch).end(JSON.stringify(noHits))
  })
  mirror = await startService()
  const added = [
    ['apiEndpoints', '  mirror: { host: "*", paths: "/mirror/*", methods: [GET] }'],
    ['serviceEndpoints', `  mirror: { url: "${mirror.url}" }`],
    [
      'pipelines',
      `  reflection:
    apiEndpoints: [mirror]
    policies:
      - envelope: [{ action: { contentTypes: ["*/*"] } }]
      - throttle: [{ action: { by: address, limit: 2, windowSeconds: 86400, name: reflection } }]
      - upstream: [{ action: { serviceEndpoint: mirror, public: true } }]`,
    ],
  ] as const
  const edit = (text: string) =>
    added.reduce(
      (all, [part, lines]) => all.replace(`\n${part}:\n`, `\n${part}:\n${lines}\n`),
      text,
    )
  stack = await startStack({ engine: engine.url, config: { 'gateway.config.yml': edit } })
  key = await stack.mintKey()
  caller = String((await stack.login()).user.id)
})
afterAll(async () => {
  await stack.stop()
  await Promise.all([engine.close(), mirror.close()])
})

const search = (body: object, headers = {}) =>
  stack.request
    .post('/api/v1/organizations/search')
    .set({ 'X-API-Key': key, ...headers })
    .send({ index: 'map-serp', body })

/** The line of a request, which is written a moment after its answer. */
async function lineOf(requestId: string): Promise<Record<string, unknown>> {
  const isIts = (line: string) => line.includes(requestId) && line.includes('"msg":"request"')
  return JSON.parse(await until(() => stack.output().split('\n').find(isIts)))
}

describe('the log', () => {
  test('the line of a search: pipeline, who, price, and how long each step took', async () => {
    const { headers } = await search({ query: { match_all: {} } }).expect(200)
    const line = await lineOf(headers['x-request-id']!)
    expect(line).toMatchObject({
      ...{ method: 'POST', path: '/api/v1/organizations/search', status: 200 },
      ...{ pipeline: 'organizations', endpoint: 'organizations', caller },
      keyPrefix: key.slice(0, 12),
      cost: Number(headers['x-query-cost']),
    })
    const steps = ['envelope', 'throttle', 'authenticate', 'authorize', 'search-rules', 'search']
    expect(Object.keys(line.stepsMs as object)).toEqual(steps)
    expect(line).not.toHaveProperty('code')
  })

  test('the request id leads to the lines of the auth service', async () => {
    const answer = await stack.request
      .post('/api/v1/auth/login')
      .send({ email: 'a@example.org', password: 'no' })
    const { requestId } = answer.body.meta
    await lineOf(requestId)
    const audits = stack
      .output()
      .split('\n')
      .filter((line) => line.includes(requestId) && line.includes('"audit":true'))
    expect(audits.map((line) => JSON.parse(line).event)).toEqual(['login-failed'])
  })

  const sent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  test.each([
    ['the trace of the caller', { traceparent: sent }, () => sent],
    [
      'a trace by the request id',
      {},
      (id: string) => `00-${id.replaceAll('-', '')}-${id.replaceAll('-', '').slice(16)}-00`,
    ],
  ])('%s goes on to the engine, and stands in the log', async (_, headers, expected) => {
    const answer = await search({ query: { match_all: {} } }, headers).expect(200)
    const traceparent = expected(answer.body.meta.requestId)
    expect(traces.at(-1)).toBe(traceparent)
    expect((await lineOf(answer.body.meta.requestId)).traceId).toBe(traceparent.slice(3, 35))
  })
})

async function metrics(): Promise<string> {
  const answer = await fetch(`${stack.gateway.adminUrl}/metrics`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  return answer.text()
}

/** Name and labels of all series. */
const seriesOf = (text: string) =>
  samplesOf(text)
    .map(({ name, labels }) => JSON.stringify([name, labels]))
    .sort()

test('an idle connection is kept for 65 s, longer than deploy/nginx.conf keeps one', async () => {
  const { headers } = await fetch(`${stack.url}/nowhere`)
  expect(headers.get('keep-alive')).toBe('timeout=65')
  const conf = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
  expect(Number(/^ {8}keepalive_timeout (\d+)s;/m.exec(conf)?.[1])).toBeLessThan(65)
})

describe('the metrics', () => {
  /** What happens to a series when `act` is done. */
  type Change = [by: number, name: string, labels?: MetricSample['labels']]
  test.each<[string, () => Promise<unknown>, Change[]]>([
    [
      'a search',
      () => search({ query: { match_all: {} } }).expect(200),
      [
        [1, 'directory_requests_total', { pipeline: 'organizations', status: '200', code: 'none' }],
        [1, 'directory_request_duration_seconds_count', { pipeline: 'organizations' }],
        [1, 'directory_engine_duration_seconds_count', { outcome: 'answered' }],
        [1, 'directory_query_cost_count'],
        [1, 'directory_credentials_verified_total', { kind: 'api-key', by: 'memory' }],
      ],
    ],
    [
      'a search that the rules refuse',
      () => search({}).expect(400),
      [
        [
          1,
          'directory_requests_total',
          { pipeline: 'organizations', status: '400', code: 'VALIDATION_ERROR' },
        ],
        [1, 'directory_search_refusals_total', { rule: 'form' }],
        [0, 'directory_engine_duration_seconds_count'],
      ],
    ],
    [
      'a wrong password, which the auth service refuses',
      async () => {
        const body = { email: 'b@example.org', password: 'no' }
        const { headers } = await stack.request.post('/api/v1/auth/login').send(body).expect(401)
        expect(headers).not.toHaveProperty('x-error-code')
      },
      [
        [
          1,
          'directory_requests_total',
          { pipeline: 'login', status: '401', code: 'AUTHENTICATION_REQUIRED' },
        ],
      ],
    ],
    [
      'another key',
      async () => search({}, { 'X-API-Key': await stack.mintKey() }).expect(400),
      [
        [
          1,
          'directory_auth_service_duration_seconds_count',
          { call: 'verifyApiKey', outcome: 'answered' },
        ],
      ],
    ],
    [
      'three calls of a service of which the limit takes two',
      async () => {
        for (const status of [201, 201, 429]) await stack.request.get('/mirror/x').expect(status)
      },
      [
        [
          2,
          'directory_upstream_duration_seconds_count',
          { service: 'mirror', outcome: 'answered' },
        ],
        [2, 'directory_requests_total', { pipeline: 'reflection', status: '201' }],
        [1, 'directory_requests_total', { pipeline: 'reflection', code: 'RATE_LIMITED' }],
        [1, 'directory_limit_nearly_used_total', { name: 'reflection' }],
        [
          1,
          'directory_rate_limited_total',
          { by: 'address', unit: 'requests', name: 'reflection' },
        ],
      ],
    ],
    [
      'what no pipeline takes',
      () => stack.request.get('/nowhere').expect(404),
      [[1, 'directory_requests_total', { pipeline: 'none', status: '404', code: 'NOT_FOUND' }]],
    ],
    [
      'what is refused before any pipeline',
      () => stack.request.get(`/${'x'.repeat(9000)}`).expect(414),
      [[1, 'directory_refused_early_total', { code: 'URI_TOO_LONG' }]],
    ],
  ])('%s is counted', async (_, act, changes) => {
    const before = await metrics()
    await act()
    const counted = (text: string) =>
      changes.map(([, ...series]) => sumOf(text, ...series) - sumOf(before, ...series))
    const expected = changes.map(([by]) => by)
    // a request is counted a moment after its answer
    const after = await until(async () => {
      const text = await metrics()
      return counted(text).every((by, i) => by >= expected[i]!) && text
    })
    expect(counted(after)).toEqual(expected)
  })

  test('docs/metrics.md lists them all', async () => {
    const ours = [
      ...(await metrics()).matchAll(/^# TYPE (directory_\w+|process_start_time_seconds) /gm),
    ].map(([, name]) => name)
    const [ofGateways = ''] = readFileSync(join(root, 'docs/metrics.md'), 'utf8').split(
      '## Of an auth service',
    )
    const listed = [...ofGateways.matchAll(/^\| `(\w+)`/gm)]
    expect(listed.map(([, name]) => name).sort()).toEqual(ours.sort())
  })

  test('the process tells of itself: event loop delay, CPU, memory; nothing is in flight', async () => {
    // the time between two runs of a timer of 10 ms, since the metrics were last read
    const text = await until(async () => {
      const text = await metrics()
      return sumOf(text, 'nodejs_eventloop_lag_p99_seconds') > 0.009 && text
    })
    for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes']) {
      expect(sumOf(text, name)).toBeGreaterThan(0)
    }
    const used = sumOf(text, 'process_resident_memory_bytes')
    expect(sumOf(text, 'directory_memory_limit_bytes')).toBeGreaterThan(used)
    expect(sumOf(text, 'directory_usage_writable')).toBe(1)
    expect(sumOf(text, 'directory_requests_in_flight')).toBe(0)
  })

  test('500 random paths and methods add no series', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 16 })
    const send = (method: string, path: string) =>
      new Promise<void>((resolve, reject) => {
        const sent = request(stack.url + path, { method, agent }, (answer) =>
          answer.resume().on('end', resolve),
        )
        sent.on('error', reject).end()
      })
    const methods = METHODS.filter((method) => method !== 'CONNECT')
    const beginnings = [
      '/',
      '/api/v1/',
      '/api/v1/auth/login',
      '/api/v1/organizations/search/',
      '/mirror/',
      '/%zz/',
    ]
    const random = () => Math.random().toString(36).slice(2)
    const paths = () => beginnings.map((beginning) => `${beginning}${random()}`)
    const sendAll = (calls: [string, string][]) => Promise.all(calls.map((call) => send(...call)))
    // each kind of request once, and those that go on to the auth service, which are slow
    await sendAll(
      methods.flatMap((method) =>
        [...paths(), `/api/v1/api-keys/${random()}`].map((path) => [method, path]),
      ),
    )
    const before = await metrics()
    const series = seriesOf(before)
    expect(series.length).toBeGreaterThan(100)

    const any = <T>(all: readonly T[]) => all[Math.floor(Math.random() * all.length)]!
    await sendAll(
      Array.from({ length: 500 }, () => [any(methods), `${any(paths())}?${random()}=${random()}`]),
    )
    const text = await metrics()
    expect(seriesOf(text)).toEqual(series)
    const [first, last] = [before, text].map((one) => sumOf(one, 'directory_requests_total'))
    expect(last! - first!).toBeGreaterThan(475)
    agent.destroy()
  })
})
