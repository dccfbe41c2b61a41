import { openUpstream, startService } from '../../support/service.js'
import { type RunningStack, startStack } from '../../support/stack.js'
import { rawRequest } from '../../support/wire.js'

let service: Awaited<ReturnType<typeof startService>>
let stack: RunningStack
beforeAll(async () => {
  service = await startService()
  stack = await startStack({ config: { 'gateway.config.yml': openUpstream(service.url) } })
})
afterAll(() => Promise.all([stack.stop(), service.close()]))

const listeners: [string, () => string, string][] = [
  ['gateway', () => stack.url, '/api/v1/openapi.json'],
  ['auth service', () => stack.auth.url, '/api/v1/auth/me'],
  ['internal listener', () => stack.auth.internalUrl, '/internal/health'],
  ['admin listener', () => stack.gateway.adminUrl, '/healthz'],
]

/** Asks for a path, in a head of these lines. */
const ask = (url: string, target: string, host: string, method = 'GET') =>
  rawRequest(url, [`${method} ${target} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`])

describe.each(listeners)('%s', (_, urlOf, path) => {
  // test/unit/kit/http/target.test.ts has the table
  test.each(['', ' a, b', ' "><script>'])('Host:%j is no host', async (host) => {
    const { status, body } = await ask(urlOf(), path, `Host:${host}\r\n`)
    expect([status, JSON.parse(body).error.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(body).not.toContain('script')
  })

  test.each(['localhost', '[::1]:80'])('Host: %s is one', async (host) => {
    expect((await ask(urlOf(), path, `Host: ${host}\r\n`)).status).not.toBe(400)
  })

  test('an absolute target is answered as its path', async () => {
    const { status, headers } = await ask(urlOf(), path, 'Host: localhost\r\n')
    for (const scheme of ['http', 'https', 'HTTP']) {
      const answer = await ask(urlOf(), `${scheme}://localhost:81${path}`, 'Host: localhost\r\n')
      expect([answer.status, answer.headers['content-type']]).toEqual([
        status,
        headers['content-type'],
      ])
    }
  })

  test.each(['http://', 'http://u@localhost/'])('the target %s names no host', async (target) =>
    expect((await ask(urlOf(), target, 'Host: localhost\r\n')).status).toBe(400),
  )

  test.each(['', 'Host: a\r\nHost: a\r\n', 'Host: a/b\r\n'])(
    'an absolute target needs a Host header too: %j',
    async (host) => expect((await ask(urlOf(), `http://localhost${path}`, host)).status).toBe(400),
  )
})

test.each<[string, string, string]>([
  ['http://example.org/open/a?b=c', '/open/a?b=c', 'example.org'],
  ['http://[2001:db8::1]:81/open/a', '/open/a', '[2001:db8::1]:81'],
  ['https://example.org/open/a?api_key=npd_x&b=c', '/open/a?b=c', 'example.org'],
  ['http://example.org/open/http://inner/', '/open/http://inner/', 'example.org'],
])('%s: the service is asked for %s of %s', async (target, url, host) => {
  const { body } = await ask(stack.url, target, 'Host: other.example\r\n')
  const seen = JSON.parse(body)
  expect([seen.url, seen.headers['x-forwarded-host']]).toEqual([url, host])
  expect(body).not.toContain('other.example')
})

test.each(['/open/%2fa', '/open/../a'])(
  'what a path must not hold is refused behind a host too: %s',
  async (path) => {
    const answer = await ask(stack.url, `http://example.org${path}`, 'Host: example.org\r\n')
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([400, 'VALIDATION_ERROR'])
  },
)

test.each(['ftp://example.org/open/a', 'open/a', '*', 'http:/open/a'])(
  'the target %s is refused',
  async (target) => {
    expect((await ask(stack.url, target, 'Host: example.org\r\n')).status).toBe(400)
  },
)

test.each([['198.51.100.1, "[2001:db8::1]:443", 127.0.0.2:80', '2001:db8::1']])(
  'a proxy that forwards for %s: the service is told %s',
  async (forwarded, address) => {
    const { body } = await ask(
      stack.url,
      '/open/a',
      `Host: a\r\nX-Forwarded-For: ${forwarded}\r\nForwarded: for=192.0.2.9\r\n`,
    )
    expect(JSON.parse(body).headers['x-forwarded-for']).toBe(address)
  },
)

test.each([
  ['http://example.org?a=b', 200], // the page at /
  ['http://example.org//open/a', 404],
  ['//example.org/open/a', 404],
])('the target %s is answered %i', async (target, status) => {
  expect((await ask(stack.url, target, 'Host: example.org\r\n')).status).toBe(status)
})

test('the host of an absolute target is the one that the admin listener judges', async () => {
  const admin = stack.gateway.adminUrl
  expect((await ask(admin, 'http://evil.example/status', 'Host: localhost\r\n')).status).toBe(403)
  expect((await ask(admin, 'http://localhost/status', 'Host: evil.example\r\n')).status).toBe(200)
})

/** What differs between any two answers, and what a client chooses by the method. */
const ofEach = [
  'date',
  'x-request-id',
  'ratelimit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'connection',
  'keep-alive',
]

test.each(listeners)('%s: HEAD has the headers of GET and no body', async (_, urlOf, path) => {
  const of = async (method: string) => {
    const { status, headers, body } = await headOrBody(urlOf(), path, method)
    const kept = Object.fromEntries(
      Object.entries(headers).filter(([name]) => !ofEach.includes(name)),
    )
    return { status, headers: kept, body }
  }
  const [head, get] = [await of('HEAD'), await of('GET')]
  expect(head).toEqual({ ...get, body: '' })
  expect(Number(get.headers['content-length'])).toBe(Buffer.byteLength(get.body))
})

test.each([['/api/v1/api-keys/x', 'GET, HEAD, PATCH, DELETE']])(
  '%s allows %s',
  async (path, allow) => {
    for (const url of [stack.url, stack.auth.url]) {
      for (const method of ['PUT', 'OPTIONS']) {
        const answer = await fetch(url + path, { method })
        expect(answer.status).toBe(405)
        expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allow.split(', ').sort())
      }
    }
  },
)

/** One answer; to a HEAD without what Content-Length announces. */
async function headOrBody(url: string, path: string, method: string) {
  const answer = await fetch(url + path, { method, headers: { 'Accept-Encoding': 'identity' } })
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: await answer.text(),
  }
}
