import { join } from 'node:path'
import { runCommand } from '../support/command.js'
import { type RunningStack, startStack } from '../support/stack.js'
import { until } from '../support/until.js'

const plugin = join(__dirname, '../support/plan-plugin.mjs')

/** What the operator and users change of accounts, plans and keys, as callers notice it. */
let stack: RunningStack
beforeAll(async () => {
  stack = await startStack({
    config: {
      'system.config.yml': (text) =>
        text.replace('plugins:\n', `plugins:\n  shown-plan: { package: "${plugin}" }\n`),
      'gateway.config.yml': (text) =>
        text
          .replace('policies: [envelope,', 'policies: [shown-plan, envelope,')
          // a parameter by which the plans are known to the check at the start
          .replaceAll(
            '      - search-rules:',
            '      - shown-plan: [{ action: { plans: { partner: {}, gold: {} } } }]\n      - search-rules:',
          ),
      'auth-service.config.yml': (text) =>
        text
          .replace('plans: []', 'plans: [partner, gold]')
          .replace(
            'roles:\n',
            `roles:\n  vip: { scopes: ${scopes}, plan: gold }\n  guest: [api-keys:manage]\n`,
          ),
    },
  })
})
afterAll(() => stack?.stop())

const scopes = '[organizations:read, api-keys:manage]'

async function command(...args: string[]) {
  const { code, out, err } = await runCommand(args, {
    DATA_DIR: stack.dataDir,
    AUTH_INTERNAL_URL: stack.auth.internalUrl,
  })
  if (code !== 0) throw new Error(err)
  return out
}

async function planOf(credential: string): Promise<string | undefined> {
  const { headers } = await stack.request
    .post('/api/v1/organizations/search')
    .auth(credential, { type: 'bearer' })
    .send({ index: 'organization-serp*', body: { query: { match_all: {} }, size: 0 } })
    .expect(200)
  return headers['x-plan']
}

const untilPlans = (plan: string, credentials: readonly string[]) =>
  until(async () => {
    const plans = await Promise.all(credentials.map(planOf))
    return plans.every((one) => one === plan)
  })

test('a changed plan holds for keys and for tokens in use, which stay valid', async () => {
  const user = 'demo@example.org'
  const { accessToken, refreshToken } = await stack.login()
  const key = await stack.mintKey()
  await untilPlans('default', [accessToken, key])
  expect(await command('users', 'plan', user, 'partner')).toMatch(/^plan +partner$/m)
  await untilPlans('partner', [accessToken, key])
  const me = await stack.request.get('/api/v1/auth/me').auth(accessToken, { type: 'bearer' })
  expect(me.body.data).toMatchObject({ email: user, plan: 'partner' })

  const [prefix] = /^npd_\w{8}/.exec(key)!
  expect(await command('keys', 'plan', prefix, 'gold')).toMatch(/^plan +gold$/m)
  await untilPlans('gold', [key])
  expect(await planOf(accessToken)).toBe('partner')
  const { body } = await stack.request.get('/api/v1/api-keys').auth(accessToken, { type: 'bearer' })
  expect(body.data.keys).toMatchObject([{ prefix, plan: 'gold' }])
  await command('keys', 'plan', prefix, 'none')
  await untilPlans('partner', [key])

  const refreshed = await stack.request.post('/api/v1/auth/refresh').send({ refreshToken })
  expect(await planOf(refreshed.body.data.accessToken)).toBe('partner')
  await command('users', 'plan', user, 'none')
  await untilPlans('default', [accessToken, refreshed.body.data.accessToken, key])
})

test('another role brings its plan, unless the user has one', async () => {
  const user = 'demo@example.org'
  const key = await stack.mintKey()
  await command('users', 'role', user, 'vip')
  await untilPlans('gold', [key, (await stack.login()).accessToken])
  await command('users', 'plan', user, 'default')
  await untilPlans('default', [key, (await stack.login()).accessToken])
})

