import { createConnection } from 'node:net'
import { password, type RunningAuthService, startAuthService } from '../../support/auth-service.js'
import { rawRequest } from '../../support/wire.js'

let auth: RunningAuthService
beforeAll(async () => {
  auth = await startAuthService()
})
afterAll(() => auth?.stop())

const login = '/api/v1/auth/login'

const json = 'Content-Type: application/json\r\n'
/** A request with a Host that ends the connection. */
const request = (line: string, headers = '', body = '') =>
  `${line} HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n${body}`
const post = (headers: string, body = '') => request(`POST ${login}`, headers, body)

describe('every answer is the envelope', () => {
  const invalid: [number, string] = [400, 'VALIDATION_ERROR']
  const notAllowed: [number, string] = [405, 'METHOD_NOT_ALLOWED']
  const manyHeaders = 'X: y\r\n'.repeat(300)
  const chunks = `5000\r\n${' '.repeat(0x5000)}\r\n0\r\n\r\n`
  const cases: [string, string, number, string][] = [
    ['an unknown path', request('GET /'), 404, 'NOT_FOUND'],
    ['a slash too many', request(`GET ${login}/`), 404, 'NOT_FOUND'],
    ['other letters', request('GET /API/v1/auth/me'), 404, 'NOT_FOUND'],
    ['a slash in a name', request('GET /api/v1/api-keys/x%2Fy'), 401, 'AUTHENTICATION_REQUIRED'],
    ['another method', request(`GET ${login}`), ...notAllowed],
    ['OPTIONS', request(`OPTIONS ${login}`), ...notAllowed],
    ['no body', post('Content-Length: 0\r\n'), ...invalid],
    [
      'text',
      post('Content-Type: text/plain\r\nContent-Length: 2\r\n', '{}'),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['a large body, announced', post(`${json}Content-Length: 20000\r\n`), 413, 'PAYLOAD_TOO_LARGE'],
    [
      'a large body, chunked',
      post(`${json}Transfer-Encoding: chunked\r\n`, chunks),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['bytes that are no text', post(`${json}Content-Length: 2\r\n`, '\xff\xfe'), ...invalid],
    ['garbage', 'GARBAGE\r\n\r\n', ...invalid],
    ['large headers', request('GET /', `X: ${'a'.repeat(40_000)}\r\n`), 431, 'HEADERS_TOO_LARGE'],
    ['many headers', request('GET /', manyHeaders), 431, 'HEADERS_TOO_LARGE'],
    ['a long target', request(`GET /${'a'.repeat(9000)}`), 414, 'URI_TOO_LONG'],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', ...invalid],
    ['two Hosts', request('GET /', 'Host: b\r\n'), ...invalid],
    ['an expectation', request('GET /', 'Expect: tea\r\n'), ...invalid],
  ]
  test.each(cases)('%s', async (_name, bytes, status, code) => {
    const answer = await rawRequest(auth.url, [Buffer.from(bytes, 'latin1')])
    const { error, meta } = JSON.parse(answer.body)
    expect([answer.status, error.code, typeof error.details]).toEqual([status, code, 'object'])
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      date: expect.stringMatching(/ GMT$/),
      connection: 'close',
      'x-request-id': meta.requestId,
    })
    if (status === 405) expect(answer.headers.allow).toBe('POST')
  })

  test('what the parser refuses is logged, and answered behind the request before it', async () => {
    const { port } = new URL(auth.url)
    const socket = createConnection(Number(port), '127.0.0.1')
    const body = JSON.stringify({ email: 'demo@example.org', password: 'a wrong password' })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    const head = `POST ${login} HTTP/1.1\r\nHost: a\r\n${json}Content-Length: ${body.length}`
    socket.write(`${head}\r\n\r\n${body}GARBAGE\r\n\r\n`)
    await new Promise((resolve) => socket.once('close', resolve))
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 400'])
    const [, id] = [...text.matchAll(/"requestId":"([^"]+)"/g)].map(([, requestId]) => requestId!)
    expect(auth.output()).toContain(id)
  })
})

test.each<[string, Record<string, string>, number]>([
  ['a parameter', { 'Content-Type': 'application/json; profile=x' }, 401],
  ['UTF-8, quoted', { 'Content-Type': 'Application/JSON; charset="UTF-8"' }, 401],
  ['another charset', { 'Content-Type': 'application/json; charset=utf-16' }, 415],
  ['an open quote', { 'Content-Type': 'application/json; charset="utf-8' }, 415],
  ['no type', { 'Content-Type': '' }, 415],
  ['compressed', { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }, 415],
  ['not compressed', { 'Content-Type': 'application/json', 'Content-Encoding': 'Identity' }, 401],
])('a body announced with %s', async (_, headers, status) => {
  const body = JSON.stringify({ email: 'nobody@example.org', password })
  const answer = await fetch(auth.url + login, { method: 'POST', headers, body: Buffer.from(body) })
  expect(answer.status).toBe(status)
})

test('a body in another transfer coding than chunked is refused', async () => {
  const bytes = post(`${json}Transfer-Encoding: gzip, chunked\r\n`, '0\r\n\r\n')
  expect((await rawRequest(auth.url, [bytes])).status).toBe(415)
})

describe('who is believed', () => {
  const idOf = async (service: RunningAuthService, id: string) =>
    (await service.request.get('/').set('X-Request-Id', id)).headers['x-request-id']

  test("a trusted proxy's request id is kept when it is plain", async () => {
    expect(await idOf(auth, 'abc-DEF_123.4')).toBe('abc-DEF_123.4')
    for (const bad of ['short', 'with space', 'a'.repeat(129), 'line\tbreak', ''])
      expect(await idOf(auth, bad)).not.toBe(bad)
  })

  test('anybody else is not', async () => {
    const strict = await startAuthService({ env: { TRUSTED_PROXIES: '10.9.8.7' } })
    expect(await idOf(strict, 'abc-DEF_123.4')).toMatch(/^[0-9a-f-]{36}$/)
    await strict.request
      .post(login)
      .set('X-Forwarded-For', '203.0.113.5')
      .send({ email: 'a@example.org', password })
    expect(strict.audited().at(-1)).toMatchObject({ event: 'login-failed', address: '127.0.0.1' })
    await strict.stop()
  })
})

test('no secret in what is logged, nor in an error', async () => {
  const typed = 'a typed secret that nobody may read'
  await auth.request.post(login).send({ email: 'demo@example.org', password: typed })
  await auth.request.post(login).send({ email: typed, password: typed })
  await auth.request.post(`/api/v1/auth/refresh`).send({ refreshToken: typed })
  const answer = await auth.request.post(login).send({ [typed]: typed, email: `${typed}@` })
  const { accessToken, refreshToken } = await auth.login()
  for (const secret of [
    typed,
    password,
    accessToken,
    refreshToken,
    ...Object.values(auth.secret),
  ]) {
    expect(auth.output()).not.toContain(secret)
  }
  expect(answer.text).not.toContain(typed)
})
