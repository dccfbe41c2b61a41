import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { holdTimeouts } from '../../support/clock.js'
import { startService } from '../../support/service.js'
import { type Gateway, startGateway } from '../../support/stock-gateway.js'
import { until } from '../../support/until.js'
import { rawRequest } from '../../support/wire.js'

type Service = Awaited<ReturnType<typeof startService>>

let gateway: Gateway
let mirror: Service
let odd: Service
/** What the odd service does with the next request. */
let oddly: (req: IncomingMessage, res: ServerResponse) => void

const setting = (set: Record<string, string>) => ({ headers: { request: { set } } })
const enveloped = { serviceEndpoint: 'odd', response: 'envelope' }
const known = [{ caller: [{ action: { scopes: ['a:read', 'b:write'] } }] }]

/** Pipelines: the upstream step, and what differs from the others. */
const pipelines: Record<string, [action: object, more?: { guards?: []; maxBodyBytes?: number }]> = {
  mirror: [{ serviceEndpoint: 'mirror' }],
  tight: [{ serviceEndpoint: 'mirror' }, { maxBodyBytes: 10 }],
  auth: [{ serviceEndpoint: 'mirror', forwardCredentials: true, unsafe: ['forward-credentials'] }],
  odd: [{ serviceEndpoint: 'odd' }],
  stream: [{ serviceEndpoint: 'odd', timeoutMs: 86_400_000, idleTimeoutMs: 1500 }],
  sockets: [{ serviceEndpoint: 'odd', webSockets: true }],
  wrapped: [enveloped],
  'wrapped-mirror': [{ serviceEndpoint: 'mirror', response: 'envelope' }],
  token: [{ serviceEndpoint: 'odd', ...setting({ Authorization: 'Bearer hunter2' }) }],
  'wrapped-token': [{ ...enveloped, ...setting({ 'X-Service-Token': 'hunter2' }) }],
  basic: [{ serviceEndpoint: 'odd', basicAuth: { username: 'us', password: 'hunter2' } }],
  'plain-set': [{ serviceEndpoint: 'odd', ...setting({ 'X-Site': 'public' }) }],
  dead: [{ serviceEndpoint: 'dead' }],
  unguarded: [{ serviceEndpoint: 'mirror' }, { guards: [] }],
  public: [{ serviceEndpoint: 'mirror', public: true }, { guards: [] }],
}

beforeAll(async () => {
  mirror = await startService()
  odd = await startService((req, res) => oddly(req, res))
  const gone = await startService()
  await gone.close()
  const made = Object.entries(pipelines).map(([name, [action, more = {}]]) => {
    const { guards = known, maxBodyBytes = 20_000 } = more
    const envelope = [{ action: { maxBodyBytes, contentTypes: ['*/*'] } }]
    const policies = [{ envelope }, ...guards, { upstream: [{ action }] }]
    return [name, { apiEndpoints: [name], policies }]
  })
  gateway = await startGateway(['envelope', 'upstream'], {
    apiEndpoints: Object.fromEntries(
      Object.keys(pipelines).map((name) => [name, { host: '*', paths: `/${name}/*` }]),
    ),
    serviceEndpoints: {
      mirror: { url: `${mirror.url}/base/` },
      odd: { url: odd.url },
      dead: { url: gone.url },
    },
    pipelines: Object.fromEntries(made),
  })
})
afterAll(() => Promise.all([gateway.close(), mirror.close(), odd.close()]))

