import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect as connectTcp, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { writePaced } from '../../../kit/http/paced-write.js'
import { cert, key } from '../../support/certificate.js'
import { type Listening, listening } from '../kit/http/listening.js'

/** Far more than the kernel takes for a reader that does not read. */
const large = Buffer.alloc(40_000_000, 'x')
const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

interface Reader {
  socket: Socket
  isClosed(): boolean
}

/** A caller who reads this many bytes each 100 ms. */
function reader(isTls: boolean, { port }: Listening, rate: number): Reader {
  const options = { port, host: '127.0.0.1' }
  const socket = isTls ? connectTls({ ...options, rejectUnauthorized: false }) : connectTcp(options)
  let isClosed = false
  socket.on('error', () => undefined)
  socket.once('close', () => {
    isClosed = true
  })
  socket.pause().write(get)
  let left = 0
  socket.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left <= 0) socket.pause()
  })
  socket.pause()
  const timer = setInterval(() => {
    left = rate
    if (rate > 0) socket.resume()
  }, 100)
  socket.once('close', () => clearInterval(timer))
  return { socket, isClosed: () => isClosed }
}

const openOn = ({ server }: Listening) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

describe.each([
  ['plain HTTP', false],
  ['TLS', true],
])('over %s', (_, isTls) => {
  const answer = (_req: IncomingMessage, res: ServerResponse) =>
    writePaced(res.writeHead(200, { 'Content-Length': large.length }), [large])
  const makeServer = () => (isTls ? createTlsServer({ cert, key }) : createServer())

  test('a client that reads nothing is closed, one that continues to read stays', async () => {
    const open = await listening(answer, makeServer(), {
      reading: { stallMs: 2000, unreadBytes: Number.POSITIVE_INFINITY },
    })
    const [idle, slow] = [reader(isTls, open, 0), reader(isTls, open, 500_000)]
    await wait(1200)
    expect(await openOn(open)).toBe(2)
    await wait(3800)
    expect(await openOn(open)).toBe(1)
    expect(slow.isClosed()).toBe(false)
    for (const { socket } of [idle, slow]) socket.destroy()
    open.server.close()
  })

  test('when the unread answers hold too much, who has held most for longest is closed', async () => {
    const open = await listening(answer, makeServer(), {
      reading: { stallMs: 3_600_000, unreadBytes: 60_000_000 },
    })
    const sockets: Socket[] = []
    open.server.on('connection', (socket) => sockets.push(socket))
    const first = reader(isTls, open, 0)
    await wait(1200)
    expect(await openOn(open)).toBe(1)
    const second = reader(isTls, open, 0)
    await wait(1500)
    expect(sockets.map(({ closed }) => closed)).toEqual([true, false])
    for (const { socket } of [first, second]) socket.destroy()
    open.server.close()
  })
})

test('who waits for an answer that takes long is no slow reader', async () => {
  const open = await listening(
    (_req, res) => void setTimeout(() => res.end('late'), 2500),
    createServer(),
    { reading: { stallMs: 1000, unreadBytes: 1 } },
  )
  const caller = reader(false, open, 1000)
  await wait(2300)
  expect(caller.isClosed()).toBe(false)
  caller.socket.destroy()
  open.server.close()
})
