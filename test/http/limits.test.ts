import { runCommand } from '../support/command.js'
import { type RunningStack, startStack } from '../support/stack.js'
import { until } from '../support/until.js'

/** `GET /api/v1/limits`, and the plan of a user, from the command to the limit. */

const search = '/api/v1/organizations/search'
const owners =
  '{ by: owner, limit: { default: 20, gold: 200 }, windowSeconds: 600, name: searches }'
const costs = '{ by: owner, unit: cost, limit: { default: 99 }, window: month, name: costs }'
const prices = `      - throttle:\n          - action: ${costs}\n`

let stack: RunningStack
let token: string
let keys: string[]
beforeAll(async () => {
  stack = await startStack({
    env: { WORKERS: '2' },
    config: {
      'auth-service.config.yml': (text) =>
        text.replace('plans: []', 'plans: [gold]').replace('freeFailures: 10', 'freeFailures: 2'),
      'gateway.config.yml': (text) =>
        text
          .replace('{ by: owner, limit: 60000, windowSeconds: 60 }', owners)
          .replace('      - search:\n', `${prices}      - search:\n`)
          .replace(
            '# plans: { anonymous: { maxCost: 400 } }',
            'plans: { gold: { maxCost: 2000 } }',
          ),
    },
  })
  token = (await stack.login()).accessToken
  keys = [await stack.mintKey(), await stack.mintKey()]
})
afterAll(() => stack?.stop())

interface Listed {
  name: string
  limit: number
  remaining: number
  resetSeconds: number
  calls: string[]
}

async function limits(credential: Record<string, string>) {
  const { body, status, headers } = await stack.request.get('/api/v1/limits').set(credential)
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  const data = body.data as { plan: string; scopes: string[]; limits: Listed[]; searches: object }
  const named = (name: string) => data.limits.find((limit) => limit.name === name)!
  return { ...data, named }
}

const run = (key: string) =>
  stack.request
    .post(search)
    .set('X-API-Key', key)
    .send({ index: 'organization-serp', body: { query: { match_all: {} } } })

test('the limits of a credential, and what is left: asking is free', async () => {
  const first = await limits({ Authorization: `Bearer ${token}` })
  expect(first).toMatchObject({
    plan: 'default',
    scopes: ['organizations:read', 'api-keys:manage'],
    searches: [{ calls: [`POST ${search}`], maxCost: 1600 }],
  })
  expect(first.named('searches')).toEqual({
    ...{ name: 'searches', unit: 'requests', by: 'owner', limit: 20, windowSeconds: 600 },
    ...{ remaining: 20, resetSeconds: expect.any(Number), calls: [`POST ${search}`] },
  })
  const now = new Date()
  const days = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate()
  expect(first.named('costs')).toEqual({
    ...{ name: 'costs', unit: 'cost', by: 'owner', window: 'month', limit: 99 },
    ...{ windowSeconds: days * 86_400, remaining: 99, resetSeconds: expect.any(Number) },
    calls: [`POST ${search}`],
  })
  const calls = new Set(first.limits.flatMap((limit) => limit.calls))
  for (const call of ['POST /api/v1/auth/login', 'GET /api/v1/limits', 'GET /docs/*'])
    expect(calls).toContain(call)

  const spent = Math.ceil(Number((await run(keys[0]!).expect(200)).headers['x-query-cost']))
  for (let i = 0; i < 3; i++) {
    const { named } = await limits({ 'X-API-Key': keys[1]! }) // of the same owner
    expect(named('searches').remaining).toBe(19)
    expect(named('costs').remaining).toBe(99 - spent)
  }
})

test('what was said to be left is refused beyond it, with the name of the limit', async () => {
  const { remaining } = (await limits({ 'X-API-Key': keys[0]! })).named('searches')
  for (let i = 0; i < remaining; i++) await run(keys[i % 2]!).expect(200)
  const { body, headers } = await run(keys[0]!).expect(429)
  expect(body.error.details).toEqual({
    ...{ limit: 20, unit: 'requests', by: 'owner', windowSeconds: 600, remaining: 0 },
    ...{ retryAfterSeconds: Number(headers['retry-after']), name: 'searches' },
  })
  expect(headers.ratelimit).toContain(`"searches";r=0;t=${headers['retry-after']}`)
  const line = await until(() =>
    stack
      .output()
      .split('\n')
      .find((text) => text.includes(headers['x-request-id']!)),
  )
  expect(JSON.parse(line)).toMatchObject({ code: 'RATE_LIMITED', limit: 'searches' })
  const metrics = await (await fetch(`${stack.gateway.adminUrl}/metrics`)).text()
  expect(metrics).toMatch(
    /^directory_rate_limited_total\{by="owner",unit="requests",name="searches"\} 1$/m,
  )
})

test('another plan changes the limit, for each credential of the user, and keeps the count', async () => {
  const env = { DATA_DIR: stack.dataDir, AUTH_INTERNAL_URL: stack.auth.internalUrl }
  await runCommand(['users', 'plan', 'demo@example.org', 'gold'], env)
  const given = [{ Authorization: `Bearer ${token}` }, { 'X-API-Key': keys[0]! }]
  for (const credential of given)
    await until(async () => (await limits(credential)).plan === 'gold')
  for (const credential of given) {
    const { named, searches } = await limits(credential)
    expect(searches).toEqual([{ calls: [`POST ${search}`], maxCost: 2000 }])
    const { limit, remaining } = named('searches')
    // workers hold up to 1 % of a limit of 100 or more
    expect([limit, remaining <= 180, remaining >= 178]).toEqual([200, true, true])
  }
  await run(keys[1]!).expect(200)
})

test('without a credential there is nothing to tell', async () => {
  await stack.request.get('/api/v1/limits').expect(401)
})

test('a login that must wait tells the limit of failed logins, not the one of the gateway', async () => {
  const logIn = () =>
    stack.request
      .post('/api/v1/auth/login')
      .send({ email: 'demo@example.org', password: 'not the password' })
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
