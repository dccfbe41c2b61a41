import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { partOf } from '../support/part-of.js'
import { type RunningStack, startStack, withFaults } from '../support/stack.js'
import { until } from '../support/until.js'

const files = {
  engine: 'dev/embedded.js',
  'auth service': 'auth-service/main.js',
  gateway: 'gateway/main.js',
}
type Name = keyof typeof files
const anything = { index: 'organization-serp*', body: { query: { match_all: {} } } }

let stack: RunningStack
let key: string
beforeAll(async () => {
  stack = await startStack({ config: withFaults, isOwn: true })
  key = await stack.mintKey()
})
afterAll(() => stack.stop())

function search(fault = 'none') {
  return fetch(`${stack.url}/api/v1/organizations/search`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': key, 'X-Fault': fault },
    body: JSON.stringify(anything),
  })
}

const eventually = (holds: () => boolean | Promise<boolean>) =>
  until(holds, { context: () => stack.output() })

const told = (text: string) => stack.output().split(text).length - 1

/** Makes a part end, and waits until it is back. */
async function crash(name: Name, end: () => void, how: string): Promise<void> {
  const [ended, back] = [
    `the ${name} ended by itself (${how}); started again in`,
    `the ${name} is back\n`,
  ]
  const before = [told(ended), told(back)] as const
  end()
  await eventually(() => told(ended) > before[0] && told(back) > before[1])
}

const kill = (name: Name) => () => process.kill(partOf(stack.pid, files[name]), 'SIGKILL')

test('an auth service that is killed comes back, with all that it had acknowledged', async () => {
  const keys = await Promise.all(Array.from({ length: 10 }, () => stack.mintKey()))
  await crash('auth service', kill('auth service'), 'SIGKILL')
  for (key of keys) expect((await search()).status).toBe(200)
  await stack.mintKey()
})

test('an engine that is killed comes back with the sample organizations', async () => {
  await crash('engine', kill('engine'), 'SIGKILL')
  expect(stack.output()).toContain('SIGKILL); started again in 0.1 s\n')
  await eventually(async () => (await search()).ok)
  const { data } = (await (await search()).json()) as { data: { total: number } }
  expect(data.total).toBeGreaterThan(100)
})

test('a gateway that is killed comes back, at the same address', async () => {
  await crash('gateway', kill('gateway'), 'SIGKILL')
  await eventually(async () => (await search().catch(() => undefined))?.ok === true)
})

test.each(['thrown outside the request', 'rejected outside the request'])(
  'an error that a plugin has %s ends the worker in order, and another one takes its place',
  async (fault) => {
    const before = told('worker 1 is back')
    const answer = await search(fault)
    expect(await answer.json()).toMatchObject({ meta: { requestId: expect.any(String) } })
    await eventually(() => told('worker 1 is back') > before)
    expect(stack.output()).toContain('worker 1 ended by itself (exit code 1)')
    expect(stack.output()).toMatch(/"level":"fatal".*the planted fault/)
    await eventually(async () => (await search()).ok)
  },
)

test('SIGHUP ends nothing, and is handed on to the gateway; what does not fit between the files is refused', async () => {
  const served = () => Object.values(files).map((file) => partOf(stack.pid, file))
  const before = served()
  for (const pid of before) process.kill(pid, 'SIGHUP')
  const file = join(stack.configDir, 'gateway.config.yml')
  const good = readFileSync(file, 'utf8')
  const asking = 'scopes: ["organisations:read"]'
  writeFileSync(file, good.replace('scopes: ["organizations:read"]', asking))
  process.kill(stack.pid, 'SIGHUP')
  await eventually(() => stack.output().includes('"msg":"configuration refused'))
  expect(stack.output()).toMatch(/gateway\.config\.yml:\d+:\d+ .*organisations:read/)
  writeFileSync(file, `${good}# changed\n`)
  process.kill(stack.pid, 'SIGHUP')
  await eventually(() => stack.output().includes('"msg":"configuration reloaded"'))
  expect((await search()).status).toBe(200)
  expect(served()).toEqual(before)
})

test('an engine that has run out of memory ends all: the log says so once, with the remedy', async () => {
  const backs = told('the engine is back')
  process.kill(partOf(stack.pid, files.engine), 'SIGABRT') // as V8 ends it
  expect(await stack.ended).toBe(1)
  const said = stack.output()
  expect(said).toContain(
    'the engine ended by itself (SIGABRT) and is not started again: it ran out of memory',
  )
  expect(said).toContain('up to 50,000 organizations; set ELASTICSEARCH_URL')
  expect(said.split(`rm -r ${stack.dataDir}/engine`)).toHaveLength(2)
  expect(told('the engine is back')).toBe(backs)
})
