import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errorExamples } from '../../dev/error-examples.js'
import { type ErrorCode, errorKinds } from '../../kit/api/errors.js'
import { makeApiKey } from '../../kit/credentials/api-key-format.js'
import { differences } from '../support/shape.js'
import {
  type RunningStack,
  startGateway,
  startStack,
  withFaults,
  withScope,
} from '../support/stack.js'
import { type RawAnswer, rawRequest } from '../support/wire.js'

/**
 * `error` of the answers seen in this file, by code: the last tests compare them with the error
 * table and its examples.
 */
const seen = new Map<string, string[]>()

/** `error` as text, whatever its numbers are: limits and times differ. */
const comparable = (error: object) => JSON.stringify(error).replace(/\d+/g, '0')

interface Answer {
  status: number
  headers: Record<string, string>
  body: unknown
}

/** Asserts a full envelope of this code: status, exact members, headers. */
function expectRefusal(answer: Answer, code: ErrorCode, details: unknown = {}): void {
  const { status } = errorKinds[code]
  const wanted = { status: 'error', error: { code, message: '<string>', details }, meta: '<meta>' }
  expect({ status: answer.status, differences: differences(answer.body, wanted) }).toEqual({
    status,
    differences: [],
  })
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.headers['x-request-id']).toBe(
    (answer.body as { meta: { requestId: string } }).meta.requestId,
  )
  if (status === 401) expect(answer.headers['www-authenticate']).toBeTruthy()
  if (status === 503 || status === 429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  if (status === 405) expect(answer.headers.allow).toBeTruthy()
  seen.set(code, [...(seen.get(code) ?? []), comparable((answer.body as { error: object }).error)])
}

const search = '/api/v1/organizations/search'
const anything = { index: 'organization-serp*', body: { query: { match_all: {} }, size: 1 } }

/**
 * An upstream that never answers, and the YAML that routes to it and to a port where no one
 * listens.
 */
let silent: Server
let stack: RunningStack
let key: string
/** What takes ten seconds goes on while the other codes are tested. */
let timedOut: Promise<RawAnswer>
let shutDown: Promise<RawAnswer>

const upstreamYaml = (url: string) => (text: string) =>
  text
    .replace(
      'apiEndpoints:\n',
      'apiEndpoints:\n  silent: { host: "*", paths: /silent, methods: [GET] }\n  nobody: { ' +
        'host: "*", paths: /nobody, methods: [GET] }\n  limited: { host: "*", paths: /limited, ' +
        'methods: [GET] }\n',
    )
    .replace(
      'serviceEndpoints:\n',
      `serviceEndpoints:\n  silent: { url: "${url}" }\n  nobody: { url: "http://127.0.0.1:9" }\n`,
    )
    .replace(
      '\npipelines:\n',
      `
pipelines:
  silent:
    apiEndpoints: [silent]
    policies:
      - envelope: [{ action: {} }]
      - throttle: [{ action: { by: address, limit: 1000, windowSeconds: 60 } }]
      - upstream: [{ action: { serviceEndpoint: silent, timeoutMs: 300, public: true } }]
  nobody:
    apiEndpoints: [nobody]
    policies:
      - envelope: [{ action: {} }]
      - throttle: [{ action: { by: address, limit: 1000, windowSeconds: 60 } }]
      - upstream: [{ action: { serviceEndpoint: nobody, public: true } }]
  limited:
    apiEndpoints: [limited]
    policies:
      - envelope: [{ action: {} }]
      - throttle: [{ action: { by: address, limit: 2, windowSeconds: 60 } }]
      - upstream: [{ action: { serviceEndpoint: nobody, public: true } }]
`,
    )

beforeAll(async () => {
  silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  stack = await startStack({
    config: { 'gateway.config.yml': upstreamYaml(`http://127.0.0.1:${port}`), ...withScope },
  })
  key = await stack.mintKey()
  timedOut = rawRequest(stack.url, ['GET / HTTP/1.1\r\nHost: a\r\n'])
  shutDown = endUnderWay(port)
})
afterAll(async () => {
  silent.closeAllConnections()
  silent.close()
  await stack?.stop()
})

/** A good request, to show that a bad one left nothing behind. */
async function expectHealthy(): Promise<void> {
  const answer = await stack.request.post(search).set('X-API-Key', key).send(anything)
  expect(answer.status).toBe(200)
}

