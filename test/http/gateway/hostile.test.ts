import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../../support/until.js'
import { Wire } from '../../support/wire.js'
import {
  makeProject,
  type Project,
  pipelineOf,
  type RunningHost,
  run,
  startHost,
} from './project.js'

let project: Project
let host: RunningHost
beforeAll(async () => {
  project = makeProject(pipelineOf('{ text: hello }'))
  host = await startHost({
    ...project.env,
    TRUSTED_PROXIES: '192.0.2.1',
    MAX_CONNECTIONS_PER_ADDRESS: '5',
  })
})
afterAll(async () => {
  await host.stop()
  project.remove()
})

const get = 'GET /hello HTTP/1.1\r\nHost: a\r\n\r\n'

/** A good caller's request on a connection of its own. */
async function status(): Promise<number | undefined> {
  const wire = new Wire(host.port)
  wire.send(get)
  const [answer] = await wire.wait(1, 20_000)
  wire.socket.destroy()
  await wire.closed
  return answer?.status
}

test('200,000 requests on two connections hold nobody up', async () => {
  const wires = [new Wire(host.port), new Wire(host.port)]
  for (const wire of wires) wire.send('GET /x HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(100_000))
  await wait(500)
  for (const { socket } of wires) socket.destroy()
  // it was half a minute, longer than the wait for it, when all of them were begun
  expect(await status()).toBe(200)
})

test.each([
  'CONNECT a:443 HTTP/1.1\r\nHost: a',
  'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c',
])('a caller who resets the connection behind %j harms nobody', async (head) => {
  for (const before of ['', get]) {
    const wire = new Wire(host.port)
    wire.send(`${before}${head}\r\n\r\n`)
    await wire.wait(before === '' ? 1 : 2)
    wire.socket.resetAndDestroy()
    await wire.closed
  }
  expect(await status()).toBe(200)
  expect(host.child.exitCode).toBeNull()
})

test('an address has so many connections as MAX_CONNECTIONS_PER_ADDRESS says, whatever it says of itself', async () => {
  const kept = Array.from({ length: 5 }, () => new Wire(host.port))
  await Promise.all(kept.map(({ socket }) => once(socket, 'connect')))
  const refused = new Wire(host.port)
  refused.send(get.replace('Host: a', 'Host: a\r\nX-Forwarded-For: 192.0.2.1'))
  await refused.closed
  expect(refused.answers()).toMatchObject([
    { status: 503, headers: { connection: 'close', 'retry-after': '1' } },
  ])
  for (const { socket } of kept) socket.destroy()
  // until the gateway knows that they have gone
  await until(async () => (await status()) === 200)
})

test.each(['MAX_CONNECTIONS', 'MAX_CONNECTIONS_PER_ADDRESS'])(
  '%s that is no number stops the start',
  async (name) => {
    const { code, stderr } = await run('gateway/main.js', [], { ...project.env, [name]: 'many' })
    expect(code).toBe(1)
    expect(stderr).toContain(`${name} must be a whole number between 1 and 1000000`)
  },
)
