import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  makeProject,
  type Project,
  type RunningHost,
  startGate,
  startHost,
} from '../../http/gateway/project.js'
import { type Flow, startFlow } from '../../support/flow.js'
import { until } from '../../support/until.js'
import { Wire } from '../../support/wire.js'

/** Two workers, and what they share: the port, the counts, the metrics, and an orderly end. */

const counted = (limit: number, name: string) =>
  `throttle: [{ action: { by: address, limit: ${limit}, windowSeconds: 600, name: ${name} } }]`
const another =
  'throttle: [{ action: { by: address, limit: 1000, windowSeconds: 60, name: another } }]'
const quota = 'throttle: [{ action: { by: address, limit: 10, window: month } }]'
const monthly = 'throttle: [{ action: { by: address, limit: 5, window: month, name: month } }]'

/** Path → the steps before its answer, and after a reload. */
const steps: Record<string, { before: string[]; after?: string[] }> = {
  hello: { before: [counted(1_000_000, 'open')] },
  slow: { before: [counted(1_000_000, 'open')] },
  ten: { before: [counted(10, 'ten')] },
  'two-hundred': { before: [counted(200, 'two-hundred')] },
  unchanged: { before: [counted(10, 'a')] },
  below: { before: [counted(10, 'b')], after: [another, counted(10, 'b')] },
  quota: { before: [quota], after: [another, quota] },
  month: { before: [monthly] },
  inserted: { before: [], after: [counted(1_000_000, 'open'), counted(10, 'inserted')] },
}
/** After the reload one pipeline is inserted, one removed, and the others in another order. */
const names = {
  before: Object.keys(steps).filter((name) => name !== 'inserted'),
  after: Object.keys(steps)
    .filter((name) => name !== 'two-hundred')
    .reverse(),
}
const pipeline = (name: string, all: string[]) => `  ${name}:
    apiEndpoints: [${name}]
    policies:
      - envelope:
${all.map((step) => `      - ${step}\n`).join('')}\
      - echo: [{ action: { text: ${name}${name === 'slow' ? `, waitFor: "${gate.url}"` : ''} } }]
`
const configuration = (version: 'before' | 'after') => `apiEndpoints:
${names[version].map((name) => `  ${name}: { host: "*", paths: /${name}, methods: [GET] }\n`).join('')}\
policies: [envelope, throttle, echo]
pipelines:
${names[version].map((name) => pipeline(name, steps[name]![version] ?? steps[name]!.before)).join('')}`

let gate: Awaited<ReturnType<typeof startGate>>
let project: Project
let host: RunningHost
let flow: Flow | undefined
beforeAll(async () => {
  gate = await startGate()
  project = makeProject(configuration('before'), {}, ['envelope', 'throttle'])
  host = await startHost({ ...project.env, WORKERS: '2' })
})
afterEach(() => flow?.stop())
afterAll(async () => {
  await host.stop()
  await gate.close()
  project.remove()
})

interface Worker {
  number: number
  pid: number
  state: string
}

async function workers(): Promise<Worker[]> {
  const answer = await fetch(`${host.adminUrl}/status`)
  return ((await answer.json()) as { workers: Worker[] }).workers
}

/** Each on a connection of its own, so that all workers have a part. */
async function statuses(path: string, count: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const one = async () => {
    const { status } = await fetch(host.url + path, { headers: { Connection: 'close' } })
    counts[status] = (counts[status] ?? 0) + 1
  }
  for (let left = count; left > 0; left -= 20)
    await Promise.all(Array.from({ length: Math.min(20, left) }, one))
  return counts
}

test('both serve the port; /status lists them, and their log lines are numbered', async () => {
  expect(await workers()).toEqual(
    [1, 2].map((number) => ({
      number,
      pid: expect.any(Number),
      checkedAt: expect.stringMatching(/Z$/),
      startedAt: expect.stringMatching(/Z$/),
      state: 'serving',
    })),
  )
  await until(async () => {
    expect(Object.keys(await statuses('/hello', 20))).toEqual(['200'])
    return [1, 2].every((number) =>
      new RegExp(`"worker":${number}.*"msg":"request"`).test(host.output()),
    )
  })
})

test('of a limit of 10 exactly 10 pass, of 200 198 at least and never more', async () => {
  expect(await statuses('/ten', 40)).toEqual({ 200: 10, 429: 30 })
  const { 200: passed } = await statuses('/two-hundred', 240)
  expect(passed).toBeLessThanOrEqual(200)
  expect(passed).toBeGreaterThanOrEqual(198)
})

