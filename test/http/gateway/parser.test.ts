import { setTimeout as wait } from 'node:timers/promises'
import { openUpstream, startService } from '../../support/service.js'
import { type RunningGateway, startGateway } from '../../support/stack.js'
import { type RawAnswer, Wire } from '../../support/wire.js'

/** What is no HTTP, and callers who flood or reset their connections. */

let service: Awaited<ReturnType<typeof startService>>
let gateway: RunningGateway
beforeAll(async () => {
  service = await startService(async (req, res) => {
    for await (const _ of req);
    await wait(100) // what follows comes while it is answered
    res.end('{}')
  })
  gateway = await startGateway({ config: { 'gateway.config.yml': openUpstream(service.url) } })
})
afterAll(() => Promise.all([gateway?.stop(), service.close()]))

const get = 'GET /open/hello HTTP/1.1\r\nHost: a\r\n\r\n'
const a = (count: number) => 'a'.repeat(count)

const post = 'POST /open/hello HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`
const bad = [400, 'VALIDATION_ERROR'] as const
const good = [200, ''] as const

/**
 * What is sent in packets of its own, and the answers that come, as status and code: where none
 * are named, one VALIDATION_ERROR. The last one always ends the connection.
 */
const cases: [name: string, send: string[], ...wanted: (readonly [number, string])[]][] = [
  ['no HTTP', ['hello\r\n\r\n']],
  ['a bad method', ['G@T / HTTP/1.1\r\nHost: a\r\n\r\n']],
  ['no Host', ['GET /open/hello HTTP/1.1\r\n\r\n']],
  ['two Hosts', ['GET /open/hello HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n']],
  ['a long target', [`GET /${a(8192)} HTTP/1.1\r\nHost: a\r\n\r\n`], [414, 'URI_TOO_LONG']],
  ['a long header', [`${post}X: ${a(20_000)}\r\n\r\n`], [431, 'HEADERS_TOO_LARGE']],
  ['many headers', [`${post}${'X: y\r\n'.repeat(5000)}\r\n`], [431, 'HEADERS_TOO_LARGE']],
  ['an expectation', ['GET /open/hello HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n']],
  [
    'CONNECT behind a request',
    [`${get}CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n`],
    ...[good, [405, 'METHOD_NOT_ALLOWED'] as const],
  ],
  ['a bad chunk behind a request', [`${get}${chunked}`, 'xyz\r\n'], good, bad],
  ['a chunk extension over 16 KiB', [`${chunked}2;${a(20_000)}\r\n`]],
  ['rubbish behind a request', [`${get}hello\r\n\r\n`], good, bad],
  ['rubbish while one is answered', [get, 'hello\r\n\r\n', 'more\r\n'], good, bad],
  ['rubbish behind two requests', [get + get, 'hello\r\n\r\n'], good, good, bad],
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

test('each is refused, behind the answers to what came before it', async () => {
  const told = await Promise.all(
    cases.map(async ([name, send]) => {
      const wire = new Wire(gateway.url)
      for (const part of send) {
        wire.send(part)
        await wait(30)
      }
      await wire.closed
      return { name, answers: wire.answers() }
    }),
  )
  const wanted = cases.map(([name, , ...all]) => ({ name, all: all.length > 0 ? all : [bad] }))
  expect(told.map(({ name, answers }) => [name, ...answers.map(({ status }) => status)])).toEqual(
    wanted.map(({ name, all }) => [name, ...all.map(([status]) => status)]),
  )
  for (const [i, { all }] of wanted.entries())
    for (const [j, [, code]] of all.entries())
      if (code !== '') expectEnvelope(told[i]!.answers[j]!, code)
})

test.each([
  ['TLS', '\u0016\u0003\u0001\u0002', /takes no TLS/],
  ['the PROXY protocol', 'PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n', /PROXY protocol/],
  ['its version 2', '\r\n\r\n\u0000\r\nQUIT\n!\u0011', /PROXY protocol/],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', /HTTP\/2 is not spoken/],
  ['a query as it is typed', 'GET /open/hello?q=café HTTP/1.1\r\nHost: a\r\n\r\n', /%C3%A9/],
  ['two lengths', `${post}Content-Length: 1, 2\r\n\r\n`, /Content-Length must be one number/],
  ['a bad header', 'GET / HTTP/1.1\r\nHost: a\r\nA B: c\r\n\r\n', /A header has characters/],
])('%s is refused with its remedy', async (_, text, remedy) => {
  const wire = new Wire(gateway.url)
  wire.send(text)
  const [answer] = await wire.wait(1)
  expect(JSON.parse(answer!.body).error.details.request._errors[0]).toMatch(remedy)
})

test('a large request that is refused is answered, not reset', async () => {
  const wire = new Wire(gateway.url)
  wire.send(`GET / HTTP/1.1\r\nHost: a\r\n${`X: ${a(1000)}\r\n`.repeat(2000)}\r\n`)
  const [answer] = await wire.wait(1)
  expect(answer?.status).toBe(431)
})

test.each([
  ['HTTP/1.0 without Host', 'GET /open/hello HTTP/1.0\r\n\r\n'],
  ['a target of 8 KiB', `GET /open/hello?${a(8180)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['100-continue', `${post}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`],
])('%s is answered as any other request', async (_, text) => {
  const wire = new Wire(gateway.url)
  wire.send(text)
  const [answer] = await wire.wait(1)
  wire.socket.destroy()
  expect(answer?.status).toBe(200)
})

/** A good caller's request on a connection of its own. */
async function expectService(): Promise<void> {
  const wire = new Wire(gateway.url)
  wire.send(get)
  const [answer] = await wire.wait(1)
  wire.socket.destroy()
  expect(answer?.status).toBe(200)
}

test.each([
  'CONNECT a:443 HTTP/1.1\r\nHost: a',
  'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c',
])('a caller who resets the connection behind %j harms nobody', async (head) => {
  const workers = async () =>
    ((await (await fetch(`${gateway.adminUrl}/status`)).json()) as { workers: object[] }).workers
  const before = await workers()
  for (const ahead of ['', get, '', get]) {
    const wire = new Wire(gateway.url)
    wire.send(`${ahead}${head}\r\n\r\n`)
    await wire.wait(ahead === '' ? 1 : 2)
    wire.socket.resetAndDestroy()
    // and one that does not wait for its answer
    const other = new Wire(gateway.url)
    other.send(`${ahead}${head}\r\n\r\n`)
    other.socket.resetAndDestroy()
    await Promise.all([wire.closed, other.closed])
  }
  await expectService()
  expect(await workers()).toEqual(before)
})
