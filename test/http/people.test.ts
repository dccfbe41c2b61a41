import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toDay, type Used } from '../../kit/usage/counts.js'
import { UsageFiles } from '../../kit/usage/files.js'
import { reportUsage } from '../../kit/usage/report.js'
import { runCommand } from '../support/command.js'
import { type RunningStack, startStack } from '../support/stack.js'
import { until } from '../support/until.js'

/**
 * What gateway and auth service do together, as callers notice it: the limits of a plan, changes of
 * accounts and keys by the operator and by users, usage. Each test goes on where the one before it
 * ended.
 */
const path = '/api/v1/organizations/search'
const matchAll = { index: 'organization-serp*', body: { query: { match_all: {} } } }
const owners =
  '{ by: owner, limit: { default: 20, gold: 400 }, windowSeconds: 600, name: searches }'
const costs = '{ by: owner, unit: cost, limit: { default: 9999 }, window: month, name: costs }'
const user = 'demo@example.org'

const dataDir = mkdtempSync(join(tmpdir(), 'directory-people-'))
let stack: RunningStack
let token: string
let keys: string[]
beforeAll(async () => {
  stack = await startStack({
    dataDir,
    env: { WORKERS: '2' },
    config: {
      'auth-service.config.yml': (text) =>
        text
          .replace(/^( +issuer| {2}audience): .*$/gm, '$1: another-register')
          .replace('plans: []', 'plans: [gold]')
          .replace('freeFailures: 10', 'freeFailures: 2')
          .replace('roles:\n', 'roles:\n  guest: [api-keys:manage]\n'),
      'gateway.config.yml': (text) =>
        text
          .replace('      - throttle: *by-owner\n', `      - throttle: [{ action: ${owners} }]\n$&`)
          .replace(
            '      - search:\n',
            `      - throttle:\n          - action: ${costs}\n      - search:\n`,
          )
          .replace('# plans: { default: { maxCost: 8000 } }', 'plans: { gold: { maxCost: 2000 } }'),
    },
  })
  token = (await stack.login()).accessToken
  keys = [await stack.mintKey(), await stack.mintKey()]
})
afterAll(async () => {
  await stack?.stop()
  rmSync(dataDir, { recursive: true })
})

const bearer = (value: string) => ({ Authorization: `Bearer ${value}` })
const search = (headers: Record<string, string>) =>
  stack.request.post(path).set(headers).send(matchAll)
const byKey = (key: string) => search({ 'X-API-Key': key })

async function command(...args: string[]): Promise<string> {
  const env = { DATA_DIR: dataDir, AUTH_INTERNAL_URL: stack.auth.internalUrl }
  const { code, out, err } = await runCommand(args, env)
  if (code !== 0) throw new Error(err)
  return out
}

interface Listed {
  name: string
  limit: number
  remaining: number
  resetSeconds: number
  calls: string[]
}

async function limits(credential: Record<string, string>, query = '') {
  const { body, status } = await stack.request.get(`/api/v1/limits${query}`).set(credential)
  expect(status).toBe(200)
  const data = body.data as { plan: string; scopes: string[]; limits: Listed[]; searches: object }
  return { ...data, named: (name: string) => data.limits.find((limit) => limit.name === name)! }
}

test('issuer and audience, set in auth-service.config.yml alone, hold at every door', async () => {
  const claims = Buffer.from(token.split('.')[2]!, 'base64url').toString('latin1')
  expect(claims).toContain('"iss":"another-register","aud":"another-register"')
  await stack.request.get('/api/v1/limits').set(bearer(token)).expect(200)
  await stack.request.get('/api/v1/auth/me').set(bearer(token)).expect(200)
})

test('the limits of a credential, and what is left: asking is free', async () => {
  const first = await limits(bearer(token))
  const calls = [`POST ${path}`]
  expect(first).toMatchObject({
    plan: 'default',
    scopes: ['organizations:read', 'api-keys:manage'],
    searches: [{ calls, maxCost: 1600 }],
  })
  const [remaining, resetSeconds] = [20, expect.any(Number)]
  expect(first.named('searches')).toEqual({
    ...{ name: 'searches', unit: 'requests', by: 'owner', limit: 20, windowSeconds: 600 },
    ...{ remaining, resetSeconds, calls },
  })
  const now = new Date()
  const days = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate()
  expect(first.named('costs')).toEqual({
    ...{ name: 'costs', unit: 'cost', by: 'owner', window: 'month', limit: 9999 },
    ...{ windowSeconds: days * 86_400, remaining: expect.any(Number), resetSeconds, calls },
  })
  const others = ['POST /api/v1/auth/login', 'GET /api/v1/limits', 'GET /docs/*']
  const own = first.limits.flatMap((limit) => limit.calls)
  expect(own.filter((call) => others.includes(call))).toEqual([])
  const all = await limits(bearer(token), '?all=true')
  expect(all.limits.slice(0, first.limits.length).map(({ name }) => name)).toEqual(
    first.limits.map(({ name }) => name),
  )
  expect(all.limits.flatMap((limit) => limit.calls)).toEqual(expect.arrayContaining(others))
  for (const query of ['al=true', 'all=yes', 'all=true&all=true'])
    await stack.request.get(`/api/v1/limits?${query}`).set(bearer(token)).expect(400)

  await byKey(keys[0]!).expect(200)
  const { named } = await limits({ 'X-API-Key': keys[1]! }) // of the same owner
  expect(named('searches').remaining).toBe(19)
  expect((await limits(bearer(token))).named('searches').remaining).toBe(19)
  await stack.request.get('/api/v1/limits').expect(401)
})

