import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { configCopy, testEnvironment } from '../../support/stack.js'
import { run } from './project.js'

const dataDir = join('/', 'nowhere', 'directory-data')
const cli = (args: string[]) => run('gateway/cli.js', args, testEnvironment(dataDir, 'config'))

test('routes prints the shipped routes without any setting', async () => {
  const { code, stdout, stderr } = await cli(['routes'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^METHOD +PATH +CREDENTIAL +PIPELINE +POLICIES +UPSTREAM\n/)
  expect(stdout).toMatch(
    /^POST +\/api\/v1\/auth\/login +no login +login +envelope > .* > upstream +auth$/m,
  )
  expect(stdout).toMatch(
    /^POST +\/api\/v1\/organizations\/search +token, key +organizations +envelope > .* > search +search$/m,
  )
})

test('a wide route before narrower ones is named with its place, and nothing else is', async () => {
  const wide = '  wide: { host: "*", paths: /api/v1/*, methods: [GET, POST] }\n'
  const configDir = configCopy({
    'gateway.config.yml': (text) =>
      text.replace('apiEndpoints:\n', (line) => line + wide).replace('[login]', '[login, wide]'),
  })
  const env = testEnvironment(dataDir, configDir)
  const { code, stdout, stderr } = await run('gateway/cli.js', ['routes'], env)
  rmSync(configDir, { recursive: true })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(
    /^\S+gateway\.config\.yml:\d+:22 \/api\/v1\/\* takes all requests of POST \/api\/v1\/auth\/login, .* and \d+ more: put the more specific one first\n$/,
  )
})

test('--help tells how it is used', async () => {
  expect(await cli(['routes', '--help'])).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^usage: npm/),
    stderr: '',
  })
})

test.each([[[]], [['toString']], [['routes', 'more']], [['--help']]])(
  '%j is answered with the usage',
  async (args) => {
    expect(await cli(args)).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^usage: npm run routes/),
    })
  },
)
