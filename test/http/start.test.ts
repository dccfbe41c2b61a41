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
import type { Addresses } from '../../dev/stack.js'
import { launch } from '../support/launch.js'
import { configCopy, end, readyMessage, startStack, testEnvironment } from '../support/stack.js'
import { until } from '../support/until.js'
import { startDouble } from './gateway/project.js'

const root = join(__dirname, '../..')
let folder: string
let configDir: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'directory-start-'))
  configDir = configCopy()
})
afterEach(() => {
  for (const made of [folder, configDir]) rmSync(made, { recursive: true, force: true })
})

test('npm start prints a banner that works; SIGINT to npm ends every process', async () => {
  const started = launch('npm', ['start'], testEnvironment(join(folder, 'data'), configDir))
  const output = await started.said(/Ctrl-C ends it/)
  expect(output).not.toMatch(/show this again/) // no one types there
  const lines = output.split('\n').filter((line) => /curl -s/.test(line))
  expect(lines).toHaveLength(3)
  const answer = execFileSync('bash', ['-c', lines.join('\n')], { cwd: root, encoding: 'utf8' })
  expect(JSON.parse(answer)).toMatchObject({ status: 'success', data: { version: 'v9' } })
  expect(JSON.parse(answer).data.total).toBeGreaterThan(0)

  started.child.kill('SIGINT') // SIGTERM: end.test.ts
  await started.closed // closes when the last process that holds the output is gone
})

describe('pages', () => {
  test('the banner tells where they are, and --open opens the first of them on a desktop', async () => {
    const [bin, opened] = [join(folder, 'bin'), join(folder, 'opened')]
    mkdirSync(bin)
    for (const name of ['xdg-open', 'open'])
      writeFileSync(join(bin, name), `#!/bin/sh\necho "$1" > ${opened}\n`, { mode: 0o755 })
    const env = testEnvironment(join(folder, 'data'), configDir, {
      DISPLAY: ':0',
      PATH: `${bin}:${process.env.PATH}`,
    })
    const started = launch('npm', ['start', '--', '--open'], env)
    const output = await started.said(/Ctrl-C ends it/)
    const [, url] = /^ {2}gateway +(\S+)$/m.exec(output)!
    expect(output).toContain(`  docs      ${url}/docs\n  try       ${url}/try\n`)
    await until(() => existsSync(opened) && readFileSync(opened, 'utf8') === `${url}/\n`)
    started.child.kill('SIGTERM')
    await started.closed
  })
  test('on a terminal h shows the banner again, and a request is a short line', async () => {
    const env = testEnvironment(join(folder, 'data'), configDir, {
      NO_COLOR: '1',
      DISPLAY: '',
      WAYLAND_DISPLAY: '',
    })
    const command = `exec ${process.execPath} dist/dev/start.js --open`
    const started = launch('script', ['-qec', command, '/dev/null'], env, 'pipe')
    const output = await started.said(/--open: .*browser/)
    expect(output).toMatch(/--open: \S.* here; open http:\S+\/ in a browser/)
    expect(output).toMatch(/h and Enter show this again/)
    const [, url] = /^ {2}gateway +(\S+?)\r?$/m.exec(output)!
    await fetch(`${url}/nowhere?api_key=hidden`)
    expect(await started.said(/nowhere/)).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} GET \/nowhere 404 NOT_FOUND [\d.]+ ms\r?$/m,
    )
    started.child.stdin!.write('x\nh\n')
    const again = await started.said(/Enter show this again[\s\S]*Enter show this again/)
    expect(again.split(`  gateway   ${url}`)).toHaveLength(3)
    started.child.stdin!.write('\x03') // Ctrl-C
    await started.closed
  })
  test('where they are switched off the banner does not name them', async () => {
    const env = testEnvironment(join(folder, 'data'), configDir, { PUBLIC_PAGES: 'false' })
    const started = launch(process.execPath, ['dist/dev/start.js', '--open'], env)
    const output = await started.said(/--open: .*\)/)
    expect(output).toContain('--open: the pages are switched off (PUBLIC_PAGES)')
    expect(output).not.toMatch(/\/docs|\/try/)
    started.child.kill('SIGTERM')
    await started.closed
  })
  test('another word is refused', async () => {
    const { closed } = launch(
      process.execPath,
      ['dist/dev/start.js', '--opne'],
      testEnvironment(join(folder, 'data'), configDir),
    )
    expect(await closed).toMatchObject({
      code: 1,
      output: expect.stringContaining("Unknown option '--opne'"),
    })
  })
})