test('a reload keeps the metrics and the counts, whatever is inserted, removed or moved', async () => {
  const total = async () => {
    const text = await (await fetch(`${host.adminUrl}/metrics`)).text()
    const lines = text.matchAll(/^directory_requests_total\{.*status="200".*\} (\d+)$/gm)
    return [...lines].reduce((sum, [, count]) => sum + Number(count), 0)
  }
  const counting = ['/unchanged', '/below', '/quota']
  for (const path of counting) expect(await statuses(path, 4)).toEqual({ 200: 4 })
  await statuses('/hello', 8)
  // counted a moment after the answers
  const before = await until(async () => {
    const count = await total()
    return count === (await total()) && count
  })
  writeFileSync(join(project.folder, 'gateway.config.yml'), configuration('after'))
  process.kill(host.child.pid!, 'SIGHUP')
  await until(() => host.output().includes('"msg":"configuration reloaded"'))
  const after = await Promise.all(counting.map((path) => statuses(path, 20)))
  expect(after).toEqual(counting.map(() => ({ 200: 6, 429: 14 })))
  expect(await statuses('/inserted', 12)).toEqual({ 200: 10, 429: 2 })
  await until(async () => (await workers()).every(({ state }) => state === 'serving'))
  await until(async () => (await total()) === before + 28)
})

test('while one hangs, the other says what is, and the gateway stays ready', async () => {
  const [first] = await workers()
  process.kill(first!.pid, 'SIGSTOP')
  await until(async () => {
    const text = await (await fetch(`${host.adminUrl}/status`)).text()
    const { workers, reportAgeSeconds } = JSON.parse(text)
    const faults = workers.map(({ fault = '' }: { fault?: string }) => fault)
    return reportAgeSeconds === undefined && faults.join() === 'does not answer,'
  })
  await until(async () => (await fetch(`${host.adminUrl}/readyz`)).status === 200)
  process.kill(first!.pid, 'SIGCONT')
  await until(async () => (await workers()).every((worker) => !('fault' in worker)))
})

test('a worker that is killed takes along only what it was answering; another one takes its place', async () => {
  const connections = 8
  flow = startFlow(`${host.url}/hello`, { connections })
  const [first] = await workers()
  process.kill(first!.pid, 'SIGKILL')
  await until(async () =>
    (await workers()).every(({ state, pid }) => state === 'serving' && pid !== first!.pid),
  )
  await new Promise((done) => setTimeout(done, 300))
  const { 200: passed, ...failed } = await flow.stop()
  expect(passed).toBeGreaterThan(50)
  expect(Object.keys(failed).filter((outcome) => outcome !== 'ECONNRESET')).toEqual([])
  expect(failed.ECONNRESET ?? 0).toBeLessThanOrEqual(connections)
  expect(host.output()).toMatch(/worker 1 ended by itself \(SIGKILL\); started again in 0.1 s/)
  expect(host.output()).toContain('worker 1 is back')
})

test('at the end what has begun is finished, nothing new is taken, and the count of a month goes on, without metrics and log too', async () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
  expect(await statuses('/month', 3)).toEqual({ 200: 3 })
  const wires = Array.from({ length: 3 }, () => new Wire(host.port))
  const [running, pipelined, begun] = wires as [Wire, Wire, Wire]
  running.send(get('/slow'))
  pipelined.send(get('/slow'))
  begun.send(get('/hello').slice(0, 10))
  await until(() => gate.waiting.length === 2)
  const ended = host.stop()
  pipelined.send(get('/hello'))
  await until(() =>
    fetch(host.url, { headers: { Connection: 'close' } }).then(
      () => false,
      () => true,
    ),
  )
  expect(running.answers()).toEqual([])
  begun.send(get('/hello').slice(10))
  gate.open()
  for (const wire of [begun, running]) {
    const [answer] = await wire.wait(1)
    expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } })
  }
  expect(await ended).toBe(0)
  expect(pipelined.answers()[0]!.status).toBe(200)

  host = await startHost({ ...project.env, WORKERS: '2', METRICS: 'off', ACCESS_LOG: 'off' })
  expect(await statuses('/month', 3)).toEqual({ 200: 2, 429: 1 })
  expect((await fetch(`${host.adminUrl}/metrics`)).status).toBe(404)
  expect(host.output()).not.toContain('"msg":"request"')
  const exited = once(host.child, 'exit')
  host.child.disconnect() // as when its parent ends
  await exited
  expect(host.child.exitCode).toBe(0)
})
