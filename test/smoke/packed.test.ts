import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { run as runScript, startHost } from '../http/gateway/project.js'
import { freePort } from '../support/free-port.js'
import { end, root, testEnvironment } from '../support/stack.js'
import { until } from '../support/until.js'

/** The product as those have it who adopt it: packed, installed into an empty folder, and run. */

const run = promisify(execFile)
const started: ChildProcess[] = []
let tarballs: string[]
let folder: string
let env: NodeJS.ProcessEnv
let url: string

const newFolder = () => mkdtempSync(join(tmpdir(), 'directory-packed-'))
const modules = (name: string) => join(folder, 'node_modules', name)
const command = (name: string, ...args: string[]) =>
  run('npx', ['--no-install', name, ...args], { cwd: folder, env })

/** Installs packages into a folder with a manifest, from the registry of the machine. */
const install = (into: string, ...files: string[]) =>
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...files], { cwd: into })

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
  const packages = newFolder()
  await run('npm', ['run', '--silent', 'pack', '--', packages], { cwd: root })
  const names = readdirSync(packages).filter((file) => file.endsWith('.tgz'))
  tarballs = names.map((file) => join(packages, file))
  folder = newFolder()
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await install(folder, ...tarballs)
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
  const example = modules('nonprofit-directory-api/directory/loader/example/irs-extract.csv')
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
  expect([found.total, found.results]).toEqual([1000, [expect.objectContaining({ country: 'US' })]])
})

/** Out of the repository, on the tarball of the product alone. */
describe('examples/policy and the examples of docs/own-policies.md', () => {
  let own: string
  beforeAll(async () => {
    own = newFolder()
    cpSync(join(root, 'examples/policy'), own, { recursive: true })
    await install(own, tarballs.find((file) => file.includes('directory-api'))!)
  }, 600_000)
  const product = (...path: string[]) => join(own, 'node_modules/nonprofit-directory-api', ...path)

  test('the example compiles under strict rules, and its own test passes', async () => {
    const { stdout } = await run('npm', ['test'], { cwd: own })
    expect(stdout).toMatch(/^# pass 4$/m)
  })

  test('the code of docs/own-policies.md compiles', async () => {
    const text = readFileSync(join(root, 'docs/own-policies.md'), 'utf8')
    const blocks = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code)
    expect(blocks.length).toBe(2)
    const file = join(own, 'src/documented.ts')
    writeFileSync(file, blocks.join('\n'))
    await run('npm', ['run', 'build'], { cwd: own })
    rmSync(file)
  })

  /** A configuration whose pipeline has the policy of that folder. */
  function configured(): NodeJS.ProcessEnv {
    const config = join(own, 'config')
    cpSync(product('config'), config, { recursive: true })
    rmSync(join(config, 'tests'), { recursive: true }) // they are of the shipped files
    const edit = (name: string, change: (text: string) => string) =>
      writeFileSync(join(config, name), change(readFileSync(join(config, name), 'utf8')))
    edit('system.config.yml', (text) =>
      text.replace('plugins:\n', `plugins:\n  maintenance: { package: "\${POLICIES}/index.js" }\n`),
    )
    edit(
      'gateway.config.yml',
      () => `apiEndpoints:
  discovery: { host: "*", paths: /robots.txt, methods: [GET] }
policies: [envelope, throttle, maintenance, discovery]
pipelines:
  discovery:
    apiEndpoints: [discovery]
    policies:
      - envelope: { action: { accept: "*/*" } }
      - maintenance: { action: { from: "2026-01-01T00:00Z", until: "2999-01-01T00:00Z" } }
      - throttle: { action: { by: address, limit: 600, windowSeconds: 60 } }
      - discovery:
`,
    )
    const settings = { OPERATOR_SECRET: 'o'.repeat(40), POLICIES: join(own, 'dist') }
    return testEnvironment(join(own, 'data'), config, settings)
  }

  test('in the gateway, a policy is checked and loaded', async () => {
    const env = configured()
    const { code, stderr } = await runScript(product('cli.js'), ['check'], env)
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('error') })
    const host = await startHost(env, product('dist/gateway/main.js'))
    const ask = async () => {
      const answer = await fetch(`${host.url}/robots.txt`, { headers: { Connection: 'close' } })
      const { error } = (await answer.json()) as { error: object }
      return { status: answer.status, retryAfter: answer.headers.get('Retry-After'), error }
    }
    const error = { code: 'SERVICE_UNAVAILABLE', details: { until: '2999-01-01T00:00Z' } }
    expect(await ask()).toMatchObject({
      ...{ status: 503, retryAfter: expect.stringMatching(/^\d{11}$/) },
      error: { ...error, message: 'Down for maintenance' },
    })
    await host.stop()
  })
})