test('nodes that cannot be used stop nothing, and the banner says so in one line', async () => {
  const greeting = { 'X-Elastic-Product': 'Elasticsearch' }
  const doubles = [await startDouble(200, greeting), await startDouble(401, greeting)]
  const [good, refusing, away] = [...doubles.map(({ url }) => url), 'http://127.0.0.1:9']
  const stack = await startStack({
    env: {
      ELASTICSEARCH_URL: [good, refusing, away].join(),
      ELASTICSEARCH_USERNAME: 'reader',
      ELASTICSEARCH_PASSWORD: 'a-secret-of-the-engine',
    },
  })
  expect(stack.output()).toContain(
    `\n  engine    Elasticsearch at ${good}, ${refusing}, ${away}; unavailable, or refusing ` +
      `our credential: ${refusing}, ${away}\n`,
  )
  expect(stack.output()).not.toContain('a-secret-of-the-engine')
  await stack.login()
  await stack.stop()
  for (const double of doubles) double.close()
})

/** What a start that does not succeed says. */
async function refused(env: NodeJS.ProcessEnv) {
  const { closed } = launch(
    process.execPath,
    ['dist/dev/start.js'],
    testEnvironment(join(folder, 'data'), configDir, env),
  )
  const { code, output } = await closed
  expect(code).toBe(1)
  return output
}

test('the demo password survives a restart, not a cut store, and is in a file of mode 0600 only', async () => {
  const dataDir = join(folder, 'data')
  const first = await startStack({ dataDir })
  const { user } = await first.login()
  await first.stop()
  const second = await startStack({ dataDir })
  expect((await second.login()).user).toEqual(user)
  await second.stop()
  expect(statSync(join(dataDir, 'demo')).mode & 0o777).toBe(0o600)
  const password = readFileSync(join(dataDir, 'demo'), 'utf8').trim()
  const grep = execFileSync(
    'bash',
    ['-c', 'grep -rl -- "$1" "$2" || true', '-', password, dataDir],
    {
      encoding: 'utf8',
    },
  )
  expect(grep.trim().split('\n')).toEqual([join(dataDir, 'demo')])

  // a store file that is cut is named, never replaced
  const store = join(dataDir, 'auth.json')
  const damaged = readFileSync(store).subarray(0, -40)
  writeFileSync(store, damaged)
  expect(await refused({})).toContain(store)
  expect(readFileSync(store)).toEqual(damaged)
})

