import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { openUpstream, startService } from '../../support/service.js'
import { type RunningGateway, startGateway } from '../../support/stack.js'
import { rawRequest, Wire } from '../../support/wire.js'

/** What callers asked of the service behind the gateway, with the bodies. */
const seen: string[] = []
let service: Awaited<ReturnType<typeof startService>>
let gateway: RunningGateway

beforeAll(async () => {
  service = await startService((req: IncomingMessage, res: ServerResponse) => {
    let body = ''
    req.on('data', (chunk: Buffer) => {
      body += chunk.toString('latin1')
    })
    req.on('end', () => {
      // The gateway asks `HEAD /` of its own accord, to know whether the service is there.
      if (req.url !== '/') seen.push(`${req.method} ${req.url} ${body}`)
      res.end('{}')
    })
  })
  gateway = await startGateway({ config: { 'gateway.config.yml': openUpstream(service.url) } })
})
afterAll(() => Promise.all([gateway.stop(), service.close()]))
beforeEach(() => {
  seen.length = 0
})

const smuggled = 'GET /open/smuggled HTTP/1.1\r\nHost: a\r\n\r\n'
const post = 'POST /open/judged HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`
const length = `Content-Length: ${smuggled.length}\r\n`

/**
 * What is sent, and the status of the one answer; 400 where none is. Each ends with a request
 * that must not be seen.
 */
