import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { fileURLToPath } from 'node:url'
import { closePort, getPort, type ListeningPort, letGo, listen } from '../../../edge/listen.js'

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
  const url = await listen(server(), { setting: 'PORT', host, port: 0 })
  expect(url).toMatch(isIPv6(host) ? /^http:\/\/\[[\da-f:]+\]:\d+$/ : /^http:\/\/127\.0\.0\.1:\d+$/)
  const answer = await fetch(url, { headers: { Connection: 'close' } })
  expect(await answer.text()).toBe('here')
})

test.each([['192.0.2.1', 'this machine has no such address']])(
  '%s is refused: %s',
  async (host, reason) => {
    const names = { setting: 'ADMIN_PORT', hostSetting: 'ADMIN_HOST' }
    await expect(listen(server(), { ...names, host, port: 0 })).rejects.toThrow(
      `ADMIN_HOST: cannot listen on ${host}, port 0: ${reason}`,
    )
  },
)

describe('a port that another process has opened', () => {
  const echo = fork(fileURLToPath(new URL('../../support/echo-port.mjs', import.meta.url)))
  afterAll(() => echo.disconnect())

  /** A server, and its port as another process sends it back. */
  async function openShared() {
    const opened = server()
    const port = Number(
      new URL(await listen(opened, { setting: 'PORT', host: '127.0.0.1', port: 0 })).port,
    )
    echo.send({}, getPort(opened) as Server)
    const [, shared] = (await once(echo, 'message')) as [object, ListeningPort]
    return { opened, port, shared }
  }
  const ask = async (port: number) =>
    (await fetch(`http://127.0.0.1:${port}`, { headers: { Connection: 'close' } })).text()

  it('is served in place of the server that is gone', async () => {
    const { opened, port, shared } = await openShared()
    await new Promise<void>((resolve) => closePort(opened, resolve))
    const other = server()
    expect(await listen(other, { setting: 'PORT', host: '127.0.0.1', port: 0 }, { shared })).toBe(
      `http://127.0.0.1:${port}`,
    )
    expect(await ask(port)).toBe('here')
  })

  it('is closed when nobody serves it', async () => {
    const { opened, port, shared } = await openShared()
    await new Promise<void>((resolve) => closePort(opened, resolve))
    letGo(shared)
    await expect(ask(port)).rejects.toThrow()
  })
})

test('a port that is closed leaves the connections that are open, also idle ones', async () => {
  const opened = server()
  const url = await listen(opened, { setting: 'PORT', host: '127.0.0.1', port: 0 })
  const port = Number(new URL(url).port)
  const socket = connect(port, '127.0.0.1')
  const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
  socket.write(get)
  await once(socket, 'data')
  let isClosed = false
  closePort(opened, () => {
    isClosed = true
  })
  await expect(fetch(url)).rejects.toThrow()
  socket.write(get)
  expect(String((await once(socket, 'data'))[0])).toContain('here')
  expect(isClosed).toBe(false)
  socket.destroy()
  await once(opened, 'close')
  expect(isClosed).toBe(true)
})
