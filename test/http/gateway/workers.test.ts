import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Flow, startFlow } from '../../support/flow.js'
import { until } from '../../support/until.js'
import {
  makeProject,
  type Project,
  pipelineOf,
  type RunningHost,
  run,
  startHost,
} from './project.js'

/** Steps in place of `opening`, so that the real envelope and throttle run. */
const limited = (limit: number) => `apiEndpoints:
  hello: { host: "*", paths: /hello, methods: [GET] }
policies: [envelope, throttle, echo]
pipelines:
  hello:
    apiEndpoints: [hello]
    policies:
      - envelope:
      - throttle: [{ action: { by: address, limit: ${limit}, windowSeconds: 600 } }]
      - echo: [{ action: { text: hello } }]
`

const projects: Project[] = []
const hosts: RunningHost[] = []
const flows: Flow[] = []
async function start(gateway: string, env: NodeJS.ProcessEnv): Promise<RunningHost> {
  const project = makeProject(gateway, {}, ['envelope', 'throttle'])
  projects.push(project)
  const host = await startHost({ ...project.env, ...env })
  hosts.push(host)
  return host
}
afterEach(async () => {
  await Promise.all(flows.splice(0).map((flow) => flow.stop()))
  await Promise.all(hosts.splice(0).map((host) => host.stop()))
  for (const { remove } of projects.splice(0)) remove()
})

interface Worker {
  number: number
  pid: number
  state: string
}

async function workersOf({ adminUrl }: RunningHost): Promise<Worker[]> {
  return ((await (await fetch(`${adminUrl}/status`)).json()) as { workers: Worker[] }).workers
}

/** Each on a connection of its own, so that all workers have a part. */
async function statuses(url: string, count: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const one = async () => {
    const { status } = await fetch(url, { headers: { Connection: 'close' } })
    counts[status] = (counts[status] ?? 0) + 1
  }
  for (let left = count; left > 0; left -= 20)
    await Promise.all(Array.from({ length: Math.min(20, left) }, one))
  return counts
}

test.each([
  ['0', 'WORKERS must be a whole number between 1 and 64, or auto for one per core'],
  ['65', 'WORKERS must be'],
  ['two', 'WORKERS must be'],
])('WORKERS=%s stops the start', async (WORKERS, says) => {
  const project = makeProject(pipelineOf('{ text: hello }'))
  projects.push(project)
  const { code, stderr } = await run('gateway/main.js', [], { ...project.env, WORKERS })
  expect(code).toBe(1)
  expect(stderr).toContain(says)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('a mistake that all workers find is told once', async () => {
  const project = makeProject(pipelineOf('{ text: impossible }'))
  projects.push(project)
  const { code, stderr } = await run('gateway/main.js', [], { ...project.env, WORKERS: '3' })
  expect(code).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('"echo" cannot be set up')])
})

test('two workers share the port; /status lists them, and their log lines are numbered', async () => {
  const host = await start(limited(1_000_000), { WORKERS: '2' })
  expect(await workersOf(host)).toEqual(
    [1, 2].map((number) => ({
      ...{
        number,
        pid: expect.any(Number),
        startedAt: expect.stringMatching(/Z$/),
        state: 'serving',
      },
    })),
  )
  await until(async () => {
    expect(Object.keys(await statuses(`${host.url}/hello`, 20))).toEqual(['200'])
    return [1, 2].every((number) =>
      new RegExp(`"worker":${number}.*"msg":"request"`).test(host.output()),
    )
  })
})

test('a limit of 10 over two workers lets exactly 10 pass', async () => {
  const host = await start(limited(10), { WORKERS: '2' })
  expect(await statuses(`${host.url}/hello`, 40)).toEqual({ 200: 10, 429: 30 })
})

const named = (yaml: string) =>
  yaml.replace('windowSeconds: 600', 'windowSeconds: 600, name: hello')
const withOneAbove = (yaml: string) =>
  yaml.replace(
    '      - throttle',
    '      - throttle: [{ action: { by: address, limit: 1000, windowSeconds: 600 } }]\n      - ' +
      'throttle',
  )