test('another plan changes the limit, for each credential in use, and keeps the count', async () => {
  expect(await command('users', 'plan', user, 'gold')).toMatch(/^plan +gold$/m)
  for (const credential of [bearer(token), { 'X-API-Key': keys[0]! }]) {
    await until(async () => (await limits(credential)).plan === 'gold')
    const { named, searches } = await limits(credential)
    expect(searches).toEqual([{ calls: [`POST ${path}`], maxCost: 2000 }])
    const { limit, remaining } = named('searches')
    // workers hold up to 1 % of a limit of 100 or more
    expect([limit, remaining <= 399, remaining >= 395]).toEqual([400, true, true])
  }
  await byKey(keys[1]!).expect(200)
  const [prefix = ''] = /^npd_\w{8}/.exec(keys[0]!)!
  await command('keys', 'plan', prefix, 'default')
  await until(async () => (await limits({ 'X-API-Key': keys[0]! })).plan === 'default')
  expect((await limits(bearer(token))).plan).toBe('gold')
})

test('a key passes from its networks and origins alone; a change is effective without a restart', async () => {
  const allow = { addresses: ['203.0.113.0/24', '2001:db8::/32'] }
  const made = stack.request.post('/api/v1/api-keys').set(bearer(token))
  const { id, key } = (await made.send({ name: 'office', allow }).expect(201)).body.data
  const from = (headers: Record<string, string>) => search({ 'X-API-Key': key, ...headers })
  for (const address of ['203.0.113.200', '2001:db8:1::7', '::ffff:203.0.113.1'])
    await from({ 'X-Forwarded-For': address }).expect(200)
  for (const address of ['203.0.114.1', '2001:db9::1', '203.0.113.200, 198.51.100.7']) {
    const { body, text } = await from({ 'X-Forwarded-For': address }).expect(403)
    expect(body.error).toMatchObject({ code: 'FORBIDDEN', details: { reason: 'address' } })
    expect(text).not.toContain('203.0.113')
  }

  const Origin = 'https://app.example'
  const change = (allow: object | null) =>
    stack.request.patch(`/api/v1/api-keys/${id}`).set(bearer(token)).send({ allow }).expect(200)
  await change({ origins: [Origin] })
  await until(async () => (await from({ Origin })).status === 200)
  await from({ Origin: 'https://b.example' }).expect(403)
  await from({}).expect(403)
  await change(null)
  await until(async () => (await from({})).status === 200)
})

test('a login that must wait tells the limit of failed logins, not the one of the gateway', async () => {
  const login = { email: 'nobody@example.org', password: 'not the password' }
  const logIn = () => stack.request.post('/api/v1/auth/login').send(login)
  const before = await logIn()
  expect([before.status, Number(before.headers['ratelimit-remaining']) > 100]).toEqual([401, true])
  await logIn()
  const { status, headers } = await logIn()
  expect(status).toBe(429)
  expect(headers).toMatchObject({
    'ratelimit-limit': '2',
    'ratelimit-remaining': '0',
    'ratelimit-reset': headers['retry-after'],
  })
})

