import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { serve } from '../../../../edge/serve.js'
import { joinWebSocket, upgradeHeaders } from '../../../../plugins/upstream/web-socket.js'
import { serviceOf } from '../../../support/service.js'

/** An echo behind the edge, and a client's WebSocket to it. */
async function opened(idleTimeoutMs?: number) {
  const service = await serviceOf(createServer())
  service.server.on('upgrade', (_, socket: Socket) => {
    socket.on('error', () => undefined).once('end', () => socket.end())
    socket.write('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    socket.pipe(socket)
  })
  const { signal } = new AbortController()
  const join = async (_: IncomingMessage, res: ServerResponse) => {
    const [answer] = await once(get(service.url, { headers: upgradeHeaders }), 'upgrade')
    await joinWebSocket(answer, res, {}, { idleTimeoutMs, signal })
  }
  const server = createServer()
  const connections = { inAll: 10, perAddress: 10, isTrusted: () => false }
  const drain = serve(server, (req, res) => void join(req, res), { connections })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const request = get({ port, host: '127.0.0.1', headers: upgradeHeaders })
  const [, socket] = (await once(request, 'upgrade')) as [IncomingMessage, Socket]
  const closed = once(socket, 'close')
  socket.on('error', () => undefined).write('open')
  await Promise.race([once(socket, 'data'), closed])
  socket.resume()
  close = async () => {
    await drain(0)
    await service.close()
  }
  return { drain, closed }
}

let close = async () => {}
afterEach(() => close())

test('the shutdown of a listener ends its WebSockets at the deadline, and nothing before', async () => {
  const { drain, closed } = await opened()
  expect(await Promise.race([closed, wait(100, 'open')])).toBe('open')
  await drain(10)
  await closed
})

test('one on which no byte passes is closed', async () => {
  const { closed } = await opened(100)
  await closed
})