describe('credentials and scopes', () => {
  test('AUTHENTICATION_REQUIRED', async () => {
    const answer = await stack.request.post(search).send(anything)
    expectRefusal(answer, 'AUTHENTICATION_REQUIRED', {
      headers: [
        'Authorization: Bearer <access token>',
        'Authorization: Bearer <API key>',
        'X-API-Key: <API key>',
      ],
    })
  })
  test('TOKEN_EXPIRED after logout', async () => {
    const { accessToken } = await stack.login()
    const bearer = { Authorization: `Bearer ${accessToken}` }
    await stack.request.post('/api/v1/auth/logout').set(bearer).expect(200)
    expectRefusal(await stack.request.get('/api/v1/auth/me').set(bearer), 'TOKEN_EXPIRED')
  })
  test('UNAUTHORIZED', async () => {
    const answer = await stack.request.get('/api/v1/auth/me').set('X-API-Key', key)
    expectRefusal(answer, 'UNAUTHORIZED', { headers: ['Authorization: Bearer <access token>'] })
  })
  test('FORBIDDEN names what is required and what was granted', async () => {
    const narrow = await stack.mintKey({ name: 'narrow', scopes: ['grants:read'] })
    const answer = await stack.request.post(search).set('X-API-Key', narrow).send(anything)
    expectRefusal(answer, 'FORBIDDEN', {
      required: ['organizations:read'],
      granted: ['grants:read'],
    })
  })
})

test('VALIDATION_ERROR names the field', async () => {
  const request = stack.request.post(search).set('X-API-Key', key)
  const answer = await request.send({ ...anything, index: 'db-organizations*' })
  expectRefusal(answer, 'VALIDATION_ERROR', { index: { _errors: ['<string>'] } })
})

test.each([search, '/api/v1/auth/login'])(
  'VALIDATION_ERROR tells where %s stops being JSON',
  async (path) => {
    const request = stack.request
      .post(path)
      .set('X-API-Key', key)
      .set('Content-Type', 'application/json')
    const answer = await request.send(
      '{\n  "index": "organization-serp*",\n  "body": { "query": { "match_all": {} }\n',
    )
    expectRefusal(answer, 'VALIDATION_ERROR', { body: { _errors: ['<string>'] } })
    const text = 'The request body must be valid JSON: line 4, column 1: a comma or } is expected'
    expect(answer.body.error.message).toBe(text)
  },
)

describe('path, method, headers', () => {
  test.each([
    '/docs/nowhere',
    '/nowhere',
    '/api/v1/organisations',
    '/API/V1/auth/login',
    '/api/v1/auth/login/',
    '/healthz',
  ])('NOT_FOUND for %s', async (path) => expectRefusal(await stack.request.get(path), 'NOT_FOUND'))
  test('NOT_FOUND for a key that is not there', async () => {
    const { accessToken } = await stack.login()
    const id = '00000000-0000-4000-8000-000000000000'
    expectRefusal(
      await stack.request
        .get(`/api/v1/api-keys/${id}`)
        .set('Authorization', `Bearer ${accessToken}`),
      'NOT_FOUND',
    )
  })
  test.each(['get', 'put', 'delete', 'patch', 'options'] as const)(
    'METHOD_NOT_ALLOWED for %s on search',
    async (method) => {
      const answer = await stack.request[method](search)
      expectRefusal(answer, 'METHOD_NOT_ALLOWED')
      expect(answer.headers.allow).toBe('POST')
      expect(answer.body.error.message).toBe('This path takes POST')
    },
  )
  test('NOT_ACCEPTABLE', async () => {
    const answer = await stack.request
      .post(search)
      .set('X-API-Key', key)
      .set('Accept', 'text/html')
      .send(anything)
    expectRefusal(answer, 'NOT_ACCEPTABLE')
  })
  test.each([
    ['text/plain', {}],
    ['application/x-ndjson', {}],
    ['application/json', { 'Content-Encoding': 'gzip' }],
  ])('UNSUPPORTED_MEDIA_TYPE for %s %j', async (type, headers) => {
    const request = stack.request
      .post(search)
      .set('X-API-Key', key)
      .set('Content-Type', type)
      .set(headers)
    expectRefusal(await request.send('{}'), 'UNSUPPORTED_MEDIA_TYPE')
  })
  test.each(['application/json; profile=x', 'Application/JSON; charset="UTF-8"'])(
    '%s is JSON to every part',
    async (type) => {
      const post = (path: string) =>
        stack.request.post(path).set('Content-Type', type).set('Accept', type)
      expect((await post(search).set('X-API-Key', key).send(JSON.stringify(anything))).status).toBe(
        200,
      )
      const login = await post('/api/v1/auth/login').send(
        '{"email":"nobody@example.org","password":"a wrong password"}',
      )
      expectRefusal(login, 'AUTHENTICATION_REQUIRED')
    },
  )
  test.each([
    '/api/v1/%E0%A4/x',
    '/api/v1/auth%2Flogin',
    '/api/v1/../v1/auth/login',
    '/api/v1/%2e%2e/auth/login',
    '/a%00b',
    '/a%5Cb',
  ])('VALIDATION_ERROR for the path %s', async (path) => {
    const { status, headers, body } = await rawRequest(stack.url, [
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    ])
    expectRefusal({ status, headers, body: JSON.parse(body) }, 'VALIDATION_ERROR', {
      path: { _errors: ['<string>'] },
    })
  })
})

