import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { mixedRequests } from '../../bench/mixed-requests.js'
import { count } from '../../bench/pace.js'
import { firstUnanswered, unanswered, WireClient } from '../../bench/wire-client.js'
import { type Launched, launch } from '../support/launch.js'
import { partOf } from '../support/part-of.js'
import { configCopy, testEnvironment } from '../support/stack.js'
import { Wire } from '../support/wire.js'

let dataDir: string
let configDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'directory-end-'))
  configDir = configCopy()
})
afterEach(() => {
  for (const made of [dataDir, configDir]) rmSync(made, { recursive: true, force: true })
})

/** Starts the product, by npm or without it, and resolves when it is ready. */
async function start(command: 'npm' | 'node'): Promise<Launched & { url: string }> {
  const env = testEnvironment(dataDir, configDir)
  const started =
    command === 'npm'
      ? launch('npm', ['start'], env)
      : launch(process.execPath, ['dist/dev/start.js'], env)
  const output = await started.said(/Ctrl-C ends it/)
  return { ...started, url: /gateway +(http\S+)/.exec(output)![1]! }
}

test.each([
  ['SIGTERM to npm', 'SIGTERM', 'process'],
  ['SIGTERM to all of its processes', 'SIGTERM', 'group'],
  ['SIGINT to all of its processes, as by Ctrl-C', 'SIGINT', 'group'],
] as const)('under load, %s leaves no whole request without an answer', async (_, signal, to) => {
  const { child, url, closed } = await start('npm')
  const password = readFileSync(join(dataDir, 'demo'), 'utf8').trim()
  const requests = await mixedRequests(url, { email: 'demo@example.org', password })
  const client = new WireClient(url)
  const outcomes = new Map<string, number>()
  /** What followed a new connection that was reset. */
  const afterResets: string[] = []
  /** Sends one request after the other until no one listens any more. */
  const call = async (caller: number) => {
    for (let i = caller; !outcomes.has('ECONNREFUSED'); i++) {
      const request = requests[i % requests.length]!
      const outcome = await client.send(request, caller % 2 > 0)
      count(outcomes, outcome)
      if (outcome === firstUnanswered) afterResets.push(await client.send(request, false))
    }
  }
  const calls = Promise.all(Array.from({ length: 40 }, (_, caller) => call(caller)))
  await wait(1500)
  process.kill(to === 'group' ? -child.pid! : child.pid!, signal)
  const [{ code }] = await Promise.all([closed, calls])
  client.close()
  expect(code).toBe(0)
  expect(outcomes.get('200')).toBeGreaterThan(0)
  expect(outcomes.get(unanswered) ?? 0).toBe(0)
  // only those that waited in the kernel when the port was closed: no one listens there any more
  expect(afterResets.filter((outcome) => outcome !== 'ECONNREFUSED')).toEqual([])
  // what a part that ends before the gateway would cause
  const faults = [...outcomes.keys()].filter(
    (outcome) => /^5/.test(outcome) && outcome !== '503 OVERLOADED',
  )
  expect(faults).toEqual([])
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a second %s ends all at once, and leaves nothing running',
  async (signal) => {
    const { child, url, closed } = await start('node')
    const hanging = new Wire(url)
    hanging.send(
      'POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: ' +
        'application/json\r\nContent-Length: 9\r\n\r\n{',
    )
    await wait(100)
    child.kill(signal)
    await wait(700)
    expect(child.exitCode).toBeNull()
    child.kill(signal)
    expect((await closed).code).toBe(1)
    expect(hanging.answers()).toEqual([]) // the first signal leaves it 10 s, then refuses it
    hanging.socket.destroy()
  },
)

test('SIGHUP ends nothing that serves', async () => {
  const { child, url, closed } = await start('node')
  const served = ['gateway/main.js', 'auth-service/main.js', 'dev/embedded.js'].map((file) =>
    partOf(child.pid!, file),
  )
  for (const pid of [child.pid!, ...served]) process.kill(pid, 'SIGHUP')
  await wait(300)
  expect((await fetch(`${url}/x`)).status).toBe(404)
  child.kill('SIGTERM')
  const { code, output } = await closed
  expect(code).toBe(0)
  expect(output).not.toContain('ended by itself')
})

test('npm start hands SIGHUP on to the gateway, and judges what holds between the files', async () => {
  const { child, said, closed } = await start('node')
  const file = join(configDir, 'gateway.config.yml')
  const shipped = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    shipped.replace('scopes: ["organizations:read"]', 'scopes: ["organisations:read"]'),
  )
  child.kill('SIGHUP')
  expect(await said(/"msg":"configuration refused/)).toMatch(
    /gateway\.config\.yml:\d+:\d+ .*organisations:read/,
  )
  writeFileSync(file, `${shipped}# changed\n`)
  child.kill('SIGHUP')
  await said(/"msg":"configuration reloaded"/)
  child.kill('SIGTERM')
  expect((await closed).code).toBe(0)
})

test('when npm start is killed, its parts end by themselves', async () => {
  const { child, closed } = await start('node')
  child.kill('SIGKILL')
  await closed
})

test('SIGTERM before all has started ends what has', async () => {
  const env = testEnvironment(dataDir, configDir)
  const { child, said, closed } = launch(process.execPath, ['dist/dev/start.js'], env)
  await said(/auth service ready/)
  child.kill('SIGTERM')
  const { code, output } = await closed
  expect(code).toBe(0)
  expect(output).not.toContain('did not start')
})
