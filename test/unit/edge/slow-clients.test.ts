import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect as connectTcp, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { edgeLimits } from '../../../edge/serve.js'
import { writePaced } from '../../../kit/http/paced-write.js'
import { cert, key } from '../../support/certificate.js'
import { until } from '../../support/until.js'
import { type Listening, listening } from '../kit/http/listening.js'

/** Far more than the kernel takes for a reader that does not read. */
const large = Buffer.alloc(100_000_000, 'x')
const larger = [large, large]
const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
let answered = 0

interface Reader {
  socket: Socket
  isClosed(): boolean
}

/** A caller who reads this many bytes at a time. */
function reader(isTls: boolean, { port }: Listening, bytes: number, onRead = () => {}): Reader {
  const options = { port, host: '127.0.0.1' }
  const socket = isTls ? connectTls({ ...options, rejectUnauthorized: false }) : connectTcp(options)
  let isClosed = false
  socket.on('error', () => undefined)
  socket.once('close', () => {
    isClosed = true
  })
  // not before: a paused socket may leave a part of the handshake unread
  socket.once(isTls ? 'secureConnect' : 'connect', () => socket.pause().write(get))
  let left = 0
  socket.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left > 0) return
    socket.pause()
    onRead()
  })
  const timer = setInterval(() => {
    left = bytes
    if (bytes > 0) socket.resume()
  }, 5)
  socket.once('close', () => clearInterval(timer))
  return { socket, isClosed: () => isClosed }
}

beforeEach(() => {
  answered = 0
  jest.replaceProperty(edgeLimits, 'connectionsCheckingInterval', 20 as never)
})
afterEach(() => jest.restoreAllMocks())

const openOn = ({ server }: Listening) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

describe.each([
  ['plain HTTP', false],
  ['TLS', true],
])('over %s', (_, isTls) => {
  /** The first of a test is twice as large as the others. */
  const answer = (_req: IncomingMessage, res: ServerResponse) =>
    writePaced(res, answered++ === 0 ? larger : [large])
  const makeServer = () => (isTls ? createTlsServer({ cert, key }) : createServer())

  test('a client that reads nothing is closed, one that continues to read stays', async () => {
    const open = await listening(answer, makeServer(), {
      reading: { stallMs: 2000, unreadBytes: Number.POSITIVE_INFINITY },
    })
    let now = 0 // passes as the slow one reads: 5 MB in a second
    jest.spyOn(performance, 'now').mockImplementation(() => now)
    const idle = reader(isTls, open, 0)
    await until(() => answered === 1)
    const slow = reader(isTls, open, 500_000, () => {
      now += 100
    })
    await until(() => now > 1200)
    expect(await openOn(open)).toBe(2)
    await until(async () => (await openOn(open)) === 1)
    await until(() => now > 5000)
    expect(slow.isClosed()).toBe(false)
    for (const { socket } of [idle, slow]) socket.destroy()
    open.server.close()
  })

  test('when the unread answers hold too much, who has held most for longest is closed', async () => {
    const open = await listening(answer, makeServer(), {
      // room for the larger answer alone; one check may find both, equally old
      reading: { stallMs: 3_600_000, unreadBytes: 200_000_001 },
    })
    const sockets: Socket[] = []
    open.server.on('connection', (socket) => sockets.push(socket))
    const first = reader(isTls, open, 0)
    await until(() => answered === 1)
    const second = reader(isTls, open, 0)
    await until(() => sockets[0]!.closed)
    await wait(100)
    expect(sockets.map(({ closed }) => closed)).toEqual([true, false])
    for (const { socket } of [first, second]) socket.destroy()
    open.server.close()
  })
})

test('who waits for an answer that takes long is no slow reader', async () => {
  const limits = { reading: { stallMs: 100, unreadBytes: 1 } }
  const open = await listening(() => {}, createServer(), limits)
  const caller = reader(false, open, 1000)
  await wait(300)
  expect(caller.isClosed()).toBe(false)
  caller.socket.destroy()
  open.server.close()
})
