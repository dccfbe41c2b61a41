import { createServer, type Server } from 'node:http'
import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { openPort } from '../../../../kit/http/port.js'

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
const loopback = ['127.0.0.1', '::1'].filter((address) => own.some((one) => one.address === address))

test.each(loopback)('the URL of %s can be asked', async (host) => {
  const url = await openPort(server(), { setting: 'PORT', host, port: 0 })
  expect(url).toMatch(isIPv6(host) ? /^http:\/\/\[[\da-f:]+\]:\d+$/ : /^http:\/\/127\.0\.0\.1:\d+$/)
  const answer = await fetch(url, { headers: { Connection: 'close' } })
  expect(await answer.text()).toBe('here')
})

test('the scheme is as told', async () => {
  expect(await openPort(server(), { setting: 'PORT', host: '127.0.0.1', port: 0 }, 'https')).toMatch(/^https:/)
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
  const port = Number(new URL(await openPort(server(), { setting: 'PORT', host: '127.0.0.1', port: 0 })).port)
  await expect(openPort(server(), { setting: 'AUTH_PORT', host: '127.0.0.1', port })).rejects.toThrow(
    `AUTH_PORT: cannot listen on 127.0.0.1, port ${port}: another process uses it`,
  )
})
