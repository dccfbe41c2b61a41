import { createConnection } from 'node:net'
import { password, type RunningAuthService, startAuthService } from '../../support/auth-service.js'
import { until } from '../../support/until.js'
import { rawRequest } from '../../support/wire.js'

let auth: RunningAuthService
beforeAll(async () => {
  auth = await startAuthService()
})
afterAll(() => auth?.stop())

const login = '/api/v1/auth/login'

describe('every answer is the envelope', () => {
  const head = (length: number) =>
    `POST ${login} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ` +
    `${length}`
  const cases: [string, string, number, string][] = [
    ['an unknown path', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404, 'NOT_FOUND'],
    [
      'a slash too many',
      `GET ${login}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      404,
      'NOT_FOUND',
    ],
    [
      'another method',
      `GET ${login} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      405,
      'METHOD_NOT_ALLOWED',
    ],
    [
      'OPTIONS',
      `OPTIONS ${login} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      405,
      'METHOD_NOT_ALLOWED',
    ],
    [
      'no body',
      `POST ${login} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      400,
      'VALIDATION_ERROR',
    ],
    [
      'text',
      `POST ${login} HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: ` +
        '2\r\nConnection: close\r\n\r\n{}',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a large body, announced',
      `${head(20_000)}\r\nConnection: close\r\n\r\n`,
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'a large body, chunked',
      `POST ${login} HTTP/1.1\r\nHost: a\r\nContent-Type: ` +
        'application/json\r\nTransfer-Encoding: ' +
        `chunked\r\n\r\n5000\r\n${' '.repeat(0x5000)}\r\n0\r\n\r\n`,
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'bytes that are no text',
      `${head(2)}\r\nConnection: close\r\n\r\n\xff\xfe`,
      400,
      'VALIDATION_ERROR',
    ],
    ['garbage', 'GARBAGE\r\n\r\n', 400, 'VALIDATION_ERROR'],
    [
      'large headers',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    [
      'many headers',
      `GET / HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(300)}\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['a long target', `GET /${'a'.repeat(9000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 414, 'URI_TOO_LONG'],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400, 'VALIDATION_ERROR'],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'VALIDATION_ERROR'],
    ['an expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n', 400, 'VALIDATION_ERROR'],
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
    socket.write(`${head(body.length)}\r\n\r\n${body}GARBAGE\r\n\r\n`)
    await new Promise((resolve) => socket.once('close', resolve))
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 400'])
    const [, id] = [...text.matchAll(/"requestId":"([^"]+)"/g)].map(([, requestId]) => requestId!)
    const isLogged = () => auth.output().includes(id!)
    await until(isLogged)
    expect(isLogged()).toBe(true)
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
  const answer = await rawRequest(auth.url, [
    `POST ${login} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      'Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  ])
  expect(answer.status).toBe(415)
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
    await until(() => strict.audited().at(-1)?.event === 'login-failed')
    expect(strict.audited().at(-1)).toMatchObject({ event: 'login-failed', address: '127.0.0.1' })
    await strict.stop()
  })
})

test('a stop lets the request in flight finish, refuses the next, and exits 0', async () => {
  const service = await startAuthService()
  const { port } = new URL(service.url)
  const socket = createConnection(Number(port), '127.0.0.1')
  const body = JSON.stringify({ email: 'demo@example.org', password })
  socket.write(
    `POST ${login} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ` +
      `${body.length}\r\n\r\n`,
  )
  await new Promise((resolve) => setTimeout(resolve, 100))
  const stopped = service.stop()
  await new Promise((resolve) => setTimeout(resolve, 100))
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(body)
  await new Promise((resolve) => socket.once('close', resolve))
  expect(answer).toContain('HTTP/1.1 200 OK')
  expect(answer).toContain('Connection: close')
  expect(await stopped).toBe(0)
})

test('no secret in what is logged, nor in an error', async () => {
  const typed = 'a typed secret that nobody may read'
  await auth.request.post(login).send({ email: 'demo@example.org', password: typed })
  await auth.request.post(login).send({ email: typed, password: typed })
  await auth.request.post(`/api/v1/auth/refresh`).send({ refreshToken: typed })
  const answer = await auth.request.post(login).send({ [typed]: typed, email: `${typed}@` })
  const { accessToken, refreshToken } = await auth.login()
  await until(() => auth.audited().at(-1)?.event === 'login')
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
