import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareWithFolder } from '../../gateway/check/against.js'
import type { Meaning } from '../../gateway/lab/meaning.js'
import { run } from '../http/gateway/project.js'
import { configCopy, type RunningStack, startStack, testEnvironment } from '../support/stack.js'

/** `npm run check`, compared with a folder and with the running gateway. */

const tenTimesTooSmall = {
  'gateway.config.yml': (text: string) =>
    text.replace(
      '{ by: owner, limit: 20, windowSeconds: 60',
      '{ by: owner, limit: 2, windowSeconds: 60',
    ),
}
const folder = configCopy(tenTimesTooSmall)
const broken = configCopy({
  'gateway.config.yml': (text) => text.replace('maxCost: 1600', 'maxCots: 1600'),
})
const lax = configCopy({
  'auth-service.config.yml': (text) => text.replace('minLength: 15', 'minLength: 20'),
})
let stack: RunningStack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(async () => {
  await stack?.stop()
  for (const one of [folder, broken, lax]) rmSync(one, { recursive: true })
})

const line = readFileSync(join(folder, 'gateway.config.yml'), 'utf8')
  .split('\n')
  .findIndex((text) => text.includes('limit: 2,'))
const told = `20 → 2 requests by owner, 1/10 (gateway.config.yml:${line + 1})`

const compared = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  run(
    'gateway/check/main.js',
    args,
    testEnvironment(stack.dataDir, folder, { ELASTICSEARCH_URL: '', ...env }),
  )

test('a folder, as text; what differs is no error', async () => {
  const text = await compared(['--against', 'config'])
  expect(text).toMatchObject({ code: 0, stderr: '' })
  const lines = ['compared with config:', 'Becomes refused', `  usage: ${told}`]
  expect(text.stdout.split('\n').slice(-5, -2)).toEqual(lines)
  expect(text.stdout.split('\n').at(-2)).toMatch(/^ok {2}routes: /)
})

test('a policy test that fails leaves the comparison', async () => {
  mkdirSync(join(lax, 'tests'))
  const test = 'no robots: { request: GET /robots.txt, expect: { status: 404 } }'
  writeFileSync(join(lax, 'tests/own.yml'), test)
  const args = ['--against', 'config', '--format', 'json']
  const { code, stdout } = await compared(args, { CONFIG_DIR: lax })
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    findings: [{ message: expect.stringContaining('status is not as expected') }],
    changes: [{ effect: 'refuses', text: 'password.minLength: 15 → 20, 133 %' }],
  })
})

test('a folder with a mistake is told with its place', async () => {
  const { code, stdout, stderr } = await compared(['--against', broken])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/gateway\.config\.yml:\d+:\d+ unknown parameter "maxCots": did you mean/)
  const nowhere = compareWithFolder('nowhere', {} as Meaning)
  await expect(nowhere).rejects.toThrow('--against nowhere: there is no such folder')
})

test('the running gateway compares these files and replays its last requests, and tells no secret', async () => {
  const { adminUrl } = stack.gateway
  const env = { ADMIN_PORT: new URL(adminUrl).port, OPERATOR_SECRET: stack.secret() }
  const token = await stack.mintKey()
  const usage = () => stack.request.get('/api/v1/usage').set('x-api-key', token)
  for (let i = 0; i < 4; i++) await usage().expect(200)
  const { code, stdout } = await compared(['--format', 'markdown'], env)
  expect(code).toBe(0)
  const markdown = stdout.replaceAll('\\', '')
  expect(markdown).toMatch(/^### Becomes refused\n\n- /)
  expect(markdown).toContain(`- **usage**: ${told}\n`)
  expect(markdown).toMatch(
    /### Replay\n\n\d+ of the last \d+ requests are decided otherwise .*\n- `usage throttle usage-per-owner.limit gateway.config.yml:\d+`: `passes` → `RATE_LIMITED`, \d+ times\n {2}- such as `GET \/api\/v1\/usage.*`\n/,
  )
  for (const secret of [stack.secret(), stack.secret('SERVICE_SECRET'), token])
    expect(stdout).not.toContain(secret)

  const wrong = await compared([], {
    ...env,
    CONFIG_DIR: 'config',
    OPERATOR_SECRET: 'x'.repeat(32),
  })
  expect(wrong).toMatchObject({ code: 0, stdout: expect.stringContaining('note: not compared: ') })
  const away = await compared(['--against', 'running'], { ...env, ADMIN_PORT: '1' })
  expect(away).toMatchObject({ code: 2, stderr: expect.stringContaining('does not answer') })
})

test('what a reload of the running gateway would refuse is an error', async () => {
  const own = configCopy({
    'gateway.config.yml': (text) =>
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the YAML
      text.replace('maxCost: 1600', 'maxCost: ${ONLY_IN_THIS_SHELL}'),
  })
  const env = {
    ...{ ADMIN_PORT: new URL(stack.gateway.adminUrl).port, OPERATOR_SECRET: stack.secret() },
    ...{ CONFIG_DIR: own, ONLY_IN_THIS_SHELL: '1600' },
  }
  const { code, stdout } = await compared([], env)
  rmSync(own, { recursive: true })
  expect(code).toBe(1)
  expect(stdout).toMatch(/the running gateway refuses .*\n {2}.*ONLY_IN_THIS_SHELL/)
})
