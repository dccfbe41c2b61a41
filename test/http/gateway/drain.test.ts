import { once } from 'node:events'
import { until } from '../../support/until.js'
import { Wire } from '../../support/wire.js'
import { makeProject, type Project, pipelineOf, type RunningHost, startHost } from './project.js'

const get = 'GET /hello HTTP/1.1\r\nHost: a\r\n\r\n'
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

const projects: Project[] = []
async function hostThatWaits(waitMs: number): Promise<RunningHost> {
  const project = makeProject(pipelineOf(`{ text: hello, waitMs: ${waitMs} }`))
  projects.push(project)
  return startHost(project.env)
}
afterEach(() => {
  for (const project of projects.splice(0)) project.remove()
})

interface Ending {
  waitMs?: number
  sent?: string
  end?(host: RunningHost): unknown
}
const withSignal = (signal: NodeJS.Signals) => (host: RunningHost) => host.child.kill(signal)

/** Gateways that end at the same moment, the last two in this order. */
const endings: Record<string, Ending> = {
  'idle, a kept connection, SIGTERM': {},
  'idle, a kept connection, SIGINT': { end: withSignal('SIGINT') },
  'idle, a kept connection, disconnect': { end: (host) => host.child.disconnect() },
  'a connection that never sent a request': { sent: '' },
  'a request of five seconds': { waitMs: 5000 },
  'a request that hangs': { waitMs: 60_000 },
}

test('an idle gateway ends first, then one whose request is answered, then one that gives up', async () => {
  const running = await Promise.all(
    Object.entries(endings).map(async ([name, ending]) => {
      const { waitMs = 0, sent = get, end = withSignal('SIGTERM') } = ending
      const host = await hostThatWaits(waitMs)
      const wire = new Wire(host.port)
      wire.send(sent)
      if (waitMs === 0 && sent) await wire.wait(1)
      return { name, host, wire, end }
    }),
  )
  await pause(200) // the requests have begun
  const ended: [name: string, code: number | null][] = []
  await Promise.all(
    running.map(async ({ name, host, end }) => {
      const gone = once(host.child, 'exit')
      end(host)
      const [code] = await gone
      ended.push([name, code])
    }),
  )
  const all = Object.keys(endings).map((name) => [name, 0])
  expect([...ended].sort()).toEqual([...all].sort())
  expect(ended.slice(-2)).toEqual(all.slice(-2))
  const [answered, hanging] = running.slice(-2).map(({ wire }) => wire.answers()[0]!)
  expect(answered).toMatchObject({ status: 200, headers: { connection: 'close' } })
  expect(hanging).toMatchObject({
    status: 503,
    headers: { connection: 'close', 'retry-after': '1' },
  })
  expect(JSON.parse(hanging!.body).error.code).toBe('SHUTTING_DOWN')
})

test('what is running is finished, and new connections are refused', async () => {
  const host = await hostThatWaits(3000)
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
  await until(async () => !(await takesMore()))
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