describe('sizes', () => {
  const big = JSON.stringify({
    index: 'organization-serp*',
    body: { query: { match: { name: 'a'.repeat(1_100_000) } } },
  })
  test('PAYLOAD_TOO_LARGE, announced', async () => {
    const head =
      `POST ${search} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\nContent-Type: ` +
      'application/json\r\n'
    const { status, headers, body } = await rawRequest(stack.url, [
      `${head}Content-Length: ${big.length}\r\n\r\n`,
    ])
    expectRefusal({ status, headers, body: JSON.parse(body) }, 'PAYLOAD_TOO_LARGE')
  })
  test.each([search, '/api/v1/auth/login'])('PAYLOAD_TOO_LARGE, chunked, on %s', async (path) => {
    const head =
      `POST ${path} HTTP/1.1\r\nHost: ` +
      `a\r\n${path === search ? `X-API-Key: ${key}\r\n` : ''}Content-Type: application/json\r\n`
    const chunk = `${big.length.toString(16)}\r\n${big}\r\n0\r\n\r\n`
    const { status, headers, body } = await rawRequest(stack.url, [
      `${head}Transfer-Encoding: chunked\r\n\r\n`,
      chunk,
    ])
    expectRefusal({ status, headers, body: JSON.parse(body) }, 'PAYLOAD_TOO_LARGE')
  })
  afterAll(expectHealthy)
})

