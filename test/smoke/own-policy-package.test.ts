import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type RunningHost, run, startHost } from '../http/gateway/project.js'
import { install, packed } from '../support/packed.js'
import { root, testEnvironment } from '../support/stack.js'

/** examples/policy and the examples of docs/own-policies.md, out of the repository, on the tarball. */

const npm = promisify(execFile).bind(undefined, 'npm')

let folder: string
beforeAll(async () => {
  const tarballs = await packed()
  folder = mkdtempSync(join(tmpdir(), 'directory-own-policy-'))
  cpSync(join(root, 'examples/policy'), folder, { recursive: true })
  await install(folder, [tarballs['nonprofit-directory-api']])
  rmSync(dirname(tarballs['nonprofit-directory-api']), { recursive: true })
}, 600_000) // npm packs and installs
afterAll(() => rmSync(folder, { recursive: true }))

const product = (...path: string[]) => join(folder, 'node_modules/nonprofit-directory-api', ...path)

/** A configuration whose pipeline has the policy of that folder, in force until then. */
function configured(policies: string, until: string): NodeJS.ProcessEnv {
  const config = join(folder, 'config')
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
      - maintenance: { action: { from: "2026-01-01T00:00Z", until: "${until}" } }
      - throttle: { action: { by: address, limit: 600, windowSeconds: 60 } }
      - discovery:
`,
  )
  const settings = { OPERATOR_SECRET: secret, POLICIES: policies }
  return testEnvironment(join(folder, 'data'), config, settings)
}
const secret = 'the-operator-secret-of-this-very-test'
const example = () => join(folder, 'dist')
const check = (env: NodeJS.ProcessEnv) => run(product('cli.js'), ['check'], env)

test('the example compiles under strict rules, and its own test passes', async () => {
  const { stdout } = await npm(['test'], { cwd: folder })
  expect(stdout).toMatch(/^# pass 4$/m)
})

test('the code of docs/own-policies.md compiles', async () => {
  const text = readFileSync(join(root, 'docs/own-policies.md'), 'utf8')
  const blocks = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code)
  expect(blocks.length).toBe(2)
  const file = join(folder, 'src/documented.ts')
  writeFileSync(file, blocks.join('\n'))
  await npm(['run', 'build'], { cwd: folder })
  rmSync(file)
})

describe('in the gateway', () => {
  let host: RunningHost
  afterEach(() => host?.stop())

  test('it is checked and loaded', async () => {
    const env = configured(example(), '2999-01-01T00:00Z')
    const { code, stderr } = await check(env)
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('error') })
    host = await startHost(env, product('dist/gateway/main.js'))
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
  })
})
