import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningStack, startStack, testEnvironment } from '../support/stack.js'
import { run } from './gateway/project.js'

/** What an earlier version left behind goes on working: its data folder and its configuration. */
const fixture = join(__dirname, '../fixtures/before-rooms')
const read = (name: string) => JSON.parse(readFileSync(join(fixture, name), 'utf8'))
const { admin, user, session, endedSession, keys } = read('credentials.json')

const folder = mkdtempSync(join(tmpdir(), 'directory-before-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The shipped configuration of then, or the edited one: the changed files laid over it. */
function configOf(variant: 'shipped' | 'edited'): string {
  const configDir = join(folder, `config-${variant}`)
  cpSync(join(fixture, 'config-shipped'), configDir, { recursive: true })
  cpSync(join(fixture, `config-${variant}`), configDir, { recursive: true })
  return configDir
}

async function startOn(variant: 'shipped' | 'edited'): Promise<RunningStack> {
  const dataDir = join(folder, `data-${variant}`)
  cpSync(join(fixture, 'data-dir'), dataDir, { recursive: true })
  return startStack({ dataDir, configDir: configOf(variant) })
}

const login = ({ request }: RunningStack, who: object) =>
  request.post('/api/v1/auth/login').send(who)
const searchAs = ({ request }: RunningStack, token: string, size = 1) =>
  request
    .post('/api/v1/organizations/search')
    .auth(token, { type: 'bearer' })
    .send({ index: 'organization-serp*', body: { query: { match_all: {} }, size } })

test.each(['shipped', 'edited'] as const)('check accepts the %s configuration', async (variant) => {
  const env = testEnvironment(join(folder, 'none'), configOf(variant), { ELASTICSEARCH_URL: '' })
  const { code, stdout } = await run('check/main.js', ['--format', 'json'], env)
  const { findings } = JSON.parse(stdout) as { findings: { severity: string; rule: string }[] }
  expect(code).toBe(0)
  // the files of then ask for 12 characters
  expect(findings.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual([
    'warning password-short',
  ])
})

describe('on the shipped configuration', () => {
  let stack: RunningStack
  beforeAll(async () => {
    stack = await startOn('shipped')
  })
  afterAll(() => stack?.stop())

  test.each([admin, user])('$email logs in and searches', async (who) => {
    const { status, body } = await login(stack, who)
    expect(status).toBe(200)
    expect(body.data.user).toMatchObject({ email: who.email })
    expect((await searchAs(stack, body.data.accessToken)).status).toBe(200)
  })

  test('keys search, or are refused, as before', () => expectKeysAsBefore(stack))
})

describe('on the configuration that an operator edited', () => {
  let stack: RunningStack
  beforeAll(async () => {
    stack = await startOn('edited')
  })
  afterAll(() => stack?.stop())

  test('keys search, or are refused, as before', () => expectKeysAsBefore(stack))

  test('the session goes on: its access token searches, its refresh token gives a pair that searches', async () => {
    expect((await searchAs(stack, session.accessToken)).status).toBe(200)
    const { refreshToken } = session
    const { status, body } = await stack.request.post('/api/v1/auth/refresh').send({ refreshToken })
    expect(status).toBe(200)
    expect(body.data.user).toEqual({ id: 2, email: user.email, name: 'Renée Reader', role: 'user' })
    expect((await searchAs(stack, body.data.accessToken)).status).toBe(200)
    expect(claimsOf(body.data.accessToken)).toMatchObject({
      iss: 'directory.example.org',
      aud: 'https://directory.example.org/api',
    })
  })

  test('the session that was logged out stays so', async () => {
    expect((await searchAs(stack, endedSession.accessToken)).body.error.code).toBe('TOKEN_EXPIRED')
    const { refreshToken } = endedSession
    expect((await stack.request.post('/api/v1/auth/refresh').send({ refreshToken })).status).toBe(
      401,
    )
  })

  test('what the operator set holds: size of a search, origin, logins a minute, an upstream of his own', async () => {
    const tooMany = await searchAs(stack, keys.active, 101)
    expect([tooMany.status, tooMany.body.error.message]).toEqual([
      400,
      expect.stringContaining('between 0 and 100'),
    ])
    expect((await searchAs(stack, keys.active)).headers['ratelimit-policy']).toContain('600;w=60')
    const origin = 'https://directory.example.org'
    const answer = await login(stack, user).set('Origin', origin)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'ratelimit-limit': '30',
    })
    const catalogue = await stack.request.get('/catalogue/books').set('X-API-Key', keys.active)
    // no one listens there, but there it went
    expect(catalogue.body.error.code).toBe('UPSTREAM_UNAVAILABLE')
  })

  test('the records are whole: names, scopes, states, last uses', async () => {
    const { body } = await login(stack, user)
    const { body: listed } = await stack.request
      .get('/api/v1/api-keys')
      .auth(body.data.accessToken, { type: 'bearer' })
    const named = (name: string) =>
      listed.data.keys.filter((key: { name: string }) => key.name === name)
    expect(named('catalogue import')).toEqual([
      expect.objectContaining({
        state: 'active',
        scopes: ['organizations:read'],
        lastUsedIp: '127.0.0.1',
      }),
    ])
    // the one before it is listed for 30 days only
    expect(named('nightly job')).toContainEqual(
      expect.objectContaining({
        state: 'active',
        scopes: ['organizations:read', 'api-keys:manage'],
      }),
    )
  })
})

async function expectKeysAsBefore(stack: RunningStack): Promise<void> {
  const outcome = async (key: string) => {
    const { status, body } = await searchAs(stack, key)
    return status === 200 ? 'searches' : body.error.code
  }
  expect({
    active: await outcome(keys.active),
    successor: await outcome(keys.successor),
    rotated: await outcome(keys.rotated),
    revoked: await outcome(keys.revoked),
  }).toEqual({
    active: 'searches',
    successor: 'searches',
    rotated: 'AUTHENTICATION_REQUIRED',
    revoked: 'AUTHENTICATION_REQUIRED',
  })
}

/** What a token of ours says, unverified. */
function claimsOf(token: string): object {
  const [, , body = ''] = token.split('.')
  return JSON.parse(Buffer.from(body, 'base64url').subarray(0, -64).toString())
}
