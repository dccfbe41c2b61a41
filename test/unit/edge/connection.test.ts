import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerLimits } from '../../../edge/serve.js'
import { until } from '../../support/until.js'
import { Wire } from '../../support/wire.js'
import { type Listening, listening, wide } from '../kit/http/listening.js'

const get = (path: string | number) => `GET /${path} HTTP/1.1\r\nHost: a\r\n\r\n`
/** The next look: what is waited for takes milliseconds. */
const soon = { everyMs: 1 }
const numbered = (count: number) => Array.from({ length: count }, (_, i) => get(i)).join('')

/** Paths of the requests that were begun, and what answers them. */
let begun: string[]
let answers: ServerResponse[]
let open: Listening
/** The server's end of each connection. */
let sockets: Socket[]

beforeEach(async () => {
  begun = []
  answers = []
  sockets = []
  open = await listening((req: IncomingMessage, res) => {
    begun.push(req.url!)
    answers.push(res)
  })
  open.server.on('connection', (socket) => sockets.push(socket))
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const { server } of [open, ...others.splice(0)]) server.close()
})

const others: Listening[] = []

/** A server besides, closed after the test with its connections. */
async function another(
  handle: Parameters<typeof listening>[0],
  limits?: Partial<ServerLimits>,
): Promise<Listening> {
  const other = await listening(handle, undefined, limits)
  other.server.on('connection', (socket) => sockets.push(socket))
  others.push(other)
  return other
}

/** Answers what has been begun and comes to be begun, until this many are answered. */
async function answer(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await until(() => answers.length > 0, soon)
    const res = answers.shift()!
    if (res.closed) return
    res.setHeader('Content-Length', 2).end('ok')
    await once(res, 'close')
  }
}

test('a request is begun when the answer before it has left', async () => {
  const wire = new Wire(open.port)
  wire.send(numbered(3))
  await until(() => begun.length > 0)
  await wait(100) // no other one is begun meanwhile
  expect(begun).toEqual(['/0'])
  await answer(1)
  await new Promise(setImmediate)
  expect(begun).toEqual(['/0']) // a pipelined one waits for a moment
  await until(() => begun.length > 1)
  await wait(100)
  expect(begun).toEqual(['/0', '/1'])
  await answer(2)
  expect((await wire.wait(3)).map(({ status }) => status)).toEqual([200, 200, 200])
  wire.send(get('again'))
  await until(() => begun.length > 3)
  expect(begun.at(-1)).toBe('/again')
  wire.socket.destroy()
})