describe('a start that cannot work ends with a reason and nothing left running', () => {
  test.each(['PORT', 'AUTH_PORT', 'ENGINE_PORT'])('a %s that is taken', async (name) => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as { port: number }
    const output = await refused({ [name]: String(port) })
    expect(output).toContain(
      `${name}: cannot listen on 127.0.0.1, port ${port}: another process uses it\n`,
    )
    expect(output).not.toMatch(/^ +at /m)
    taken.close()
  })

  test('production without an account', async () => {
    expect(await refused({ NODE_ENV: 'production' })).toMatch(/BOOTSTRAP_EMAIL/)
  })

  test('a mistake in the YAML', async () => {
    const file = join(configDir, 'gateway.config.yml')
    writeFileSync(file, readFileSync(file, 'utf8').replace('- authorize:', '- authorise:'))
    expect(await refused({})).toMatch(/gateway\.config\.yml:\d+:\d+.*authorise/)
  })

  test("a mistake in the auth service's YAML", async () => {
    const file = join(configDir, 'auth-service.config.yml')
    writeFileSync(file, readFileSync(file, 'utf8').replace('freeFailures: 10', 'freeFailure: 10'))
    expect(await refused({})).toMatch(
      /^\S*auth-service\.config\.yml:\d+:3 unknown key "freeFailure": did you mean "freeFailures"\?$/m,
    )
  })

  test('a data folder that cannot be written', async () => {
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data', 'secrets'), 'not a folder')
    expect(await refused({})).toMatch(/secrets/)
  })

  test('a DATA_DIR that is a file', async () => {
    writeFileSync(join(folder, 'data'), '')
    expect(await refused({})).toBe(
      'DATA_DIR must name a folder that this user may write: a file is in the way of ' +
        `${join(folder, 'data')}\n`,
    )
  })

  test('an unknown LOG_LEVEL', async () => {
    expect(await refused({ LOG_LEVEL: 'verbose' })).toBe(
      'LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent\n',
    )
  })
})

test.each(['gateway', 'auth-service'])(
  'the %s refuses a wrong word in TRUSTED_PROXIES',
  async (part) => {
    const settings = {
      TRUSTED_PROXIES: 'loopback, everyone',
      ELASTICSEARCH_URL: 'http://127.0.0.1:9',
    }
    const env = testEnvironment(join(folder, 'data'), configDir, settings)
    const { code, output } = await launch(process.execPath, [`dist/${part}/main.js`], env).closed
    expect(code).toBe(1)
    expect(output).toMatch(
      /^(auth service: )?TRUSTED_PROXIES must be addresses, .*: correct it, or leave it out .*\n$/,
    )
  },
)

test('a log that cannot be written ends nothing', async () => {
  const full = openSync('/dev/full', 'w')
  const child = fork(join(root, 'dist/dev/start.js'), {
    cwd: root,
    env: testEnvironment(join(folder, 'data'), configDir),
    stdio: ['ignore', full, 'pipe', 'ipc'],
  })
  let complaints = ''
  child.stderr!.on('data', (chunk) => (complaints += chunk))
  const { gateway } = await readyMessage<Addresses>(child, () => complaints)
  expect((await fetch(`${gateway.url}/x`)).status).toBe(404)
  expect(await end(child)).toBe(0)
  expect(complaints).toBe('')
  closeSync(full)
})

test('the parts start alone, each told where the others are', async () => {
  const env = testEnvironment(join(folder, 'data'), configDir, { TRUSTED_PROXIES: ' loopback ,' })
  const parts: ChildProcess[] = []
  const start = (name: string, extra: NodeJS.ProcessEnv = {}) =>
    new Promise<Record<string, string>>((resolve) => {
      const child = fork(join(root, `dist/${name}/main.js`), {
        cwd: root,
        env: { ...env, ...extra },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      parts.push(child)
      child.once('message', (message) => resolve(message as Record<string, string>))
    })
  const auth = await start('auth-service', {
    BOOTSTRAP_EMAIL: 'ann@example.org',
    BOOTSTRAP_PASSWORD: 'a long enough phrase',
  })
  const gateway = await start('gateway', {
    AUTH_SERVICE_URL: auth.url,
    AUTH_INTERNAL_URL: auth.internalUrl,
    ELASTICSEARCH_URL: 'http://127.0.0.1:9',
  })
  const answer = await fetch(`${gateway.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.org', password: 'a long enough phrase' }),
  })
  expect(await answer.json()).toMatchObject({
    status: 'success',
    data: { user: { email: 'ann@example.org', role: 'admin' } },
  })
  expect(await Promise.all(parts.reverse().map(end))).toEqual([0, 0])
})
