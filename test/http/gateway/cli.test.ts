import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { configCopy, testEnvironment } from '../../support/stack.js'
import { makeProject, pipelineOf, run } from './project.js'

const dataDir = join('/', 'nowhere', 'directory-data')
const cli = (args: string[], configDir = 'config', env: NodeJS.ProcessEnv = {}) =>
  run('gateway/cli.js', args, testEnvironment(dataDir, configDir, { ELASTICSEARCH_URL: '', ...env })) // no engine, even in test:engine

describe('check', () => {
  test('says ok to the shipped configuration, on a clean clone, and leaves nothing behind', async () => {
    const { code, stdout, stderr } = await cli(['check'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /^note: ELASTICSEARCH_URL is not set.*\nok {2}routes: \d+, pipelines: \d+, upstreams: \d+, .* s\)\n$/,
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  test('asks for the engine in production', async () => {
    const { code, stderr } = await cli(['check'], 'config', { NODE_ENV: 'production' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^config\/gateway\.config\.yml:\d+:\d+ ELASTICSEARCH_URL has no value: /)
  })

  test('tells each mistake with its place', async () => {
    const folder = configCopy({
      'gateway.config.yml': (text) => text.replace('- authorize:', '- authorise:').replace('limit: 300', 'limit: none'),
    })
    const { code, stdout, stderr } = await cli(['check'], folder)
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.not.stringContaining('ok') })
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/gateway\.config\.yml:\d+:\d+ "limit" must be integer: .+/),
      expect.stringMatching(/gateway\.config\.yml:\d+:\d+ unknown policy "authorise": did you mean "authorize"\?/),
    ])
  })

  test('refuses a short secret without telling it', async () => {
    const { code, stdout, stderr } = await cli(['check'], 'config', { SERVICE_SECRET: 'hunter2' })
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.not.stringContaining('hunter2') })
    expect(stderr).toMatch(
      /^config\/gateway\.config\.yml:\d+:\d+ SERVICE_SECRET cannot be used: SERVICE_SECRET has fewer than 32 characters: set/,
    )
    expect(stderr).not.toContain('hunter2')
  })

  test('refuses an address of Redis that is none without telling it', async () => {
    const settings = { RATE_LIMIT_STORE: 'redis', REDIS_URL: 'redis://:hunter2#@localhost' }
    const { code, stdout, stderr } = await cli(['check'], 'config', settings)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^REDIS_URL must be redis:.* such as rediss:/)
    expect(stderr).not.toContain('hunter2')
  })

  test('finds what only the set-up of a step finds', async () => {
    const { env, remove } = makeProject(pipelineOf('{ text: impossible }'))
    expect(await run('gateway/cli.js', ['check'], env)).toMatchObject({ code: 1, stdout: '' })
    remove()
  })
})

test('routes prints the shipped routes without any setting', async () => {
  const { code, stdout, stderr } = await cli(['routes'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^METHOD +PATH +PUBLIC +PIPELINE +POLICIES +UPSTREAM\n/)
  expect(stdout).toMatch(/^POST +\/api\/v1\/auth\/login +public +login +envelope > .* > upstream +auth$/m)
  expect(stdout).toMatch(/^POST +\/api\/v1\/organizations\/search +- +organizations +envelope > .* > search +search$/m)
})

test.each([[[]], [['toString']], [['check', 'more']], [['--help']]])('%j is answered with the usage', async (args) => {
  expect(await cli(args)).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/^usage: npm run check/) })
})
