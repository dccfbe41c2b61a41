import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { unreadBytes, writePaced } from '../../../../kit/http/paced-write.js'
import { samples } from '../../../support/samples.js'
import { until } from '../../../support/until.js'
import { listening } from './listening.js'

/** Bytes that show their place. */
function counting(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let i = 0; i < length; i++) bytes[i] = i % 251
  return bytes
}

const send = (res: ServerResponse, pieces: readonly Buffer[]) =>
  writePaced(
    res.writeHead(200, { 'Content-Length': pieces.reduce((sum, { length }) => sum + length, 0) }),
    pieces,
  )

/** A caller who does not read yet. */
async function caller(port: number, requests = 1): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests))
  return socket
}

test('an answer arrives whole and in order, however it is cut', async () => {
  const bytes = counting(400_000)
  let pieces: Buffer[] = []
  const { port, server } = await listening((_req, res) => send(res, pieces))
  const cuts = fc
    .array(fc.nat(bytes.length), { maxLength: 12 })
    .map((at) => at.sort((a, b) => a - b))
  await fc.assert(
    fc.asyncProperty(cuts, async (at) => {
      const [from, to] = [[0, ...at.slice(0, -1)], at]
      pieces = to.map((end, i) => bytes.subarray(from[i], end))
      const got = Buffer.from(await (await fetch(`http://127.0.0.1:${port}`)).arrayBuffer())
      expect(got.equals(bytes.subarray(0, at.at(-1) ?? 0))).toBe(true)
    }),
    { numRuns: samples(20) },
  )
  server.close()
})

test('others are answered while large answers go out', async () => {
  const large = counting(2_000_000)
  let turns = 0
  const { port, server } = await listening((_req, res) => {
    const count = () => {
      turns++
      if (!res.writableEnded) setImmediate(count)
    }
    setImmediate(count)
    send(res, [large])
  })
  await (await fetch(`http://127.0.0.1:${port}`)).arrayBuffer()
  expect(turns).toBeGreaterThan(large.length / 65_536 - 1)
  server.close()
})

test('what is not written yet counts as unread, and is dropped when the caller hangs up', async () => {
  const large = counting(20_000_000)
  let sent: ServerResponse | undefined
  const { port, server } = await listening((_req, res) => {
    sent = res
    send(res, [large])
  })
  const socket = await caller(port)
  const answer = await until(() => sent)
  await wait(300) // for the kernel to take what it can
  expect(unreadBytes(answer.req.socket)).toBeGreaterThan(10_000_000)
  expect(answer.req.socket.writableLength).toBeLessThan(100_000)
  socket.destroy()
  await once(answer, 'close')
  expect(answer.writableFinished).toBe(false)
  await until(() => new Promise((done) => server.getConnections((_, count) => done(count === 0))))
  server.close()
})

test('a drain waits for an answer that is on its way', async () => {
  const large = counting(8_000_000)
  let isBegun = false
  const { port, drain } = await listening((_req, res) => {
    send(res, [large])
    isBegun = true
  })
  const socket = await caller(port)
  await until(() => isBegun)
  const drained = drain(5000)
  let bytes = 0
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  socket.resume()
  await once(socket, 'end')
  await drained
  expect(bytes).toBeGreaterThan(large.length)
})