describe("the HTTP parser's refusals", () => {
  const cases: [string, ErrorCode, (string | number)[]][] = [
    ['a malformed request line', 'VALIDATION_ERROR', ['GARBAGE\r\n\r\n']],
    ['a header without a colon', 'VALIDATION_ERROR', ['GET / HTTP/1.1\r\nHost a\r\n\r\n']],
    ['no Host', 'VALIDATION_ERROR', ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n']],
    [
      'Content-Length with Transfer-Encoding',
      'VALIDATION_ERROR',
      [
        `POST ${search} HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: ` +
          'chunked\r\n\r\n0\r\n\r\n',
      ],
    ],
    [
      'a bad Content-Length',
      'VALIDATION_ERROR',
      [`POST ${search} HTTP/1.1\r\nHost: a\r\nContent-Length: 1e3\r\n\r\n`],
    ],
    [
      'headers too large',
      'HEADERS_TOO_LARGE',
      [`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`],
    ],
    [
      'a URL of 10 KB',
      'URI_TOO_LONG',
      [`GET /${'a'.repeat(10_000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`],
    ],
    [
      'a URL of 100 KB',
      'URI_TOO_LONG',
      [`GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ],
  ]
  test.each(cases)('%s is %s', async (_name, code, pieces) => {
    const { status, headers, body } = await rawRequest(stack.url, pieces)
    const details = code === 'VALIDATION_ERROR' ? { request: { _errors: ['<string>'] } } : {}
    expectRefusal({ status, headers, body: JSON.parse(body) }, code, details)
  })
  afterAll(expectHealthy)
})

test('RATE_LIMITED, with Retry-After and RateLimit headers', async () => {
  const answers = []
  for (let i = 0; i < 3; i++) answers.push(await stack.request.get('/limited'))
  expect(answers.map(({ status }) => status)).toEqual([502, 502, 429])
  expectRefusal(answers[2]!, 'RATE_LIMITED', {
    ...{ limit: 2, unit: 'requests', by: 'address', windowSeconds: 60 },
    ...{ remaining: 0, retryAfterSeconds: '<integer>' },
  })
  expect(Object.keys(answers[0]!.headers).some((name) => name.startsWith('ratelimit'))).toBe(true)
})
test('UPSTREAM_UNAVAILABLE', async () =>
  expectRefusal(await stack.request.get('/nobody'), 'UPSTREAM_UNAVAILABLE'))
test('UPSTREAM_TIMEOUT', async () =>
  expectRefusal(await stack.request.get('/silent'), 'UPSTREAM_TIMEOUT'))

test('OVERLOADED: more logins at once than the queue of the password hash holds', async () => {
  const body = { email: 'nobody@example.org', password: 'a wrong password' }
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      stack.request.post('/api/v1/auth/login').send({ ...body, email: `nobody${i}@example.org` }),
    ),
  )
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) expectRefusal(answer, 'OVERLOADED')
  expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThan(0)
})

test('SERVICE_UNAVAILABLE: a credential that nobody can judge is never a pass', async () => {
  const lonely = await startGateway()
  const answer = await lonely.request.post(search).set('X-API-Key', makeApiKey()).send(anything)
  expectRefusal(answer, 'SERVICE_UNAVAILABLE')
  await lonely.stop()
})

/** The answer to a request that hangs until the gateway has no more time. */
async function endUnderWay(port: number): Promise<RawAnswer> {
  const draining = await startGateway({
    config: {
      'gateway.config.yml': (text) =>
        upstreamYaml(`http://127.0.0.1:${port}`)(text).replace(
          'timeoutMs: 300',
          'timeoutMs: 60000',
        ),
    },
  })
  const hanging = rawRequest(draining.url, ['GET /silent HTTP/1.1\r\nHost: a\r\n\r\n'])
  await new Promise((resolve) => setTimeout(resolve, 100))
  await draining.stop()
  return hanging
}

test('SHUTTING_DOWN: a request that hangs until the gateway has no more time', async () => {
  const { status, headers, body } = await shutDown
  expectRefusal({ status, headers, body: JSON.parse(body) }, 'SHUTTING_DOWN')
  expect(headers.connection).toBe('close')
})

test('REQUEST_TIMEOUT: headers that do not end in time', async () => {
  const { status, headers, body } = await timedOut
  expectRefusal({ status, headers, body: JSON.parse(body) }, 'REQUEST_TIMEOUT')
})

test('ELASTICSEARCH_UNAVAILABLE names the version of the engine, INTERNAL_ERROR says nothing of its cause', async () => {
  const broken = await startStack({
    env: { ELASTICSEARCH_URL: 'http://127.0.0.1:9' },
    config: withFaults,
  })
  const key = await broken.mintKey()
  const ask = (headers: object) =>
    broken.request
      .post(search)
      .set({ 'X-API-Key': key, ...headers })
      .send(anything)
  const away = await ask({ 'X-Fault': 'none' })
  expectRefusal(away, 'ELASTICSEARCH_UNAVAILABLE', { version: 'v9', reason: 'unreachable' })
  expect(away.body.error.message).toBe('The search engine cannot be reached. Try again shortly.')

  const answer = await ask({})
  expectRefusal(answer, 'INTERNAL_ERROR')
  expect(answer.text).not.toContain('the planted fault')
  await broken.stop() // the log is whole then
  expect(broken.output()).toContain('the planted fault')
  expect(broken.output()).toContain(answer.body.meta.requestId)
})

test('every code of the error table was provoked', () => {
  expect([...seen.keys()].sort()).toEqual(Object.keys(errorKinds).sort())
})

test.each(Object.entries(errorExamples))(
  'the example of %s in the documentation is a real answer',
  (code, example) => {
    expect(seen.get(code)).toContain(comparable({ code, ...example }))
  },
)