const shapes: [string, string, number?][] = [
  ['a length and chunks', `${post}${length}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ['chunks and a length', `${post}Transfer-Encoding: chunked\r\n${length}\r\n0\r\n\r\n${smuggled}`],
  ['two lengths that differ', `${post}Content-Length: 0\r\n${length}\r\n${smuggled}`],
  ['two lengths that agree', `${post}${length}${length}\r\n${smuggled}`],
  ['a list of lengths', `${post}Content-Length: 0, ${smuggled.length}\r\n\r\n${smuggled}`],
  ['a signed length', `${post}Content-Length: +${smuggled.length}\r\n\r\n${smuggled}`],
  ['a negative length', `${post}Content-Length: -1\r\n\r\n${smuggled}`],
  ['a length in hex', `${post}Content-Length: 0x10\r\n\r\n${smuggled}`],
  ['an empty length', `${post}Content-Length: \r\n\r\n${smuggled}`],
  ['a length with a blank inside', `${post}Content-Length: 1 0\r\n\r\n${smuggled}`],
  ['a length beyond 64 bits', `${post}Content-Length: 18446744073709551616\r\n\r\n${smuggled}`],
  [
    'another coding before',
    `${post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    415,
  ],
  ['another coding behind', `${post}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n${smuggled}`],
  ['chunked twice', `${post}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n${smuggled}`],
  [
    'two codings in two fields',
    `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${smuggled}`,
  ],
  [
    'identity, then chunked',
    `${post}Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    415,
  ],
  [
    'a coding that nobody knows',
    `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
    415,
  ],
  [
    'a coding with a control character',
    `${post}Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n${smuggled}`,
  ],
  ['an empty coding', `${post}Transfer-Encoding: \r\n${length}\r\n${smuggled}`],
  ['a quoted coding', `${post}Transfer-Encoding: "chunked"\r\n\r\n0\r\n\r\n${smuggled}`, 415],
  ['chunks of HTTP/1.0', `${chunked.replace('1.1', '1.0')}0\r\n\r\n${smuggled}`],
  ['HTTP/1.2', `${post.replace('1.1', '1.2')}${length}\r\n${smuggled}`],
  ['a blank before the colon', `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ['a tab before the colon', `${post}Content-Length\t: 0\r\n${length}\r\n${smuggled}`],
  ['a blank before the name', `${post} Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ['a folded field', `${post}X: a\r\n b: c\r\n\r\n${smuggled}`],
  ['a folded coding', `${post}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ['a folded first field', `POST /open/judged HTTP/1.1\r\n Host: a\r\n${length}\r\n${smuggled}`],
  ['a bare CR in a field', `${post}X: a\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ['a bare CR at the end of a field', `${post}X: a\r${length}\r\n${smuggled}`],
  ['a bare LF at the end of a field', `${post}X: a\n${length}\r\n${smuggled}`],
  ['a bare LF as the end of the head', `${post}Content-Length: 0\r\n\n${smuggled}`],
  ['bare LFs alone', `${post}Content-Length: 0\r\n\r\n`.replaceAll('\r', '') + smuggled],
  ['a NUL in a field', `${post}X: a\u0000b\r\n${length}\r\n${smuggled}`],
  ['a field without a colon', `${post}Transfer-Encoding\r\n${length}\r\n${smuggled}`],
  ['a field without a name', `${post}: chunked\r\n${length}\r\n${smuggled}`],
  [
    'a line break in the target',
    `POST /open/judged\r\nX: b HTTP/1.1\r\nHost: a\r\n${length}\r\n${smuggled}`,
  ],
  ['a blank in the target', `POST /open/jud ged HTTP/1.1\r\nHost: a\r\n${length}\r\n${smuggled}`],
  ['no version', `POST /open/judged\r\nHost: a\r\n${length}\r\n${smuggled}`],
  ['a chunk size with a sign', `${chunked}+0\r\n\r\n${smuggled}`],
  ['a chunk size in hex notation', `${chunked}0x0\r\n\r\n${smuggled}`],
  ['a chunk size beyond 64 bits', `${chunked}10000000000000000\r\n\r\n${smuggled}`],
  ['a chunk size with a blank before', `${chunked} 0\r\n\r\n${smuggled}`],
  ['a chunk size with a blank behind', `${chunked}0 \r\n\r\n${smuggled}`],
  ['a chunk size that is empty', `${chunked}\r\n\r\n${smuggled}`],
  ['a chunk size with an underscore', `${chunked}1_0\r\n\r\n${smuggled}`],
  ['a chunk size ended by a bare LF', `${chunked}0\n\r\n${smuggled}`],
  ['a chunk extension ended by a bare LF', `${chunked}0;a\n\r\n${smuggled}`],
  ['a chunk extension with a bare CR', `${chunked}0;a\rb\r\n\r\n${smuggled}`],
  ['chunk data longer than its size', `${chunked}2\r\n{}x\r\n0\r\n\r\n${smuggled}`],
  ['chunk data ended by a bare LF', `${chunked}2\r\n{}\n0\r\n\r\n${smuggled}`],
  ['chunk data without an end', `${chunked}2\r\n{}0\r\n\r\n${smuggled}`],
  ['last chunk ended by bare LFs', `${chunked}0\n\n${smuggled}`],
  [
    'trailers with framing',
    `${chunked}0\r\n${length}Transfer-Encoding: chunked\r\n\r\n${smuggled}`,
  ],
  ['CONNECT', `CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n${smuggled}`, 405],
  ['HTTP/2.0', `${post.replace('1.1', '2.0')}${length}\r\n${smuggled}`],
]

test('each shape: one refusal, and nothing behind it is a request', async () => {
  const answers = await Promise.all(
    shapes.map(async ([name, bytes]) => {
      const { status, headers, body } = await rawRequest(gateway.url, [bytes])
      const { connection } = headers
      return { name, status, connection, answer: JSON.parse(body) }
    }),
  )
  expect(answers).toMatchObject(
    shapes.map(([name, , status = 400]) => ({
      ...{ name, status, connection: 'close' },
      answer: { status: 'error', error: { code: expect.any(String) } },
    })),
  )
  expect(seen).toEqual([])
})

const upgrade =
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\n'
const websocket =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: ' +
  '13\r\nSec-WebSocket-Key: AAAA\r\n'
/** Its body looks like a request, and becomes one where the head before it is lost. */
const last = `${post}Connection: close\r\n${length}\r\n${smuggled}`

test('a websocket: a refusal, and what follows is the next', async () => {
  const wire = new Wire(gateway.url)
  wire.send(`GET /open/judged HTTP/1.1\r\nHost: a\r\n${websocket}\r\n${last}`)
  await wire.closed
  expect(wire.answers().map(({ status }) => status)).toEqual([400, 200])
  expect(seen).toEqual([`POST /open/judged ${smuggled}`])
})

test('a chunked body that asks for another protocol and ends badly is no request, nor is what follows', async () => {
  const bad = `${post}${upgrade}Transfer-Encoding: chunked\r\n\r\n2\r\n{}x\r\n0\r\n\r\n${smuggled}`
  const wire = new Wire(gateway.url)
  wire.send(bad)
  await wait(1000)
  wire.socket.destroy()
  expect(wire.answers()).toEqual([])
  expect(seen).toEqual([])
})

test('what follows the last request of a connection is not begun', async () => {
  const answer = await rawRequest(gateway.url, [
    `GET /open/judged HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n${smuggled}`,
  ])
  expect(answer.status).toBe(200)
  expect(seen).toEqual(['GET /open/judged '])
})

test('a body that ends badly after its answer gets no second answer', async () => {
  // without a credential: answered before the body is read
  const search =
    'POST /api/v1/organizations/search HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
  const wire = new Wire(gateway.url)
  wire.send(`${search}Transfer-Encoding: chunked\r\n\r\n`)
  await wire.wait(1)
  wire.send(`x\r\n${smuggled}`)
  await wire.closed
  expect(wire.answers().map(({ status }) => status)).toEqual([401])
})

test('well-formed requests of every framing pass, one behind the other', async () => {
  const answer = await rawRequest(gateway.url, [
    `${chunked}2;extension="x"\r\n{}\r\n0\r\nTrailer: x\r\n\r\n`.replace(
      '\r\n\r\n',
      '\r\nConnection: close\r\n\r\n',
    ),
  ])
  expect(answer.status).toBe(200)
  expect(seen).toEqual(['POST /open/judged {}'])
})