test.each<[string, string, string, Record<string, number>]>([
  [
    'go on where their step stays as it is',
    limited(10),
    `${limited(10)}\n# changed`,
    { 200: 6, 429: 14 },
  ],
  [
    'begin anew where a step is added above theirs',
    limited(10),
    withOneAbove(limited(10)),
    { 200: 10, 429: 10 },
  ],
  [
    'go on below it where theirs has a name',
    named(limited(10)),
    withOneAbove(named(limited(10))),
    { 200: 6, 429: 14 },
  ],
])('after a reload counts %s', async (_, before, after, passed) => {
  const host = await start(before, { WORKERS: '2' })
  expect(await statuses(`${host.url}/hello`, 4)).toEqual({ 200: 4 })
  writeFileSync(join(projects[0]!.folder, 'gateway.config.yml'), after)
  process.kill(host.child.pid!, 'SIGHUP')
  await until(async () => host.output().includes('"msg":"configuration reloaded"'))
  expect(await statuses(`${host.url}/hello`, 20)).toEqual(passed)
})

test('of a limit of 1,000 over two workers 990 pass at least, and never more', async () => {
  const host = await start(limited(1000), { WORKERS: '2' })
  const { 200: passed } = await statuses(`${host.url}/hello`, 1200)
  expect(passed).toBeLessThanOrEqual(1000)
  expect(passed).toBeGreaterThanOrEqual(990)
})

test('the metrics are the sum over all workers, those that were replaced too', async () => {
  const host = await start(limited(1_000_000), { WORKERS: '2' })
  const counted = async () => {
    const text = await (await fetch(`${host.adminUrl}/metrics`)).text()
    return Number(/^directory_requests_total\{.*status="200".*\} (\d+)$/m.exec(text)?.[1] ?? 0)
  }
  await statuses(`${host.url}/hello`, 100)
  await until(async () => (await counted()) === 100)
  process.kill(host.child.pid!, 'SIGHUP')
  await until(async () => host.output().includes('"msg":"configuration reloaded"'))
  await statuses(`${host.url}/hello`, 50)
  await until(async () => (await workersOf(host)).every(({ state }) => state === 'serving'))
  await until(async () => (await counted()) === 150)
})

test('a worker that is killed takes along only what it was answering; another one takes its place', async () => {
  const host = await start(limited(1_000_000), { WORKERS: '2' })
  const connections = 8
  const flow = startFlow(`${host.url}/hello`, { connections })
  flows.push(flow)
  const [first] = await workersOf(host)
  process.kill(first!.pid, 'SIGKILL')
  await until(async () =>
    (await workersOf(host)).every(({ state, pid }) => state === 'serving' && pid !== first!.pid),
  )
  await new Promise((done) => setTimeout(done, 300))
  const { 200: passed, ...failed } = await flow.stop()
  expect(passed).toBeGreaterThan(50)
  expect(Object.keys(failed).filter((outcome) => outcome !== 'ECONNRESET')).toEqual([])
  expect(failed.ECONNRESET ?? 0).toBeLessThanOrEqual(connections)
  expect(host.output()).toMatch(/worker 1 ended by itself \(SIGKILL\); started again in 0.1 s/)
  expect(host.output()).toContain('worker 1 is back')
})

test('the only worker that is killed is waited for by who comes then', async () => {
  const host = await start(limited(1_000_000), {})
  const [only] = await workersOf(host)
  process.kill(only!.pid, 'SIGKILL')
  expect((await fetch(`${host.url}/hello`, { headers: { Connection: 'close' } })).status).toBe(200)
  // one that ends again soon is replaced after twice as long
  await until(async () => host.output().includes('worker 1 is back'))
  process.kill((await workersOf(host))[0]!.pid, 'SIGKILL')
  await until(async () =>
    host.output().includes('worker 1 ended by itself (SIGKILL); started again in 0.2 s'),
  )
})
