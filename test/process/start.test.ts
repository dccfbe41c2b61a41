import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { count } from '../../bench/pace.js'
import { logIn, mintKey } from '../../bench/running.js'
import { everydaySearch, searchPath } from '../../bench/searches.js'
import { firstUnanswered, unanswered, WireClient, wireRequest } from '../../bench/wire-client.js'
import { prepareLogin } from '../../dev/demo-login.js'
import type { Addresses } from '../../dev/stack.js'
import { startDouble } from '../http/gateway/project.js'
import { type Launched, launch as launchProcess } from '../support/launch.js'
import { built, configCopy, readyMessage, root, testEnvironment } from '../support/stack.js'
import { until } from '../support/until.js'
import { Wire } from '../support/wire.js'

/** How npm start begins and ends. */

let folder: string
let configDir: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'directory-start-'))
  configDir = configCopy()
})
afterAll(() => {
  for (const made of [folder, configDir]) rmSync(made, { recursive: true, force: true })
})

const launched: Launched[] = []
function launch(...args: Parameters<typeof launchProcess>): Launched {
  const one = launchProcess(...args)
  launched.push(one)
  return one
}
afterEach(() => {
  for (const { child } of launched.splice(0)) {
    try {
      process.kill(-child.pid!, 'SIGKILL') // what a failed test has left
    } catch {}
  }
})

const dataDir = () => join(folder, 'data')
const demo = () => ({
  email: 'demo@example.org',
  password: readFileSync(join(dataDir(), 'demo'), 'utf8').trim(),
})

async function login(url: string): Promise<object> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(demo())
  const answer = await fetch(`${url}/api/v1/auth/login`, { method: 'POST', headers, body })
  return ((await answer.json()) as { data: { user: object } }).data.user
}

let user: object

test('on a terminal: a banner whose lines work, pages, short log lines; Ctrl-C under load leaves no whole request without an answer', async () => {
  const [bin, opened] = [join(folder, 'bin'), join(folder, 'opened')]
  mkdirSync(bin)
  for (const name of ['xdg-open', 'open'])
    writeFileSync(join(bin, name), `#!/bin/sh\necho "$1" > ${opened}\n`, { mode: 0o755 })
  const env = testEnvironment(dataDir(), configDir, {
    DISPLAY: ':0',
    NO_COLOR: '1',
    PATH: `${bin}:${process.env.PATH}`,
  })
  const command = ['-qec', 'exec npm start -- --open', '/dev/null']
  const { child, said, closed } = launch('script', command, env, 'pipe')
  const output = (await said(/Ctrl-C ends it/)).replaceAll('\r', '')
  const [, url] = /^ {2}gateway +(\S+)$/m.exec(output)! as unknown as [string, string]
  expect(output).toMatch(/h and Enter show this again/)
  expect(output).toContain(`  docs      ${url}/docs\n  try       ${url}/try\n`)
  await until(() => existsSync(opened) && readFileSync(opened, 'utf8') === `${url}/\n`)

  const lines = output.split('\n').filter((line) => /curl -s|npm run --silent key/.test(line))
  expect(lines).toHaveLength(2)
  const answer = execFileSync('bash', ['-c', lines.join('\n')], { cwd: root, encoding: 'utf8' })
  expect(JSON.parse(answer)).toMatchObject({ status: 'success', data: { version: 'v9' } })
  expect(JSON.parse(answer).data.total).toBeGreaterThan(0)
  user = await login(url)

  await fetch(`${url}/nowhere?api_key=hidden`)
  expect(await said(/nowhere/)).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3} GET \/nowhere 404 NOT_FOUND [\d.]+ ms\r?$/m,
  )
  child.stdin!.write('x\nh\n')
  const again = await said(/Enter show this again[\s\S]*Enter show this again/)
  expect(again.split(`  gateway   ${url}`)).toHaveLength(3)

  const { outcomes, afterResets, calls } = await loadOn(url)
  await wait(1000)
  child.stdin!.write('\x03')
  const [{ code }] = await Promise.all([closed, calls])
  expect(code).toBe(0)
  expect(outcomes.get('200')).toBeGreaterThan(0)
  expect(outcomes.get(unanswered) ?? 0).toBe(0)
  // only those that waited in the kernel when the port was closed: no one listens there any more
  expect(afterResets.filter((outcome) => outcome !== 'ECONNREFUSED')).toEqual([])
  // what a part that ends before the gateway would cause
  const isFault = (outcome: string) => /^5/.test(outcome) && outcome !== '503 OVERLOADED'
  expect([...outcomes.keys()].filter(isFault)).toEqual([])
})

/** Everyday traffic: of 40 requests 35 searches with a key, 4 new keys, 1 login. */
async function mixedRequests(url: string): Promise<string[]> {
  const token = await logIn(url, demo())
  const { key } = await mintKey(url, token)
  const search = wireRequest(searchPath, everydaySearch, key)
  const mint = wireRequest('/api/v1/api-keys', { name: 'mixed' }, token)
  const login = wireRequest('/api/v1/auth/login', demo())
  return Array.from({ length: 40 }, (_, i) => (i === 20 ? login : i % 10 === 5 ? mint : search))
}

