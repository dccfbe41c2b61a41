import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configCopy, testEnvironment } from '../../support/stack.js'
import { type RunningHost, run, startHost } from './project.js'

/**
 * A gateway that runs alone: its start and its reload refuse what the check calls an error between
 * the files.
 */
const secret = 'the-operator-secret-of-this-very-test'
const away = 'http://127.0.0.1:9'
const configDir = configCopy()
const file = join(configDir, 'gateway.config.yml')
const rolesFile = join(configDir, 'auth-service.config.yml')
const good = readFileSync(file, 'utf8')
const goodRoles = readFileSync(rolesFile, 'utf8')
const env = testEnvironment(join(configDir, 'data'), configDir, {
  OPERATOR_SECRET: secret,
  AUTH_SERVICE_URL: away,
  AUTH_INTERNAL_URL: away,
  ELASTICSEARCH_URL: away,
  SERVICE_SECRET: 'the-service-secret-of-this-very-test',
})
afterEach(() => {
  writeFileSync(file, good)
  writeFileSync(rolesFile, goodRoles)
})
afterAll(() => rmSync(configDir, { recursive: true }))

const asking = (text: string) =>
  text.replace('scopes: ["organizations:read"]', 'scopes: ["organizations:reed"]')
const says = 'no role grants the scope "organizations:reed"'

async function reload(host: RunningHost) {
  const answer = await fetch(`${host.adminUrl}/reload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
  })
  return { status: answer.status, text: await answer.text() }
}

test('a scope that no role grants: check, reload and start agree', async () => {
  const host = await startHost(env)
  try {
    writeFileSync(file, asking(good))
    const checked = await run('check/main.js', [], env)
    expect([checked.code, checked.stderr]).toEqual([1, expect.stringContaining(says)])
    const refused = await reload(host)
    expect([
      refused.status,
      JSON.parse(refused.text).error.details.configuration._errors[0],
    ]).toEqual([
      400,
      expect.stringMatching(
        /gateway\.config\.yml:\d+:\d+ no role grants the scope "organizations:reed"/,
      ),
    ])
    writeFileSync(rolesFile, goodRoles.replace('user: [', 'user: [organizations:reed, '))
    expect((await run('check/main.js', [], env)).code).toBe(0)
    expect((await reload(host)).status).toBe(200)
  } finally {
    await host.stop()
  }
  writeFileSync(rolesFile, goodRoles)
  writeFileSync(file, asking(good))
  await expect(startHost(env)).rejects.toThrow(/no role grants the scope/)
})

test.each([
  [
    'roles are the defaults where the file names none',
    () => writeFileSync(rolesFile, '{}\n'),
    asking(good),
    400,
  ],
  ['without the file the roles are not known', () => rmSync(rolesFile), asking(good), 200],
])('%s', async (_, prepare, text, status) => {
  const host = await startHost(env)
  try {
    prepare()
    writeFileSync(file, text)
    expect((await reload(host)).status).toBe(status)
  } finally {
    await host.stop()
  }
})
