import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clockAhead } from '../../support/clock-ahead.js'
import { startService } from '../../support/service.js'
import { configCopy, testEnvironment } from '../../support/stack.js'
import { until } from '../../support/until.js'
import { type RunningHost, startHost } from './project.js'

/** Counts of long windows, which the primary keeps in DATA_DIR/limits.json. */

const windows = { month: 'window: month', day: 'windowSeconds: 86400', hour: 'windowSeconds: 3600' }
type Name = keyof typeof windows

const configuration = (url: string, limit = 5) => `apiEndpoints:
${Object.keys(windows)
  .map((name) => `  ${name}: { host: "*", paths: /${name}, methods: [GET] }\n`)
  .join('')}serviceEndpoints: { echo: { url: "${url}" } }
policies: [envelope, throttle, upstream]
watch: true
pipelines:
${Object.entries(windows)
  .map(
    ([name, length]) => `  ${name}:
    apiEndpoints: [${name}]
    policies:
      - envelope:
      - throttle: [{ action: { by: address, limit: ${limit}, ${length}, name: ${name} } }]
      - upstream: [{ action: { serviceEndpoint: echo, timeoutMs: 5000, public: true } }]
`,
  )
  .join('')}`

let service: Awaited<ReturnType<typeof startService>>
let configDir: string
beforeAll(async () => {
  service = await startService()
  configDir = configCopy({ 'gateway.config.yml': () => configuration(service.url) })
})
afterAll(async () => {
  await service.close()
  rmSync(configDir, { recursive: true })
})

let dataDir: string
let host: RunningHost | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'directory-limits-'))
})
afterEach(async () => {
  await host?.stop()
  host = undefined
  rmSync(dataDir, { recursive: true })
})

const file = () => join(dataDir, 'limits.json')
const day = 86_400_000

async function start(clockOffsetMs = 0, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const clock = clockAhead(clockOffsetMs)
  host = await startHost(testEnvironment(dataDir, configDir, { ...clock, WORKERS: '2', ...env }))
}

async function call(name: Name) {
  const answer = await fetch(`${host!.url}/${name}`)
  await answer.arrayBuffer()
  const { status, headers } = answer
  const [left, reset] = ['remaining', 'reset'].map((of) => Number(headers.get(`ratelimit-${of}`)))
  return { status, left: left!, reset: reset! }
}

async function spend(name: Name, count: number): Promise<void> {
  for (let i = 0; i < count; i++) expect((await call(name)).status).toBe(201)
}

test('months and days go on after an orderly end, an hour begins again', async () => {
  await start()
  for (const name of Object.keys(windows) as Name[]) await spend(name, 3)
  await host!.stop()
  await start()
  expect(await call('month')).toMatchObject({ status: 201, left: 1 })
  expect(await call('day')).toMatchObject({ status: 201, left: 1 })
  expect(await call('hour')).toMatchObject({ status: 201, left: 4 })
})

test('what was written goes on after kill -9', async () => {
  await start()
  await spend('month', 5)
  await until(() => existsSync(file()) && readFileSync(file(), 'utf8').includes('",5,'))
  host!.child.kill('SIGKILL')
  await new Promise((ended) => host!.child.once('exit', ended))
  await start()
  expect(await call('month')).toMatchObject({ status: 429, left: 0 })
})

test('a clock set back by a year ends no window, and prolongs none beyond its length', async () => {
  await start(400 * day)
  await spend('month', 5)
  await spend('day', 5)
  await host!.stop()
  await start()
  for (const [name, most] of [
    ['month', 31],
    ['day', 1],
  ] as const) {
    const { status, reset } = await call(name)
    expect([name, status, reset <= most * 86_400]).toEqual([name, 429, true])
  }
})

test('after the end of a window it begins again', async () => {
  await start()
  await spend('month', 5)
  await spend('day', 5)
  await host!.stop()
  await start(32 * day)
  expect(await call('month')).toMatchObject({ status: 201, left: 4 })
  expect(await call('day')).toMatchObject({ status: 201, left: 4 })
})

test('a limit that is raised by a reload keeps what was used', async () => {
  await start()
  await spend('month', 5)
  expect((await call('month')).status).toBe(429)
  writeFileSync(join(configDir, 'gateway.config.yml'), configuration(service.url, 7))
  const lefts: number[] = []
  await until(async () => {
    const { status, left } = await call('month') // workers with the old limit may still answer
    if (status === 201) lefts.push(left)
    return left === 0 && lefts.length > 1
  })
  expect(lefts).toEqual([1, 0])
  writeFileSync(join(configDir, 'gateway.config.yml'), configuration(service.url))
})

test.each([
  '{"format":1,"counts"',
  '{"format":2,"counts":{}}',
  '{"format":1,"counts":[]}',
  '{"format":1,"counts":{"a":{}}}',
  '{"format":1,"counts":{"a":[["k",1]]}}',
  '{"format":1,"counts":{"a":[[1,1,1]]}}',
  '{"format":1,"counts":{"a":[["k","1",1]]}}',
  '{"format":1,"counts":{"a":[["k",-1,1]]}}',
  '{"format":1,"counts":{"a":[["k",1,1e999]]}}',
])('a damaged file stops the start, with the remedy: %s', async (damaged) => {
  writeFileSync(file(), damaged)
  await expect(start()).rejects.toThrow(/limits\.json.*is damaged.*remove it/)
})

test('a DATA_DIR that cannot be written stops the start', async () => {
  writeFileSync(join(dataDir, 'in-the-way'), '')
  const env = { DATA_DIR: join(dataDir, 'in-the-way') }
  await expect(start(0, env)).rejects.toThrow('DATA_DIR must name a folder')
})