test('no secret of anybody in the store, the log or the process list', async () => {
  const demoPassword = readFileSync(join(dataDir, 'demo'), 'utf8').trim()
  const [first, newPassword] = [await stack.login(), 'velvet-anchor-tulip']
  const { accessToken, refreshToken } = (
    await stack.request.post('/api/v1/auth/refresh').send({ refreshToken: first.refreshToken })
  ).body.data
  const key = await stack.mintKey()
  await byKey(key).expect(200)
  // what is sent in a wrong place: test/http/secrets.test.ts
  const change = stack.request.post('/api/v1/auth/password').set(bearer(accessToken))
  await change.send({ currentPassword: demoPassword, newPassword }).expect(200)

  const secrets = [first.accessToken, first.refreshToken, accessToken, refreshToken, key]
  secrets.push(newPassword, stack.secret('SERVICE_SECRET'), stack.secret())
  const files = readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'demo')
    .map(({ name }) => name)
  expect(files).toContain('auth.json')
  const places = {
    ...Object.fromEntries(files.map((name) => [name, readFileSync(join(dataDir, name), 'utf8')])),
    log: stack.output(),
    processes: execFileSync('ps', ['-eww', '-o', 'args'], { encoding: 'utf8' }),
  }
  for (const [place, text] of Object.entries(places)) {
    const found = secrets.filter((secret) => text.includes(secret)).map((one) => one.slice(0, 12))
    expect({ place, found }).toEqual({ place, found: [] })
    // the banner shows the demo password, and nothing else does
    const count = text.split(demoPassword).length - 1
    expect({ place, count }).toEqual({ place, count: place === 'log' ? 1 : 0 })
  }
  token = accessToken
})

test('a role change and a deletion are effective at the gateway, for keys and tokens that it knows', async () => {
  const password = 'velvet-anchor-tulip'
  const logIn = async () =>
    (await stack.request.post('/api/v1/auth/login').send({ email: user, password })).body.data
  /** Searches until the answer is this one. */
  const searchUntil = async (credential: string, status: number) => {
    const { body } = await until(async () => {
      const answer = await search(bearer(credential))
      return answer.status === status && answer
    })
    return body.error?.code
  }
  const key = keys[1]!
  for (const credential of [token, key]) await searchUntil(credential, 200)

  expect(await command('users', 'role', user, 'guest')).toMatch(/^role +guest$/m)
  expect(await searchUntil(key, 403)).toBe('FORBIDDEN')
  expect(await searchUntil(token, 401)).toBe('TOKEN_EXPIRED')
  const narrow = await logIn()
  expect(narrow.user.role).toBe('guest')
  expect(await searchUntil(narrow.accessToken, 403)).toBe('FORBIDDEN')

  await command('users', 'role', user, 'user')
  await searchUntil(key, 200)
  expect(await searchUntil(narrow.accessToken, 401)).toBe('TOKEN_EXPIRED')
  const wide = await logIn()
  await searchUntil(wide.accessToken, 200)

  await command('users', 'delete', user, '--yes')
  expect(await searchUntil(key, 401)).toBe('AUTHENTICATION_REQUIRED')
  expect(await searchUntil(wide.accessToken, 401)).toBe('TOKEN_EXPIRED')
})

/** What the lines of the access log add up to, for each credential. */
function fromLog(): Map<string, Used> {
  const sums = new Map<string, Used>()
  for (const text of stack.output().split('\n')) {
    if (!text.includes('"msg":"request"')) continue
    const line = JSON.parse(text)
    if (line.caller === undefined) continue
    const id = `${line.caller} ${line.keyPrefix ?? null}`
    const sum = sums.get(id) ?? { requests: 0, cost: 0, bytes: 0, errors: {} }
    sums.set(id, sum)
    sum.requests++
    sum.bytes += line.bytes
    if (line.limit === undefined) sum.cost = Math.round((sum.cost + (line.cost ?? 0)) * 100) / 100
    if (line.code !== undefined) sum.errors[line.code] = (sum.errors[line.code] ?? 0) + 1
  }
  return sums
}

test('usage equals the access log after a reload and an orderly end of several workers', async () => {
  expect((await stack.reload()).status).toBe(200)
  await stack.request.get('/api/v1/limits').set({ 'X-API-Key': keys[0]! })
  await stack.stop()
  const [folder, now] = [join(dataDir, 'usage'), Date.now()]
  const range = { from: toDay(now, -1), to: toDay(now, 1) }
  const { rows } = await reportUsage(new UsageFiles(folder).read('usage', range), (row) => ({
    id: `${row.owner} ${row.prefix}`,
  }))
  expect(new Map(rows.map(({ id, ...used }) => [id, used]))).toEqual(fromLog())
  expect(rows.length).toBeGreaterThan(3)
  const codes = new Set(rows.flatMap(({ errors }) => Object.keys(errors)))
  expect(codes).toContain('FORBIDDEN')
  const workers = new Set(
    stack
      .output()
      .split('\n')
      .flatMap((line) => /"worker":(\d).*"caller"/.exec(line)?.[1] ?? []),
  )
  expect(workers.size).toBeGreaterThan(1)

  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const modes = names.map((name) => statSync(join(folder, name)).mode & 0o777)
  expect([...new Set(modes)].sort()).toEqual([0o600, 0o700]) // for their owner only
})