async function call(path: string, init: RequestInit = {}) {
  const response = await fetch(gateway.url + path, init)
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

/** Sends chunks of a body whose length is not announced. */
function chunked(text: string, chunks: number): RequestInit {
  const stream = new ReadableStream({
    async start(controller) {
      for (let i = 0; i < chunks; i++) controller.enqueue(Buffer.from(text))
      controller.close()
    },
  })
  return { method: 'POST', body: stream, duplex: 'half' } as RequestInit
}

test('where nobody is known it is not asked, unless anyone may call', async () => {
  expect(await call('/unguarded/a')).toMatchObject({
    status: 500,
    body: { error: { code: 'INTERNAL_ERROR' } },
  })
  const { status, body } = await call('/public/a')
  expect([status, body.headers['x-caller-id']]).toEqual([201, undefined])
})

describe('what the service is told', () => {
  test('the path exactly as it was judged, behind the path of its URL', async () => {
    const path = '/mirror//a/http:/b/%7Ec/?q=//x&api_key=1&r=%2F&%61pi_key=2'
    expect((await call(path)).body.url).toBe('/base/mirror//a/http:/b/%7Ec/?q=//x&r=%2F')
  })

  const head = [
    ...['Host: directory.example.org', 'Authorization: Bearer a', 'X-API-Key: b', 'Cookie: c'],
    ...['Proxy-Authorization: d', 'X-Caller-Id: 1', 'X_Caller_Scopes: all', 'X.Caller.Id: 1'],
    ...['X-Forwarded-For: 203.0.113.5', 'X-Forwarded-Port: 1', 'X-Real-IP: 1.2.3.4'],
    ...['X-HTTP-Method-Override: DELETE', 'X-Original-URL: /other', 'X-Rewrite-URL: /other'],
    ...['True-Client-IP: 1.2.3.4', 'CF-Connecting-IP: 1.2.3.4', 'Forwarded: for=1.2.3.4'],
    ...['X~Caller~Id: 1', 'X_Api_Key: b', 'Content_Length: 5', 'Transfer.Encoding: chunked'],
    ...['HTTP2-Settings: AAEAAEAA', 'TE: trailers', 'X-Hop: 1', 'X-Own: kept'],
    ...['Expect: 100-continue', 'Connection: close, X-Hop, X-Request-Id, X-Caller-Id, Host'],
  ].join('\r\n')

  test('no credentials and no claims of the caller, but ours', async () => {
    const { body } = await rawRequest(gateway.port, [`GET /mirror/x HTTP/1.1\r\n${head}\r\n\r\n`])
    expect(JSON.parse(body).headers).toEqual({
      host: new URL(mirror.url).host,
      connection: 'keep-alive',
      'x-own': 'kept',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      traceparent: expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-00$/),
      'x-forwarded-for': '203.0.113.5', // from loopback, which is trusted
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'directory.example.org',
      'x-caller-id': '7',
      'x-caller-scopes': 'a:read b:write',
    })
  })

  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  test.each([['the trace of the caller', traceparent, { traceparent, tracestate: 'a=1' }]])(
    '%s',
    async (_, sent, told) => {
      const { body } = await call('/mirror/x', {
        headers: { traceparent: sent, tracestate: 'a=1' },
      })
      const { tracestate, ...others } = body.headers
      expect({ traceparent: others.traceparent, ...(tracestate && { tracestate }) }).toEqual(told)
    },
  )

  test('the credentials where forwardCredentials is true', async () => {
    const { body } = await rawRequest(gateway.port, [
      `GET /auth/x?api_key=e HTTP/1.1\r\n${head}\r\n\r\n`,
    ])
    const told = JSON.parse(body)
    expect(told.url).toBe('/base/auth/x?api_key=e')
    expect(told.headers).toMatchObject({ authorization: 'Bearer a', 'x-api-key': 'b', cookie: 'c' })
    expect(told.headers).not.toHaveProperty('proxy-authorization')
  })
})

