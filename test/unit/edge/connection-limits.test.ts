import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { connectionLimits } from '../../../edge/connection-limits.js'
import { cert, key } from '../../support/certificate.js'
import { Wire } from '../../support/wire.js'
import { listening, wide } from '../kit/http/listening.js'

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

test.each([
  ['of an address', { ...wide, perAddress: 2 }, 'Too many connections are open from this address'],
  ['in all', { ...wide, inAll: 2 }, 'Too many connections are open'],
])(
  'one more than the limit %s is told OVERLOADED and closed, until one has gone',
  async (_, connections, message) => {
    const { server, port } = await listening((_req, res) => void res.end(), createServer(), {
      connections,
    })
    const good = [new Wire(port), new Wire(port)]
    await Promise.all(good.map(({ socket }) => once(socket, 'connect')))
    const refused = new Wire(port)
    refused.send(get)
    await refused.closed
    const [answer, ...others] = refused.answers()
    expect(others).toEqual([])
    expect(answer).toMatchObject({
      status: 503,
      headers: { connection: 'close', 'retry-after': '1' },
    })
    expect(JSON.parse(answer!.body).error).toMatchObject({ code: 'OVERLOADED', message })

    good[0]!.socket.destroy()
    await once(good[0]!.socket, 'close')
    const next = new Wire(port)
    for (const wire of [good[1]!, next]) {
      wire.send(get)
      expect((await wire.wait(1))[0]?.status).toBe(200)
      wire.socket.destroy()
    }
    server.close()
  },
)

test('over TLS one more is just closed', async () => {
  const { server, port } = await listening(
    (_req, res) => void res.end(),
    createTlsServer({ cert, key }),
    { connections: { ...wide, perAddress: 1 } },
  )
  const [good, refused] = [new Wire(port), new Wire(port)]
  await refused.closed
  expect(refused.answers()).toEqual([])
  expect(good.socket.closed).toBe(false)
  good.socket.destroy()
  server.close()
})

test('a flood far beyond the limit is closed without a response', async () => {
  const { server, port } = await listening((_req, res) => void res.end(), createServer(), {
    connections: { ...wide, inAll: 1 },
  })
  // who gets why has a moment to read it, and takes it
  const crowd = Array.from({ length: 600 }, () =>
    connect({ port, allowHalfOpen: true }).on('error', () => undefined),
  )
  await wait(500)
  const open = await new Promise<number>((resolve) =>
    server.getConnections((_error, count) => resolve(count)),
  )
  expect(open).toBeLessThanOrEqual(1 + 256)
  for (const socket of crowd) socket.destroy()
  server.close()
})

test.each([
  [{}, [10_000, 4096]],
  [{ MAX_CONNECTIONS: '1', MAX_CONNECTIONS_PER_ADDRESS: '1000000' }, [1, 1_000_000]],
])('the settings %j give %j', (env, [inAll, perAddress]) => {
  expect(connectionLimits(env)).toMatchObject({ inAll, perAddress })
})

test.each(['0', '-1', '1.5', 'many', '1000001', '0x10', '١'])(
  '%j connections are refused',
  (value) => {
    const message = 'MAX_CONNECTIONS must be a whole number between 1 and 1000000'
    expect(() => connectionLimits({ MAX_CONNECTIONS: value })).toThrow(message)
  },
)
