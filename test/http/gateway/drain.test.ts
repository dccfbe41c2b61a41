import { Wire } from '../../support/wire.js'
import { makeProject, type Project, pipelineOf, type RunningHost, startHost } from './project.js'

const get = 'GET /hello HTTP/1.1\r\nHost: a\r\n\r\n'
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

let project: Project | undefined
async function hostThatWaits(waitMs: number): Promise<RunningHost> {
  project = makeProject(pipelineOf(`{ text: hello, waitMs: ${waitMs} }`))
  return startHost(project.env)
}
afterEach(() => project?.remove())

test.each(['SIGTERM', 'SIGINT', 'disconnect'] as const)(
  '%s ends an idle gateway at once, kept connections too',
  async (how) => {
    const host = await hostThatWaits(0)
    const used = new Wire(host.port)
    used.send(get)
    expect(await used.wait(1)).toHaveLength(1)
    const ended = new Promise((done) => host.child.once('exit', done))
    const startedAt = Date.now()
    if (how === 'disconnect') host.child.disconnect()
    else host.child.kill(how)
    expect(await ended).toBe(0)
    expect(Date.now() - startedAt).toBeLessThan(8000)
  },
)

test('a connection that never sent a request is given up within 2 s', async () => {
  const host = await hostThatWaits(0)
  const silent = new Wire(host.port)
  await pause(50)
  const startedAt = Date.now()
  expect(await host.stop()).toBe(0)
  await silent.closed
  expect(Date.now() - startedAt).toBeLessThan(8000)
})

test('what is running is finished, with Connection: close; new connections are refused', async () => {
  const host = await hostThatWaits(5000)
  const [running, pipelined] = [new Wire(host.port), new Wire(host.port)]
  running.send(get)
  pipelined.send(get)
  await pause(200)
  const ended = host.stop()
  await pause(100)
  pipelined.send(get)
  const takesMore = () =>
    fetch(host.url, { headers: { Connection: 'close' } }).then(
      () => true,
      () => false,
    )
  while (await takesMore()) await pause(50)
  expect(running.answers()).toEqual([])
  expect(await ended).toBe(0)
  const [answer] = running.answers()
  expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } })
  const statuses = pipelined.answers().map(({ status }) => status)
  expect(statuses[0]).toBe(200)
})

test('a request that has begun when the end is asked for is served, even if nothing else runs', async () => {
  const host = await hostThatWaits(0)
  const begun = new Wire(host.port)
  begun.send(get.slice(0, 10))
  await pause(100)
  const ended = host.stop()
  await pause(1000)
  begun.send(get.slice(10))
  const [answer] = await begun.wait(1)
  expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } })
  expect(await ended).toBe(0)
})

test('a request that hangs is told SHUTTING_DOWN after 10 s', async () => {
  const host = await hostThatWaits(60_000)
  const hanging = new Wire(host.port)
  hanging.send(get)
  await pause(100)
  const startedAt = Date.now()
  expect(await host.stop()).toBe(0)
  expect(Date.now() - startedAt).toBeGreaterThan(9_000)
  expect(Date.now() - startedAt).toBeLessThan(20_000)
  const [answer] = hanging.answers()
  expect(answer).toMatchObject({
    status: 503,
    headers: { connection: 'close', 'retry-after': '1' },
  })
  expect(JSON.parse(answer!.body).error.code).toBe('SHUTTING_DOWN')
})