describe('bodies', () => {
  const post = (length: number) => ({ method: 'POST', body: 'x'.repeat(length) })
  test.each<[string, RequestInit, object]>([
    ['of announced length', post(1000), { bodyBytes: 1000 }],
    ['of unknown length', chunked('x'.repeat(100), 10), { bodyBytes: 1000 }],
  ])('%s', async (_name, init, told) => {
    const { status, body } = await call('/mirror/x', init)
    expect(status).toBe(201)
    expect(body).toMatchObject(told)
  })

  test('too many bytes of unknown length: 413, and the service is left', async () => {
    const seen = once(mirror.server, 'request')
    const { status, body } = await call('/mirror/x', chunked('x'.repeat(1000), 21))
    expect([status, body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    const [req] = await seen
    expect(req.complete).toBe(false)
  })

  test('too many, though few: 413, and the service is not asked', async () => {
    const seen = jest.fn()
    mirror.server.on('request', seen)
    expect((await call('/tight/x', chunked('x', 11))).status).toBe(413)
    expect((await call('/tight/x', chunked('x', 10))).status).toBe(201)
    mirror.server.off('request', seen)
    expect(seen).toHaveBeenCalledTimes(1)
  })

  test('of the first bytes to come nothing is lost, in whatever pieces they come', async () => {
    oddly = async (req, res) => {
      let text = ''
      for await (const chunk of req) text += chunk
      res.end(JSON.stringify({ text }))
    }
    for (const length of [3, 16_384, 16_385, 20_000]) {
      const text = Array.from({ length }, (_, i) => String.fromCharCode(97 + (i % 26))).join('')
      const pieces = (text.match(/.{1,1500}/g) ?? []).map(
        (piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`,
      )
      const head =
        'POST /odd/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n'
      const { body } = await rawRequest(gateway.port, [head, ...pieces, '0\r\n\r\n'])
      expect(body).toContain(text)
    }
  })

  test('a short one that comes slowly takes no connection of the service until it is there', async () => {
    const [made, asked] = [jest.fn(), jest.fn()]
    mirror.server.on('connection', made).on('request', asked)
    const sockets = Array.from({ length: 20 }, () => connect(gateway.port, '127.0.0.1'))
    for (const socket of sockets) {
      socket.write(
        'POST /mirror/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 10\r\n\r\nx',
      )
    }
    await wait(150)
    expect([made, asked].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
    sockets[0]!.write('123456789')
    expect(String((await once(sockets[0]!, 'data'))[0])).toMatch(/^HTTP\/1\.1 201 /)
    expect(asked).toHaveBeenCalledTimes(1)
    mirror.server.off('connection', made).off('request', asked)
    for (const socket of sockets) socket.destroy()
  })
})

describe('what the caller gets', () => {
  test('the answer as it is, but for what is ours or ends at the hop', async () => {
    const { status, headers } = await call('/mirror/x')
    expect(status).toBe(201)
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-own')).toBe('kept')
    expect(headers.getSetCookie()).toEqual([])
    expect(headers.get('x-hop')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  test.each(['websocket', 'h2c, WebSocket'])('Upgrade: %s is refused by name', async (upgrade) => {
    const { status, body } = await rawRequest(gateway.port, [
      `GET /mirror/x HTTP/1.1\r\nHost: a\r\nConnection: close, Upgrade\r\nUpgrade: ${upgrade}\r\n\r\n`,
    ])
    const { code, details } = JSON.parse(body).error
    expect([status, code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(details.upgrade._errors[0]).toMatch(/WebSocket.*not passed on.*text\/event-stream/)
  })

  test('HEAD keeps the length of what GET would bring', async () => {
    oddly = (_req, res) => res.writeHead(200, { 'Content-Length': 1234 }).end()
    const { status, headers } = await call('/odd/x', { method: 'HEAD' })
    expect([status, headers.get('content-length')]).toEqual([200, '1234'])
  })

  test.each([
    [304, undefined],
    [500, '{}'],
  ])('status %d', async (status, text) => {
    oddly = (_req, res) => res.writeHead(status, { ETag: '"1"' }).end(text)
    const answer = await call('/odd/x')
    expect([answer.status, answer.headers.get('etag')]).toEqual([status, '"1"'])
  })

  test('HEAD of an answer that is wrapped has the length of the envelope', async () => {
    oddly = ({ method }, res) =>
      res.writeHead(200).end(method === 'HEAD' ? '' : '{"short":"and stout"}')
    const lengthOf = async (method: string) =>
      (await call('/wrapped/x', { method })).headers.get('content-length')
    expect(await lengthOf('HEAD')).toBe(await lengthOf('GET'))
  })
})

describe('a WebSocket, where the step passes them on', () => {
  const webSocketKey = 'MDEyMzQ1Njc4OWFiY2RlZg=='
  const head = [
    ...['Host: a', 'Connection: keep-alive, Upgrade', 'Upgrade: websocket'],
    ...[`Sec-WebSocket-Key: ${webSocketKey}`, 'Sec-WebSocket-Version: 13'],
  ]
  const asking = (line = 'GET /sockets/x HTTP/1.1', more: string[] = []) =>
    [line, ...head, ...more, '', ''].join('\r\n')
  /** What the service got, and its end of the connection. */
  const opened = () =>
    new Promise<{ req: IncomingMessage; socket: Socket; read(): string }>((resolve) => {
      odd.server.removeAllListeners('upgrade').once('upgrade', (req, socket: Socket) => {
        let read = ''
        socket.on('error', () => undefined).on('data', (bytes) => (read += bytes))
        socket.once('end', () => socket.end())
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
            'Sec-WebSocket-Accept: def\r\nX-Request-Id: theirs\r\nSet-Cookie: a=1\r\n\r\nfirst',
        )
        resolve({ req, socket, read: () => read })
      })
    })
  afterEach(() => void odd.server.removeAllListeners('upgrade'))

  /** The caller's end, when it has read this. */
  async function dialled(expected: RegExp, text = asking()) {
    const socket = connect(gateway.port, '127.0.0.1').on('error', () => undefined)
    let read = ''
    socket.on('data', (bytes) => (read += bytes))
    socket.write(text)
    const closed = once(socket, 'close')
    await until(() => expected.test(read))
    return { socket, closed, read: () => read }
  }

  test('bytes pass in both directions, and no credential', async () => {
    const service = opened()
    const caller = await dialled(
      /first$/,
      asking(undefined, ['X-API-Key: secret', 'Sec-WebSocket-Protocol: chat']),
    )
    const { req, socket, read } = await service
    expect(req.url).toBe('/sockets/x')
    expect(req.headers).toMatchObject({
      ...{ connection: 'Upgrade', upgrade: 'websocket', 'x-caller-id': '7' },
      ...{ 'sec-websocket-key': webSocketKey, 'sec-websocket-protocol': 'chat' },
    })
    expect(req.headers).not.toHaveProperty('x-api-key')
    expect(caller.read()).toMatch(/^HTTP\/1\.1 101 [\s\S]*\r\nSec-WebSocket-Accept: def\r\n/i)
    expect(caller.read()).not.toMatch(/set-cookie|theirs/i)
    // what would be a request before is none any more
    caller.socket.write('GET /mirror/x HTTP/1.1\r\nHost: a\r\n\r\n')
    await until(() => /^GET \/mirror/.test(read()))
    socket.write('more')
    await until(() => caller.read().endsWith('firstmore'))
    caller.socket.destroy()
    await once(socket, 'close')
  })

  test.each<[string, (service: Socket) => void]>([
    ['when the service closes it', (service) => service.end()],
    ['at the deadline', () => jest.advanceTimersByTime(10_000)],
  ])('it ends %s', async (_, end) => {
    holdTimeouts()
    const service = opened()
    const { closed } = await dialled(/first$/)
    const { socket } = await service
    end(socket)
    await closed
    if (!socket.destroyed) await once(socket, 'close')
    jest.useRealTimers()
  })

  const without = (field: RegExp) => asking().replace(field, 'X: ')
  test.each([
    [asking('POST /sockets/x HTTP/1.1'), 'by a GET of HTTP/1.1 without a body'],
    [asking('GET /sockets/x HTTP/1.0'), 'by a GET of HTTP/1.1 without a body'],
    [asking(undefined, ['Content-Length: 1']), 'by a GET of HTTP/1.1 without a body'],
    [without(/keep-alive, Upgrade/), 'with the header Connection: Upgrade'],
    [without(/MDEy/), 'with a Sec-WebSocket-Key, 16 random bytes in base64'],
    [without(/13(?=\r)/), 'with Sec-WebSocket-Version: 13'],
  ])('%j is refused', async (text, remedy) => {
    const caller = await dialled(/^HTTP\/1\.1 400 [\s\S]*\}$/, text)
    expect(caller.read()).toContain(`"upgrade":{"_errors":["A WebSocket is asked for ${remedy}"]}`)
  })
})

describe('failures', () => {
  test('headers that are too long: the service is asked once, and that is told', async () => {
    let asked = 0
    oddly = (_req, res) => {
      asked++
      res.setHeader('X-Long', 'x'.repeat(20_000)).end('{}')
    }
    const { status, body } = await call('/odd/x')
    expect([status, body.error.code, asked]).toEqual([502, 'UPSTREAM_UNAVAILABLE', 1])
    expect(body.error.details).toEqual({ reason: 'headers-too-large' })
  })

  test('the service switches protocols: UPSTREAM_UNAVAILABLE', async () => {
    const upgrade = 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'
    oddly = (req) => req.socket.end(upgrade)
    const { status, body } = await call('/odd/x', { method: 'POST', body: 'x' })
    expect([status, body.error.code]).toEqual([502, 'UPSTREAM_UNAVAILABLE'])
  })

  test('a stream may take longer than its service may be idle', async () => {
    oddly = (_req, res) => {
      res.writeHead(200)
      let events = 0
      const drip = setInterval(() => {
        if (++events < 8) return res.write('.')
        clearInterval(drip)
        return res.end()
      }, 250)
    }
    expect(await (await fetch(`${gateway.url}/stream/x`)).text()).toBe('.......')
  })

  test.each<[string, (req: IncomingMessage, res: ServerResponse) => void, RegExp]>([
    ['nothing', () => undefined, /UPSTREAM_TIMEOUT/],
    ['nothing more', (_req, res) => void res.writeHead(200).write('{}'), /terminated/],
  ])('an idle service that sends %s is left', async (_, behaviour, expected) => {
    const left = new Promise((resolve) => {
      oddly = (req, res) => {
        res.once('close', resolve)
        behaviour(req, res)
      }
    })
    const outcome = call('/stream/x').then(({ body }) => body.error.code, String)
    expect(await outcome).toMatch(expected)
    await left
  })

  test('an answer before the body is sent: the caller gets it, and the connection goes on', async () => {
    oddly = (_req, res) => res.writeHead(401, { 'Content-Length': 2 }).end('{}')
    const socket = connect(gateway.port, '127.0.0.1')
    const body = 'x'.repeat(20_000)
    socket.write(
      `POST /odd/x HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(1)}`,
    )
    const [first] = await once(socket, 'data')
    expect(String(first)).toMatch(/^HTTP\/1\.1 401 /)
    socket.write('xGET /nothing HTTP/1.1\r\nHost: a\r\n\r\n')
    const [next] = await once(socket, 'data')
    expect(String(next)).toMatch(/^HTTP\/1\.1 404 /)
    socket.destroy()
  })
})

describe('a credential of the gateway’s own', () => {
  test.each([
    ['/token/x', 'Bearer hunter2'],
    ['/basic/x', `Basic ${Buffer.from('us:hunter2').toString('base64')}`],
  ])('%s: it takes the place of the caller’s', async (path, expected) => {
    let sent: IncomingMessage['headers'] = {}
    oddly = (req, res) => {
      sent = req.headers
      res.end('{}')
    }
    await call(path, {
      headers: { authorization: 'Bearer of-the-caller', 'x-api-key': 'k', cookie: 'c=1' },
    })
    expect(sent).toMatchObject({ authorization: expected })
    expect([sent['x-api-key'], sent.cookie]).toEqual([undefined, undefined])
  })

  test.each(
    ['/token/x', '/wrapped-token/x', '/basic/x'].flatMap((path) =>
      [401, 403].map((status) => [path, status] as const),
    ),
  )('%s: that the service answers %s is not the caller’s fault', async (path, status) => {
    oddly = (_req, res) =>
      res.writeHead(status, { 'WWW-Authenticate': 'Basic realm="x"' }).end('{"why":"hunter2"}')
    const answer = await call(path)
    expect([answer.status, answer.body.error.code, answer.body.error.details]).toEqual([
      502,
      'UPSTREAM_UNAVAILABLE',
      { reason: 'credential-refused' },
    ])
    expect(answer.headers.get('www-authenticate')).toBeNull()
    expect(JSON.stringify(answer.body)).not.toContain('hunter2')
  })

  test.each([
    ['/odd/x', 401],
    ['/plain-set/x', 403],
  ])('%s: without one the answer of the service stands', async (path, status) => {
    oddly = (_req, res) => res.writeHead(status).end('{}')
    expect((await call(path)).status).toBe(status)
  })
})

describe('response: envelope', () => {
  const unavailable = [502, 'UPSTREAM_UNAVAILABLE'] as const
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  test.each<[string, number, string, number, string | undefined, object | undefined]>([
    ['nothing', 204, '', 200, undefined, undefined],
    ['HTML', 200, '<html>', ...unavailable, { reason: 'unreadable' }],
    ['JSON nested too deep', 200, deep, ...unavailable, { reason: 'unreadable' }],
    ['a conflict', 409, '{"why":"twice"}', 400, 'VALIDATION_ERROR', undefined],
    ['a target that is too long', 414, '{}', 414, 'URI_TOO_LONG', undefined],
  ])('%s', async (_name, sent, text, status, code, details) => {
    const headers = { 'Content-Type': 'application/json', 'Retry-After': '7' }
    oddly = (_req, res) => res.writeHead(sent, headers).end(sent === 204 ? undefined : text)
    const answer = await call('/wrapped/x')
    const { error } = answer.body
    expect([answer.status, error?.code]).toEqual([status, code])
    if (details) expect(error.details).toEqual(details)
    else if (text !== '')
      expect(error.details.upstream).toMatchObject({ status: sent, answer: JSON.parse(text) })
    expect(JSON.stringify(answer.body)).not.toContain('secret')
    if (status === 502)
      expect(answer.headers.get('retry-after')).toBe('status' in details! ? '7' : null)
  })

  test.each([200, 400])('status %i: numbers stay as the service writes them', async (status) => {
    const text = '{"a":12345678901234567890,"b":1.10,"c":1e400,"d":"\\ud800"}'
    oddly = (_req, res) => res.writeHead(status, { 'Content-Type': 'application/json' }).end(text)
    const answer = await fetch(`${gateway.url}/wrapped/x`)
    expect(await answer.text()).toContain(status === 200 ? text : '{"a":12345678901234567890,')
  })

  test('a coding that was not asked for is no connection that failed', async () => {
    oddly = (_req, res) => res.writeHead(200, { 'Content-Encoding': 'zstd' }).end('{}')
    const { status, body } = await call('/wrapped/x')
    expect([status, body.error.details]).toEqual([502, { reason: 'unreadable' }])
  })

  test('JSON becomes data; a part of it is not asked for', async () => {
    const { status, body } = await call('/wrapped-mirror/x', { headers: { Range: 'bytes=0-3' } })
    expect([status, body.status, body.data.method]).toEqual([201, 'success', 'GET'])
    expect(body.data.headers['accept-encoding']).toBe('identity')
    expect(body.data.headers.range).toBeUndefined()
  })

  const kept = {
    ETag: '"7"',
    'Last-Modified': 'Fri, 27 Nov 2026 00:00:00 GMT',
    'Cache-Control': 'max-age=60',
    Link: '</next>; rel="next"',
    'X-Total-Count': '9',
    Vary: 'Accept-Language',
    'Retry-After': '3',
  }
  const others = { Server: 'x', 'Set-Cookie': 'a=1', 'Content-Language': 'de', 'X-Own': 'x' }
  test('what the service says of its data and of keeping it stands; other headers do not', async () => {
    oddly = (_req, res) =>
      res.writeHead(201, { Location: `${odd.url}/wrapped/9`, ...kept, ...others }).end('{}')
    const { status, headers } = await call('/wrapped/x', { method: 'POST' })
    expect([status, headers.get('location')]).toEqual([201, '/wrapped/9'])
    for (const [name, value] of Object.entries(kept)) expect(headers.get(name)).toBe(value)
    for (const name of Object.keys(others)) expect(headers.get(name)).toBeNull()
  })

  test.each(['GET', 'HEAD'])('a 304 of the service is a 304 for the caller: %s', async (method) => {
    oddly = (req, res) => {
      const isHeld = req.headers['if-none-match'] === kept.ETag
      res.writeHead(isHeld ? 304 : 200, { ...kept, ...others }).end(isHeld ? undefined : '{}')
    }
    const conditional = { 'If-None-Match': kept.ETag }
    const { status, headers, body } = await call('/wrapped/x', { method, headers: conditional })
    expect([status, body, headers.get('etag')]).toEqual([304, undefined, kept.ETag])
    expect(headers.get('x-request-id')).not.toBeNull()
    expect((await call('/wrapped/x', { method })).status).toBe(200)
  })
})
