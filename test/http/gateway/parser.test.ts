import { type RawAnswer, Wire } from '../../support/wire.js'
import { makeProject, type Project, pipelineOf, type RunningHost, startHost } from './project.js'

let project: Project
let host: RunningHost
/** Its answer takes ten seconds, in which the other tests run. */
let unfinished: Wire
beforeAll(async () => {
  project = makeProject(pipelineOf('{ text: read, waitMs: 200 }'))
  host = await startHost(project.env)
  unfinished = new Wire(host.port)
  unfinished.send('GET /hello HTTP/1.1\r\nHos')
})
afterAll(async () => {
  await host.stop()
  project.remove()
})

const get = 'GET /hello HTTP/1.1\r\nHost: a\r\n\r\n'
const a = (count: number) => 'a'.repeat(count)

/**
 * What is sent, and the answers that come, as status and code. The last one always ends the
 * connection.
 */
const cases: { name: string; send: string[]; wanted: [number, string][] }[] = [
  { name: 'no HTTP', send: ['hello\r\n\r\n'], wanted: [[400, 'VALIDATION_ERROR']] },
  {
    name: 'a bad method',
    send: ['G@T / HTTP/1.1\r\nHost: a\r\n\r\n'],
    wanted: [[400, 'VALIDATION_ERROR']],
  },
  {
    name: 'HTTP/2 without asking',
    send: ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    wanted: [[400, 'VALIDATION_ERROR']],
  },
  { name: 'no Host', send: ['GET /hello HTTP/1.1\r\n\r\n'], wanted: [[400, 'VALIDATION_ERROR']] },
  {
    name: 'two Hosts',
    send: ['GET /hello HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n'],
    wanted: [[400, 'VALIDATION_ERROR']],
  },
  {
    name: 'two lengths',
    send: [
      'POST /hello HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: ' +
        'chunked\r\n\r\n0\r\n\r\n',
    ],
    wanted: [[400, 'VALIDATION_ERROR']],
  },
  {
    name: 'a bad header',
    send: ['GET / HTTP/1.1\r\nHost: a\r\nA\u0000b: c\r\n\r\n'],
    wanted: [[400, 'VALIDATION_ERROR']],
  },
  {
    name: 'a target over 8 KiB',
    send: [`GET /${a(8192)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    wanted: [[414, 'URI_TOO_LONG']],
  },
  {
    name: 'a target over 16 KiB',
    send: [`GET /${a(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    wanted: [[414, 'URI_TOO_LONG']],
  },
  {
    name: 'headers over 16 KiB',
    send: [`GET / HTTP/1.1\r\nHost: a\r\nX: ${a(20_000)}\r\n\r\n`],
    wanted: [[431, 'HEADERS_TOO_LARGE']],
  },
  {
    name: 'many headers',
    send: [`GET / HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(5000)}\r\n`],
    wanted: [[431, 'HEADERS_TOO_LARGE']],
  },
  {
    name: 'an expectation',
    send: ['GET /hello HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n'],
    wanted: [[400, 'VALIDATION_ERROR']],
  },
  {
    name: 'CONNECT',
    send: ['CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
    wanted: [[405, 'METHOD_NOT_ALLOWED']],
  },
  {
    name: 'CONNECT behind a request',
    send: [`${get}CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n`],
    wanted: [
      [200, ''],
      [405, 'METHOD_NOT_ALLOWED'],
    ],
  },
  {
    name: 'a bad chunk',
    send: ['POST /hello HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n', 'xyz\r\n'],
    wanted: [[400, 'VALIDATION_ERROR']],
  },
  {
    name: 'rubbish behind a request',
    send: [`${get}hello\r\n\r\n`],
    wanted: [
      [200, ''],
      [400, 'VALIDATION_ERROR'],
    ],
  },
  {
    name: 'rubbish while one is answered',
    send: [get, 'hello\r\n\r\n', 'more\r\n'],
    wanted: [
      [200, ''],
      [400, 'VALIDATION_ERROR'],
    ],
  },
  {
    name: 'rubbish behind two requests',
    send: [get + get, 'hello\r\n\r\n'],
    wanted: [
      [200, ''],
      [200, ''],
      [400, 'VALIDATION_ERROR'],
    ],
  },
]

function expectEnvelope({ headers, body }: RawAnswer, code: string): void {
  const { status, error, meta } = JSON.parse(body)
  expect({ status, code: error.code, details: typeof error.details }).toEqual({
    status: 'error',
    code,
    details: 'object',
  })
  expect(meta).toEqual({
    requestId: headers['x-request-id'],
    timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
  })
  expect(headers).toMatchObject({
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
}

test.each(cases)('$name', async ({ send, wanted }) => {
  const wire = new Wire(host.port)
  for (const part of send) {
    wire.send(part)
    await new Promise((done) => setTimeout(done, 30))
  }
  await Promise.race([wire.closed, new Promise((done) => setTimeout(done, 3000))])
  expect(wire.socket.closed).toBe(true)
  const answers = wire.answers()
  expect(answers.map(({ status }) => status)).toEqual(wanted.map(([status]) => status))
  for (const [i, [, code]] of wanted.entries()) if (code !== '') expectEnvelope(answers[i]!, code)
})

test('the admin listener refuses with the envelope too', async () => {
  const wire = new Wire(Number(new URL(host.adminUrl).port))
  wire.send('hello\r\n\r\n')
  await wire.closed
  const [answer] = wire.answers()
  expect(answer?.status).toBe(400)
  expectEnvelope(answer!, 'VALIDATION_ERROR')
})

test('a large request that is refused is answered, not reset', async () => {
  const wire = new Wire(host.port)
  wire.send(`GET / HTTP/1.1\r\nHost: a\r\n${`X: ${a(1000)}\r\n`.repeat(2000)}\r\n`)
  const [answer] = await wire.wait(1)
  expect(answer?.status).toBe(431)
})

test.each([
  ['HTTP/1.0 without Host', 'GET /hello HTTP/1.0\r\n\r\n'],
  ['a target of 8 KiB', `GET /hello?${a(8185)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  [
    '100-continue',
    'POST /hello HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nok',
  ],
])('%s is answered as any other request', async (_, text) => {
  const wire = new Wire(host.port)
  wire.send(text)
  const [answer] = await wire.wait(1)
  wire.socket.destroy()
  expect(answer?.status).toBe(200)
})

test('a request head that does not come in 10 s is answered with 408', async () => {
  const [answer] = await unfinished.wait(1, 15_000)
  expect(answer?.status).toBe(408)
  expectEnvelope(answer!, 'REQUEST_TIMEOUT')
})

test('a caller who resets the connection behind CONNECT ends nothing', async () => {
  const wires = Array.from({ length: 20 }, () => new Wire(host.port))
  for (const [i, wire] of wires.entries()) {
    wire.send('CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n')
    // half of them before the answer has come, half of them after
    if (i % 2 === 0) await wire.wait(1)
    wire.socket.resetAndDestroy()
  }
  await Promise.all(wires.map(({ closed }) => closed))
  expect((await fetch(`${host.url}/hello`)).status).toBe(200)
  expect(host.output()).not.toMatch(/"level":"(error|fatal)"/)
})

test('after all this, a good request is answered', async () => {
  expect((await fetch(`${host.url}/hello`)).status).toBe(200)
})
