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
  const chunks = `5000\r\n${' '.repeat(0x5000)}\r\n0\r\n\r\n`
  const cases: [string, string, number, string][] = [
    ['another method', request(`GET ${login}`), ...notAllowed],
    ['no body', post('Content-Length: 0\r\n'), ...invalid],
    [
      'a large body, chunked',
      post(`${json}Transfer-Encoding: chunked\r\n`, chunks),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['garbage', 'GARBAGE\r\n\r\n', ...invalid],
    ['large headers', request('GET /', `X: ${'a'.repeat(40_000)}\r\n`), 431, 'HEADERS_TOO_LARGE'],
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
