import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, isIPv6, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { closePort, type ListeningPort, openPort, portOf, widen } from '../../../edge/listen.js'

const servers: Server[] = []
function server(): Server {
  const made = createServer((_, res) => res.end('here'))
  servers.push(made)
  return made
}
afterEach(() => {
  for (const made of servers.splice(0)) made.close()
})

const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
/** ::1 only where this machine has IPv6. */
const loopback = ['127.0.0.1', '::1'].filter((address) =>
  own.some((one) => one.address === address),
)

test.each(loopback)('the URL of %s can be asked', async (host) => {
  const url = await openPort(server(), { setting: 'PORT', host, port: 0 })
  expect(url).toMatch(isIPv6(host) ? /^http:\/\/\[[\da-f:]+\]:\d+$/ : /^http:\/\/127\.0\.0\.1:\d+$/)
  const answer = await fetch(url, { headers: { Connection: 'close' } })
  expect(await answer.text()).toBe('here')
})

test('the scheme is as given', async () => {
  expect(
    await openPort(server(), { setting: 'PORT', host: '127.0.0.1', port: 0 }, 'https'),
  ).toMatch(/^https:/)
})

test.each([
  ['192.0.2.1', 'this machine has no such address'],
  ['a..b', 'this name leads to no address'],
])('%s is refused: %s', async (host, reason) => {
  await expect(openPort(server(), { setting: 'ADMIN_PORT', host, port: 0 })).rejects.toThrow(
    `ADMIN_PORT: cannot listen on ${host}, port 0: ${reason}`,
  )
})

test('a port in use is refused', async () => {
  const port = Number(
    new URL(await openPort(server(), { setting: 'PORT', host: '127.0.0.1', port: 0 })).port,
  )
  await expect(
    openPort(server(), { setting: 'AUTH_PORT', host: '127.0.0.1', port }),
  ).rejects.toThrow(`AUTH_PORT: cannot listen on 127.0.0.1, port ${port}: another process uses it`)
})

describe('a port that was widened', () => {
  const echo = fork(fileURLToPath(new URL('../../support/echo-port.mjs', import.meta.url)))
  afterAll(() => echo.disconnect())

  async function openWide(): Promise<{ made: Server; port: number; again: ListeningPort[] }> {
    const made = server()
    const port = Number(
      new URL(await openPort(made, { setting: 'PORT', host: '127.0.0.1', port: 0 })).port,
    )
    const again: ListeningPort[] = []
    for (let i = 0; i < 4; i++) {
      echo.send({}, portOf(made) as Server)
      const [, handle] = (await once(echo, 'message')) as [object, ListeningPort]
      again.push(handle)
    }
    return { made, port, again }
  }

  /** Connections that the kernel has made, and the process has not been given time to take. */
  async function crowd(port: number, size: number): Promise<Socket[]> {
    const sockets = Array.from({ length: size }, () =>
      connect(port, '127.0.0.1').on('error', () => undefined),
    )
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    return sockets
  }

  /** In how many turns of the event loop so many are taken. */
  async function turnsFor(
    made: Server,
    size: number,
    come: () => Promise<unknown>,
  ): Promise<number> {
    let [taken, turns] = [0, 0]
    made.on('connection', () => taken++)
    const coming = come()
    while (taken === 0) await nextTurn()
    for (; taken < size; turns++) await nextTurn()
    await coming
    return turns
  }

  it('gives several connections in a turn, all to its server', async () => {
    const { made, port, again } = await openWide()
    for (const handle of again) widen(made, handle)
    const accepted: Socket[] = []
    made.on('connection', (socket: Socket) => accepted.push(socket))
    const turns = await turnsFor(made, 100, () => crowd(port, 100))
    expect(turns).toBeLessThan(50)
    // as Node makes the sockets of the server itself: `server.allowHalfOpen` is not documented
    expect(accepted.filter(({ allowHalfOpen }) => !allowHalfOpen)).toEqual([])
    const answer = await fetch(`http://127.0.0.1:${port}`, { headers: { Connection: 'close' } })
    expect(await answer.text()).toBe('here')
    made.closeAllConnections()
    await new Promise<void>((resolve) => closePort(made, resolve))
  })

  it('is closed when all connections are, and then nothing listens any more', async () => {
    const { made, port, again } = await openWide()
    for (const handle of again) widen(made, handle)
    const sockets = await crowd(port, 10)
    let isClosed = false
    closePort(made, () => {
      isClosed = true
    })
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
    for (const socket of sockets.splice(1)) socket.destroy()
    for (let i = 0; i < 50; i++) await nextTurn()
    expect(isClosed).toBe(false)
    sockets[0]!.destroy()
    while (!isClosed) await nextTurn()
  })

  it('lets go of what comes after the end', async () => {
    const { made, port, again } = await openWide()
    await new Promise<void>((resolve) => closePort(made, resolve))
    for (const handle of again) widen(made, handle)
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
  })
})
