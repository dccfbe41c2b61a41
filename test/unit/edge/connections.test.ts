import type { RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { cert, key } from '../../support/certificate.js'
import { holdTimeouts } from '../../support/clock.js'
import { until } from '../../support/until.js'
import { Wire } from '../../support/wire.js'
import { listening } from '../kit/http/listening.js'

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

afterEach(() => void jest.useRealTimers())

const hello: RequestListener = (_, res) => res.end('hello')

test('a request on a kept connection soon after the end was asked for is answered, as the last', async () => {
  const { drain, port } = await listening(hello)
  const kept = new Wire(port)
  kept.send(get)
  const [first] = await kept.wait(1)
  expect(first!.headers.connection).toBe('keep-alive')
  const drained = drain(10_000)
  kept.send(get)
  await Promise.all([drained, kept.closed])
  expect(kept.answers()[1]).toMatchObject({ status: 200, headers: { connection: 'close' } })
})

test('an unanswered request at the deadline gets SHUTTING_DOWN, under its request id', async () => {
  let begun = 0
  const { drain, port } = await listening((_, res) => {
    res.setHeader('X-Request-Id', 'the-one-it-has')
    begun++
  })
  const [hanging, halfSent] = [new Wire(port), new Wire(port)]
  hanging.send(get)
  halfSent.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1234')
  await until(() => begun === 2)
  await Promise.all([drain(100), hanging.closed, halfSent.closed])
  for (const wire of [hanging, halfSent]) {
    const [answer] = wire.answers()
    expect(answer).toMatchObject({
      status: 503,
      headers: { connection: 'close', 'retry-after': '1' },
    })
    expect(JSON.parse(answer!.body)).toMatchObject({
      error: { code: 'SHUTTING_DOWN' },
      meta: { requestId: 'the-one-it-has' },
    })
  }
})

test('a request just after the deadline gets SHUTTING_DOWN, and is not started', async () => {
  const begun: string[] = []
  const { drain, port } = await listening((req, res) => {
    begun.push(req.url!)
    if (req.url === '/') res.end()
  })
  const [kept, hanging] = [new Wire(port), new Wire(port)]
  kept.send(get)
  await kept.wait(1)
  hanging.send(get.replace('/', '/hangs'))
  await until(() => begun.includes('/hangs'))
  holdTimeouts()
  const drained = drain(100)
  jest.advanceTimersByTime(100)
  kept.send(get.replace('/', '/late'))
  await Promise.all([drained, kept.closed, hanging.closed])
  expect(kept.answers().map(({ status }) => status)).toEqual([200, 503])
  expect(begun).toEqual(['/', '/hangs'])
})

test('half a request head is given up at the deadline', async () => {
  const { drain, port } = await listening(hello)
  const half = new Wire(port)
  half.send(get.slice(0, 10))
  await Promise.all([drain(100), half.closed])
  expect(half.answers()).toEqual([])
})

describe('idle connections do not hold up the end', () => {
  /** An hour: a test that waits for the deadline fails. */
  const deadlineMs = 3_600_000

  test('kept, and never used', async () => {
    const { drain, port } = await listening(hello)
    const [kept, silent] = [new Wire(port), new Wire(port)]
    kept.send(get)
    await kept.wait(1)
    await Promise.all([drain(deadlineMs), kept.closed, silent.closed])
  })

  test('of TLS: kept, never used, and before the handshake', async () => {
    const { drain, port } = await listening(hello, createTlsServer({ cert, key }))
    const bare = connectTcp(port, '127.0.0.1')
    const [kept, silent] = [0, 1].map(() =>
      connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }),
    )
    kept!.write(get)
    await Promise.all([
      new Promise((done) => kept!.once('data', done)),
      new Promise((done) => silent!.once('secureConnect', done)),
    ])
    const closed = [bare, kept!, silent!].map(
      (socket) => new Promise((done) => socket.resume().once('close', done)),
    )
    await Promise.all([drain(deadlineMs), ...closed])
  })
})