/** Sends requests, one after the other for each caller, until no one listens any more. */
async function loadOn(url: string) {
  const requests = await mixedRequests(url)
  const client = new WireClient(url)
  const outcomes = new Map<string, number>()
  /** What followed a new connection that was reset. */
  const afterResets: string[] = []
  const call = async (caller: number) => {
    for (let i = caller; !outcomes.has('ECONNREFUSED'); i++) {
      const request = requests[i % requests.length]!
      const outcome = await client.send(request, caller % 2 > 0)
      count(outcomes, outcome)
      if (outcome === firstUnanswered) afterResets.push(await client.send(request, false))
    }
  }
  const all = Promise.all(Array.from({ length: 40 }, (_, caller) => call(caller)))
  return { outcomes, afterResets, calls: all.then(() => client.close()) }
}

test('without one, again: the demo user is known, nodes that are away and pages that are off are told; SIGTERM to npm ends all', async () => {
  const greeting = { 'X-Elastic-Product': 'Elasticsearch' }
  const doubles = [await startDouble(200, greeting), await startDouble(401, greeting)]
  const [good, refusing, away] = [...doubles.map(({ url }) => url), 'http://127.0.0.1:9']
  const env = testEnvironment(dataDir(), configDir, {
    PUBLIC_PAGES: 'false',
    ELASTICSEARCH_URL: [good, refusing, away].join(),
    ELASTICSEARCH_USERNAME: 'reader',
    ELASTICSEARCH_PASSWORD: 'a-secret-of-the-engine',
  })
  const { child, said, closed } = launch('npm', ['start', '--', '--open'], env)
  const output = await said(/--open: .*\)/)
  expect(output).toContain('--open: the pages are switched off (PUBLIC_PAGES)')
  expect(output).not.toMatch(/\/docs|\/try|show this again/)
  expect(output).toContain(
    `\n  engine    Elasticsearch at ${good}, ${refusing}, ${away}; unavailable, or refusing ` +
      `our credential: ${refusing}, ${away}\n`,
  )
  const [, url = ''] = /^ {2}gateway +(\S+)$/m.exec(output)!
  expect(await login(url)).toEqual(user)
  child.kill('SIGTERM')
  const ended = await closed // when the last process that holds the output is gone
  expect(ended.code).toBe(0)
  expect(ended.output).not.toContain('a-secret-of-the-engine')
  for (const double of doubles) double.close()

  expect(statSync(join(dataDir(), 'demo')).mode & 0o777).toBe(0o600)
  const find = ['-rl', '--', demo().password, dataDir()]
  expect(execFileSync('grep', find, { encoding: 'utf8' })).toBe(`${join(dataDir(), 'demo')}\n`)
})

const away = { ELASTICSEARCH_URL: 'http://127.0.0.1:9' }

test('a log that cannot be written ends nothing; a second signal ends all at once', async () => {
  const full = openSync('/dev/full', 'w')
  const child: ChildProcess = fork(join(built, 'dev/start.js'), {
    cwd: root,
    env: testEnvironment(join(folder, 'other'), configDir, away),
    stdio: ['ignore', full, 'pipe', 'ipc'],
  })
  let complaints = ''
  child.stderr!.on('data', (chunk) => (complaints += chunk))
  const { gateway } = await readyMessage<Addresses>(child, () => complaints)
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  expect((await fetch(`${gateway.url}/x`)).status).toBe(404)
  expect(complaints).toBe('')

  const hanging = new Wire(gateway.url)
  hanging.send(
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: ' +
      'application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  await wait(100)
  child.kill('SIGTERM')
  await wait(700)
  expect(child.exitCode).toBeNull()
  child.kill('SIGINT')
  expect(await closed).toBe(1)
  expect(hanging.answers()).toEqual([]) // the first signal leaves it 10 s, then refuses it
  hanging.socket.destroy()
  closeSync(full)
})

test('SIGTERM before all has started ends what has', async () => {
  const env = testEnvironment(join(folder, 'early'), configDir, away)
  const { child, said, closed } = launch(process.execPath, ['dist/dev/start.js'], env)
  await said(/auth service ready/)
  child.kill('SIGTERM')
  const { code, output } = await closed
  expect(code).toBe(0)
  expect(output).not.toContain('did not start')
})

test('a PORT that is taken ends the start with a reason, and nothing is left running', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const { port } = taken.address() as { port: number }
  const settings = { ...away, PORT: String(port) }
  const env = testEnvironment(join(folder, 'refused'), configDir, settings)
  const { code, output } = await launch(process.execPath, ['dist/dev/start.js'], env).closed
  expect(code).toBe(1)
  expect(output).toContain(
    `PORT: cannot listen on 127.0.0.1, port ${port}: another process uses it\n`,
  )
  expect(output).not.toMatch(/^ +at /m)
  taken.close()
})

test.each<[string, NodeJS.ProcessEnv, RegExp]>([
  ['production without an account', { NODE_ENV: 'production' }, /BOOTSTRAP_EMAIL/],
  [
    'a DATA_DIR that is a file',
    { DATA_DIR: 'package.json' },
    /^DATA_DIR must name a folder that this user may write: a file is in the way of \S+$/,
  ],
])('%s is refused before anything starts', (_, settings, says) => {
  expect(() => prepareLogin({ DATA_DIR: join(folder, 'none'), ...settings })).toThrow(says)
})
