import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../support/free-port.js'
import { installed, packed } from '../support/packed.js'
import { end, root, testEnvironment } from '../support/stack.js'
import { until } from '../support/until.js'

/** The product as those have it who adopt it: packed, installed into an empty folder, and run. */

const run = promisify(execFile)
const started: ChildProcess[] = []
let folder: string
let env: NodeJS.ProcessEnv
let url: string

const modules = (name: string) => join(folder, 'node_modules', name)
const command = (name: string, ...args: string[]) =>
  run('npx', ['--no-install', name, ...args], { cwd: folder, env })

/** Starts a program of the packages, and waits until it answers. */
async function start(file: string, args: string[], address: string): Promise<void> {
  const child = spawn(process.execPath, [modules(file), ...args], { cwd: folder, env })
  started.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk))
  await until(() => {
    if (child.exitCode !== null) throw new Error(`${file} ${args}: ${text}`)
    return fetch(address).then(
      ({ ok }) => ok,
      () => false,
    )
  })
}

beforeAll(async () => {
  folder = await installed(Object.values(await packed()))
  cpSync(modules('nonprofit-directory-api/config'), join(folder, 'config'), { recursive: true })
  const [engine, auth, internal, port, admin] = await Promise.all([0, 0, 0, 0, 0].map(freePort))
  url = `http://127.0.0.1:${port}`
  env = testEnvironment(join(folder, 'data'), join(folder, 'config'), {
    ...{ ENGINE_PORT: `${engine}`, ELASTICSEARCH_URL: `http://127.0.0.1:${engine}` },
    ...{ AUTH_PORT: `${auth}`, AUTH_INTERNAL_PORT: `${internal}` },
    ...{ PORT: `${port}`, ADMIN_PORT: `${admin}` },
    ...{ BOOTSTRAP_EMAIL: 'admin@example.org', BOOTSTRAP_PASSWORD: 'copper lantern meadow' },
  })
  await start('nonprofit-directory-embedded-engine/dist/main.js', [], env.ELASTICSEARCH_URL!)
  const example = modules('nonprofit-directory-api/directory/loader/example/irs-extract-200.csv')
  await command('nonprofit-directory', 'load', example)
  const cli = 'nonprofit-directory-api/cli.js'
  await start(cli, ['auth'], `http://127.0.0.1:${internal}/internal/health`)
  await start(cli, ['gateway'], `http://127.0.0.1:${admin}/readyz`)
})
afterAll(() => Promise.all(started.map(end)))

test('it brings the packages of the lock file, and npm finds none missing or unfit', async () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  await run('npm', ['ls', '--all'], { cwd: folder })
  const names = readdirSync(modules(''), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(.*\/node_modules\/)?(@[^/]+\/)?[^/@]+\/package\.json$/.test(name))
    .map((name) => name.replace(/^.*node_modules\//, '').replace('/package.json', ''))
  const known = Object.entries<{ dev?: boolean }>(packages)
    .filter(([, { dev }]) => !dev)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  const ours = ['nonprofit-directory-api']
  expect(names.filter((name) => ![...known, ...ours].includes(name))).toEqual([])
  const product = modules('nonprofit-directory-api')
  expect(
    ['dev', 'test', 'dist/dev', 'dist/bench'].filter((name) => existsSync(join(product, name))),
  ).toEqual([])
})

test('check passes, and the key of a new login searches', async () => {
  const { stdout } = await command('nonprofit-directory', 'check')
  expect(stdout).toMatch(/^ok {2}routes: /m)

  const post = async (path: string, body: object, headers = {}) => {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return ((await answer.json()) as { data: Record<string, unknown> }).data
  }
  const { accessToken } = await post('auth/login', {
    email: env.BOOTSTRAP_EMAIL,
    password: env.BOOTSTRAP_PASSWORD,
  })
  const bearer = { Authorization: `Bearer ${accessToken}` }
  const { key } = await post('api-keys', { name: 'packed' }, bearer)
  const search = { index: 'organization-serp*', body: { query: { match_all: {} }, size: 1 } }
  const found = await post('organizations/search', search, { 'X-API-Key': key })
  expect([found.total, found.results]).toEqual([200, [expect.objectContaining({ country: 'US' })]])
})
