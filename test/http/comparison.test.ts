import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareWith } from '../../check/against.js'
import type { Meaning } from '../../gateway/comparison/meaning.js'
import { configCopy, type RunningStack, startStack, testEnvironment } from '../support/stack.js'
import { run } from './gateway/project.js'

/** `npm run check -- --against`, with a folder and with the running gateway. */

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
const told = `20 → 2 requests in 60 s of an owner, a tenth (gateway.config.yml:${line + 1})`

const compared = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  run(
    'check/main.js',
    args,
    testEnvironment(stack.dataDir, folder, { ELASTICSEARCH_URL: '', ...env }),
  )

test('a folder, as text; what differs is no error', async () => {
  const text = await compared(['--against', 'config'])
  expect(text).toMatchObject({ code: 0, stderr: '' })
  const lines = ['compared with config:', 'Becomes refused', `  usage: ${told}`, '']
  expect(text.stdout).toMatch(/^ok {2}routes: /m)
  expect(text.stdout.split('\n').slice(-4)).toEqual(lines)
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
    changes: [{ effect: 'refuses', text: 'minLength of password: 15 → 20, 133 %' }],
  })
})

test('a folder with a mistake is told with its place', async () => {
  const { code, stdout, stderr } = await compared(['--against', broken])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/gateway\.config\.yml:\d+:\d+ unknown parameter "maxCots": did you mean/)
  const nowhere = compareWith('nowhere', {} as Meaning)
  await expect(nowhere).rejects.toThrow('--against nowhere: there is no such folder')
})

test('the running gateway, as Markdown, which tells what it means to the operator alone', async () => {
  const { adminUrl } = stack.gateway
  const ADMIN_PORT = new URL(adminUrl).port
  const args = ['--against', 'running', '--format', 'markdown']
  const { code, stdout } = await compared(args, { ADMIN_PORT })
  expect(code).toBe(0)
  const markdown = stdout.replaceAll('\\', '')
  expect(markdown).toMatch(/^### Becomes refused\n\n- /)
  expect(markdown).toContain(`\n- **usage**: ${told}\n`)
  expect(markdown).toMatch(
    /\n\nCompared with the running gateway, by .* and without auth-service\.config\.yml\.\n$/,
  )
  expect(markdown).not.toContain('serviceSecret')
  const away = await compared(['--against', 'running'], { ADMIN_PORT: '1' })
  expect(away).toMatchObject({ code: 2, stderr: expect.stringContaining('does not answer') })

  expect((await fetch(`${adminUrl}/configuration`)).status).toBe(401)
  const secrets = [stack.secret(), stack.secret('SERVICE_SECRET')]
  const headers = { Authorization: `Bearer ${secrets[0]}` }
  const answer = await fetch(`${adminUrl}/configuration`, { headers })
  const said = await answer.text()
  expect(JSON.parse(said)).toMatchObject({ hash: expect.any(String), meaning: { services: {} } })
  for (const secret of secrets) expect(said).not.toContain(secret)
})