/** Keys with an allow list, behind a trusted proxy. */
const searchFrom = (key: string, headers: Record<string, string>) =>
  stack.request
    .post('/api/v1/organizations/search')
    .set({ 'X-API-Key': key, ...headers })
    .send({ index: 'organization-serp*', body: { query: { match_all: {} }, size: 0 } })

test('a key passes from its networks and origins alone; a change is effective without a restart', async () => {
  const { accessToken } = await stack.login()
  const owner = { Authorization: `Bearer ${accessToken}` }
  const allow = { addresses: ['203.0.113.0/24', '2001:db8::/32'] }
  const made = await stack.request
    .post('/api/v1/api-keys')
    .set(owner)
    .send({ name: 'office', allow })
    .expect(201)
  const { id, key } = made.body.data
  const from = (address: string) => searchFrom(key, { 'X-Forwarded-For': address })
  for (const address of ['203.0.113.200', '2001:db8:1::7', '::ffff:203.0.113.1'])
    await from(address).expect(200)
  for (const address of ['203.0.114.1', '2001:db9::1', '203.0.113.200, 198.51.100.7']) {
    const { body, text } = await from(address).expect(403)
    expect(body.error).toMatchObject({ code: 'FORBIDDEN', details: { reason: 'address' } })
    expect(text).not.toContain('203.0.113')
  }

  const origin = 'https://app.example'
  const change = (allow: object | null) =>
    stack.request.patch(`/api/v1/api-keys/${id}`).set(owner).send({ allow }).expect(200)
  await change({ origins: [origin] })
  await until(async () => (await searchFrom(key, { Origin: origin })).status === 200)
  await searchFrom(key, { Origin: 'https://b.example' }).expect(403)
  await searchFrom(key, {}).expect(403)
  const rotated = await stack.request
    .post(`/api/v1/api-keys/${id}/rotate`)
    .set(owner)
    .send({ graceSeconds: 3600 })
    .expect(201)
  expect(rotated.body.data.allow).toEqual({ origins: [origin] })
  await change(null)
  await until(async () => (await searchFrom(key, {})).status === 200)
})

/** Searches until the answer is this one. */
async function searchUntil(credential: string, status: number): Promise<{ code?: string }> {
  const answer = await until(async () => {
    const answer = await stack.request
      .post('/api/v1/organizations/search')
      .auth(credential, { type: 'bearer' })
      .send({ index: 'organization-serp*', body: { query: { match_all: {} }, size: 0 } })
    return answer.status === status && answer
  })
  return answer.body.error ?? {}
}

test('a role change and a deletion are effective at the gateway, for keys and tokens that it knows', async () => {
  const { accessToken } = await stack.login()
  const key = await stack.mintKey()
  for (const credential of [accessToken, key]) await searchUntil(credential, 200)

  expect(await command('users', 'role', 'demo@example.org', 'guest')).toMatch(/^role +guest$/m)
  expect((await searchUntil(key, 403)).code).toBe('FORBIDDEN')
  expect((await searchUntil(accessToken, 401)).code).toBe('TOKEN_EXPIRED')
  const narrow = await stack.login()
  expect([narrow.user.role, (await searchUntil(narrow.accessToken, 403)).code]).toEqual([
    'guest',
    'FORBIDDEN',
  ])

  await command('users', 'role', 'demo@example.org', 'user')
  await searchUntil(key, 200)
  expect((await searchUntil(narrow.accessToken, 401)).code).toBe('TOKEN_EXPIRED')
  const wide = await stack.login()
  await searchUntil(wide.accessToken, 200)

  await command('users', 'delete', 'demo@example.org', '--yes')
  expect((await searchUntil(key, 401)).code).toBe('AUTHENTICATION_REQUIRED')
  expect((await searchUntil(wide.accessToken, 401)).code).toBe('TOKEN_EXPIRED')
})