test('a body whose packets wait for their turn is whole, and is still read when its reader pauses', async () => {
  const lengths: number[] = []
  const { port } = await another(async (req, res) => {
    let length = 0
    for await (const chunk of req) {
      length += chunk.length
      for (const until = performance.now() + 3; performance.now() < until; );
      await wait(1)
    }
    lengths.push(length)
    res.setHeader('Content-Length', 2).end('ok')
  })
  const wires = Array.from({ length: 10 }, () => new Wire(port))
  for (const wire of wires)
    wire.send(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n${'x'.repeat(300_000)}`)
  for (const wire of wires) expect((await wire.wait(1)).map(({ status }) => status)).toEqual([200])
  expect(lengths).toEqual(Array(10).fill(300_000))
})

test('while a request waits, what follows stays in the kernel', async () => {
  const wire = new Wire(open.port)
  wire.send(numbered(2))
  await until(() => begun.length > 0)
  const before = sockets[0]!.bytesRead
  for (let i = 0; i < 20; i++)
    wire.send(`POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`)
  await wait(200)
  expect(sockets[0]!.bytesRead - before).toBeLessThanOrEqual(2 * 65_536)
  wire.socket.destroy()
})

test('of many in one packet none is parsed before its turn, and all are answered', async () => {
  const parsed = jest.fn()
  open.server.on('request', parsed)
  const wire = new Wire(open.port)
  wire.send(numbered(80))
  for (let i = 1; i <= 80; i++) {
    await until(() => answers.length > 0, soon)
    expect(parsed).toHaveBeenCalledTimes(i)
    await answer(1)
  }
  expect((await wire.wait(80)).map(({ status }) => status)).toEqual(Array(80).fill(200))
  expect(begun).toEqual(Array.from({ length: 80 }, (_, i) => `/${i}`))
  wire.socket.destroy()
})

test.each([1, 7, 61, 1000])(
  'requests that come in pieces of %i bytes are taken apart rightly',
  async (size) => {
    const posts = Array.from({ length: 6 }, (_, i) => {
      const body = `${'\r\n\r\n'.repeat(i)}GET /no HTTP/1.1\r\n\r\n`
      const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
      return i % 2
        ? `POST /${i} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`
        : `POST /${i} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`
    })
    const bytes = posts.join(numbered(2))
    const wire = new Wire(open.port)
    for (let at = 0; at < bytes.length; at += size) {
      wire.send(bytes.slice(at, at + size))
      if (size < 1000 && at % 5 === 0) await new Promise(setImmediate)
    }
    const count = 6 + 5 * 2
    await answer(count)
    expect((await wire.wait(count)).map(({ status }) => status)).toEqual(Array(count).fill(200))
    expect(begun).toEqual(
      Array.from({ length: 6 }, (_, i) => [`/${i}`, '/0', '/1'])
        .flat()
        .slice(0, count),
    )
    wire.socket.destroy()
  },
)

test('a flood is cut off when what waits becomes too much in all', async () => {
  const wires = Array.from({ length: 350 }, () => new Wire(open.port))
  const flood = Buffer.from('GET /x HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3000))
  for (const wire of wires) wire.send(flood)
  const cutOff = () => wires.filter(({ socket }) => socket.closed).length
  await until(() => cutOff() > 0)
  expect(cutOff()).toBeGreaterThan(0)
  expect(cutOff()).toBeLessThan(350)
  for (const { socket } of wires) socket.destroy()
  await until(() => {
    // a connection that is not read learns of its end when it writes
    for (const res of answers.splice(0)) res.end('ok')
    return sockets.every(({ closed }) => closed)
  })
  const after = new Wire(open.port)
  after.send(get('good') + get('better'))
  await until(() => begun.includes('/good'))
  expect(begun).toContain('/good')
  after.socket.destroy()
})

/** Connections that are open at both ends, and send nothing yet. */
async function connected(server: Listening, count: number, from?: string): Promise<Wire[]> {
  const wires = Array.from({ length: count }, () => new Wire(server.port, from))
  const accepted = sockets.length + count
  await until(() => sockets.length === accepted)
  return wires
}

test('of hundreds of connections of an address few are parsed in a turn, those of others in turn', async () => {
  const many = await connected(open, 200, '127.0.0.2')
  const [other] = await connected(open, 1, '127.0.0.3')
  for (const wire of many) wire.send(get('many'))
  other!.send(get('other'))
  await until(() => begun.length === 201)
  expect(begun.indexOf('/other')).toBeLessThan(32)
})

test('packets of a trusted proxy do not wait for each other: they are of many clients', async () => {
  let begun = 0
  let inFirstTurn = 0
  const isTrusted = (address: string) => address === '127.0.0.2'
  const behind = await another(
    () => {
      if (++begun === 1) setImmediate(() => (inFirstTurn = begun))
    },
    { connections: { ...wide, isTrusted } },
  )
  const many = await connected(behind, 200, '127.0.0.2')
  for (const wire of many) wire.send(get('many'))
  await until(() => begun === 200)
  expect(inFirstTurn).toBeGreaterThan(100)
})

test('at the shutdown deadline the current request gets an error, not a waiting one', async () => {
  const wire = new Wire(open.port)
  wire.send(numbered(2))
  await until(() => begun.length > 0)
  await Promise.all([open.drain(100), wire.closed])
  expect(wire.answers().map(({ status }) => status)).toEqual([503])
  expect(begun).toEqual(['/0'])
})

test('during a shutdown no waiting request is begun, whatever header the current response has', async () => {
  const wire = new Wire(open.port)
  wire.send(numbered(2))
  await until(() => begun.length > 0)
  const drained = open.drain(10_000)
  answers[0]!.setHeader('Connection', 'keep-alive').setHeader('Content-Length', 2).end('ok')
  await Promise.all([drained, wire.closed])
  expect(wire.answers().map(({ status }) => status)).toEqual([200])
  expect(begun).toEqual(['/0'])
})

describe('a body that does not come in time', () => {
  const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n'
  const inTime = () =>
    createServer({ requestTimeout: 400, headersTimeout: 400, connectionsCheckingInterval: 50 })

  /** What comes back to a body of which a byte is sent each 100 ms. */
  async function answersTo(handle: RequestListener) {
    const { port, server } = await listening(handle, inTime())
    const wire = new Wire(port)
    wire.send(post)
    const trickle = setInterval(() => wire.send('a'), 100)
    await wire.closed
    clearInterval(trickle)
    server.close()
    return wire.answers()
  }

  test('is closed without a second answer when the request has one', async () => {
    const answers = await answersTo((_, res) => res.setHeader('Content-Length', 2).end('ok'))
    expect(answers.map(({ status }) => status)).toEqual([200])
  })
})

const asksForH2c =
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\n'
const hidden = 'GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n'

describe.each([
  ['no body', '\r\n', ''],
  ['a sized body', `Content-Length: ${hidden.length}\r\n\r\n${hidden}`, hidden],
  [
    'a chunked body',
    `Transfer-Encoding: chunked\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
    hidden,
  ],
])('Upgrade with %s, behind it a request with a body', (_, framing, body) => {
  const bytes =
    `POST /first HTTP/1.1\r\nHost: a\r\n${asksForH2c}${framing}` +
    'POST /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ' +
    `${hidden.length}\r\n\r\n${hidden}`

  // everywhere near the end of a line, and here and there else
  const cuts = [...bytes]
    .map((_, cut) => cut)
    .filter((cut) => cut % 5 === 0 || /[\r\n]/.test(bytes.slice(Math.max(0, cut - 2), cut + 2)))

  test.each([0, 1])(
    'however the bytes are cut into packets, with one of %i bytes between',
    async (more) => {
      const echo = await another(async (req, res) => {
        const chunks: Buffer[] = []
        for await (const chunk of req) chunks.push(chunk)
        const text = `${req.method} ${req.url} ${Buffer.concat(chunks)}`
        res.setHeader('Content-Length', text.length).end(text)
      })
      const wanted = [`POST /first ${body}`, `POST /last ${hidden}`]
      const heard = async (cut: number) => {
        const wire = new Wire(echo.port)
        for (const part of [
          bytes.slice(0, cut),
          bytes.slice(cut, cut + more),
          bytes.slice(cut + more),
        ]) {
          wire.send(part)
          await wait(10)
        }
        await wire.closed
        return wire.answers().map((one) => one.body)
      }
      const all = await Promise.all(cuts.map(heard))
      for (const one of all) expect(one).toEqual(wanted)
    },
  )
})
