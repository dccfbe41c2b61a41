import { type Gateway, startGateway } from '../../support/stock-gateway.js'

let gateway: Gateway

beforeAll(async () => {
  process.env.CONFIG_DIR = '/nowhere' // no file there names the plans
  const address = (limit: number, windowSeconds = 60) => ({
    throttle: [{ action: { by: 'address', limit, windowSeconds } }],
  })
  const caller = (by: 'owner' | 'key', limit: number) => ({
    throttle: [{ action: { by, limit, windowSeconds: 60 } }],
  })
  const end = [{ answer: [{ action: {} }] }]
  const begin = [{ envelope: [{ action: {} }] }]
  const known = { caller: [{ action: {} }] }
  const named = {
    throttle: [{ action: { by: 'address', limit: 3, windowSeconds: 60, name: 'both' } }],
  }
  const ofPlans = (by: 'owner' | 'key', more: object = {}) => ({
    throttle: [
      { action: { by, limit: { default: 2, gold: 4 }, windowSeconds: 60, name: by, ...more } },
    ],
  })
  const month = { throttle: [{ action: { by: 'owner', limit: 9, window: 'month' } }] }
  const pipelines = {
    one: { apiEndpoints: ['one'], policies: [...begin, address(2), ...end] },
    other: { apiEndpoints: ['other'], policies: [...begin, address(2), ...end] },
    two: { apiEndpoints: ['two'], policies: [...begin, address(100), address(3, 1), ...end] },
    owners: {
      apiEndpoints: ['owners'],
      policies: [...begin, address(100), known, caller('owner', 2), ...end],
    },
    keys: {
      apiEndpoints: ['keys'],
      policies: [...begin, address(100), known, caller('key', 2), ...end],
    },
    here: { apiEndpoints: ['here'], policies: [...begin, named, ...end] },
    there: { apiEndpoints: ['there'], policies: [...begin, address(100), named, ...end] },
    plans: {
      apiEndpoints: ['plans'],
      policies: [...begin, address(100), known, ofPlans('owner'), ...end],
    },
    keyplans: {
      apiEndpoints: ['keyplans'],
      policies: [...begin, address(100), known, ofPlans('key'), ...end],
    },
    month: { apiEndpoints: ['month'], policies: [...begin, known, month, ...end] },
    nobody: { apiEndpoints: ['nobody'], policies: [...begin, caller('owner', 2), ...end] },
    order: { apiEndpoints: ['order'], policies: [...begin, address(9), address(2), ...end] },
  }
  gateway = await startGateway(['envelope', 'throttle'], {
    apiEndpoints: Object.fromEntries(
      Object.keys(pipelines).map((name) => [name, { host: '*', paths: `/${name}` }]),
    ),
    pipelines,
  })
})
afterAll(() => gateway.close())

/** Status, headers, and the error. */
async function call(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(gateway.url + path, { headers })
  const { error } = (await response.json()) as { error?: { code: string; details: object } }
  return { status: response.status, headers: response.headers, ...error }
}

const from = (address: string) => ({ 'X-Forwarded-For': address })

test('a refused request takes nothing from its limit, but from those of earlier steps', async () => {
  const answers = []
  for (let i = 0; i < 4; i++) answers.push(await call('/order'))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429])
  expect(answers[3]!.headers.get('ratelimit')).toMatch(/r=5;.*r=0;/)
})

test('the limit, its headers, and the refusal', async () => {
  const answers = []
  for (let i = 0; i < 3; i++) answers.push(await call('/one'))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
  expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['1', '0', '0'])
  const { headers, code, details } = answers[2]!
  expect(code).toBe('RATE_LIMITED')
  expect(details).toEqual({
    limit: 2,
    unit: 'requests',
    by: 'address',
    windowSeconds: 60,
    remaining: 0,
    retryAfterSeconds: Number(headers.get('retry-after')),
  })
  expect(headers.get('ratelimit-limit')).toBe('2')
  expect(headers.get('ratelimit-policy')).toBe('2;w=60, "address-1";q=2;w=60')
  expect(headers.get('ratelimit')).toBe(`"address-1";r=0;t=${headers.get('retry-after')}`)
  expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(50)
  expect(headers.get('retry-after')).toBe(headers.get('ratelimit-reset'))
})

test('each use in the YAML counts for itself', async () => {
  expect((await call('/other')).headers.get('ratelimit-remaining')).toBe('1')
})

test('addresses are counted apart, those of one IPv6 /64 together', async () => {
  expect((await call('/other', from('203.0.113.1'))).headers.get('ratelimit-remaining')).toBe('1')
  expect((await call('/other', from('2001:db8:1:2::1'))).headers.get('ratelimit-remaining')).toBe(
    '1',
  )
  expect(
    (await call('/other', from('2001:db8:1:2:ffff::1'))).headers.get('ratelimit-remaining'),
  ).toBe('0')
  expect((await call('/other', from('2001:db8:1:3::1'))).headers.get('ratelimit-remaining')).toBe(
    '1',
  )
})

test('of two limits, the one used up first is told; a window ends', async () => {
  const first = await call('/two')
  expect(first.headers.get('ratelimit-policy')).toBe(
    '100;w=60, 3;w=1, "address-3";q=100;w=60, "address-4";q=3;w=1',
  )
  expect(first.headers.get('ratelimit')).toBe('"address-3";r=99;t=60, "address-4";r=2;t=1')
  expect([first.headers.get('ratelimit-limit'), first.headers.get('ratelimit-remaining')]).toEqual([
    '3',
    '2',
  ])
  for (let i = 0; i < 2; i++) await call('/two')
  const refused = await call('/two')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect((await call('/two')).status).toBe(200)
})

test('owners are counted apart, wherever they come from', async () => {
  const statuses = []
  for (const [owner, address] of [
    ['1', '203.0.113.1'],
    ['1', '203.0.113.2'],
    ['1', '203.0.113.3'],
    ['2', '203.0.113.3'],
  ] as const) {
    statuses.push((await call('/owners', { 'X-Test-Owner': owner, ...from(address) })).status)
  }
  expect(statuses).toEqual([200, 200, 429, 200])
})

test('keys are counted apart, whoever owns them', async () => {
  const statuses = []
  for (const [owner, key] of ['1a', '1a', '1a', '1b', '2a'].map(
    ([owner, key]) => [owner!, key!] as const,
  )) {
    statuses.push((await call('/keys', { 'X-Test-Owner': owner, 'X-Test-Key': key })).status)
  }
  expect(statuses).toEqual([200, 200, 429, 200, 429])
})

test('steps of one name share their counter', async () => {
  const answers = []
  for (const path of ['/here', '/there', '/here', '/there', '/here']) answers.push(await call(path))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
  expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual([
    '2',
    '1',
    '0',
    '0',
    '0',
  ])
})

/** Calls as an owner with keys of these plans, and returns the statuses. */
async function asPlans(path: string, owner: string, plans: string[]): Promise<number[]> {
  const statuses = []
  for (const plan of plans) {
    const key = `${owner}-${plan}`
    const headers = { 'X-Test-Owner': owner, 'X-Test-Key': key, 'X-Test-Plan': plan }
    statuses.push((await call(path, headers)).status)
  }
  return statuses
}

test.each<[string, string[], number[]]>([
  ['default', ['default', 'default', 'default'], [200, 200, 429]],
  ['gold', ['gold', 'gold', 'gold', 'gold', 'gold'], [200, 200, 200, 200, 429]],
  ['one that is not listed', ['silver', 'silver', 'silver'], [200, 200, 429]],
  ['the name of a member of objects', ['toString', 'toString', 'toString'], [200, 200, 429]],
  [
    'several, one for each key: one count, and for each request the limit of its key',
    ['gold', 'default', 'default', 'gold', 'gold', 'gold'],
    [200, 200, 429, 200, 200, 429],
  ],
])('the limit of the plan: %s', async (name, plans, statuses) => {
  expect(await asPlans('/plans', name, plans)).toEqual(statuses)
})

test('by key, each key has the limit of its plan', async () => {
  const plans = ['default', 'default', 'default', 'gold', 'gold', 'gold', 'gold', 'gold']
  const statuses = [200, 200, 429, 200, 200, 200, 200, 429]
  expect(await asPlans('/keyplans', 'someone', plans)).toEqual(statuses)
})

test('the refusal by a plan names its limit and the step', async () => {
  await asPlans('/plans', 'named', ['gold', 'gold', 'gold', 'gold'])
  const { details } = await call('/plans', { 'X-Test-Owner': 'named', 'X-Test-Plan': 'gold' })
  expect(details).toMatchObject({ limit: 4, by: 'owner', remaining: 0, name: 'owner' })
})

test('the window of a month, in its length and its rest', async () => {
  const answers = []
  for (let i = 0; i < 10; i++) answers.push(await call('/month'))
  const { headers, details } = answers[9]!
  const now = new Date()
  const [first, next] = [0, 1].map((later) =>
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later),
  ) as [number, number]
  const retryAfterSeconds = Number(headers.get('retry-after'))
  expect(details).toMatchObject({ windowSeconds: (next - first) / 1000, retryAfterSeconds })
  expect(retryAfterSeconds).toBeGreaterThan((next - now.getTime()) / 1000 - 60)
  expect(retryAfterSeconds).toBeLessThanOrEqual((next - now.getTime()) / 1000 + 1)
})

test('a limit by owner without a caller: never a pass', async () => {
  expect((await call('/nobody')).status).toBe(500)
})

test.each([{ limit: 4 }, { windowSeconds: 61 }, { by: 'owner' }])(
  'one name with %j beside it stops the start',
  async (other) => {
    const action = { by: 'address', limit: 3, windowSeconds: 60, name: 'shared' }
    const pipelines = {
      a: {
        apiEndpoints: ['a'],
        policies: [{ throttle: [{ action }, { action: { ...action, ...other } }] }],
      },
    }
    const start = startGateway(['envelope', 'throttle'], {
      apiEndpoints: { a: { paths: '/a' } },
      pipelines,
    })
    await expect(start).rejects.toThrow('share a counter, but differ in')
  },
)

const counted = { by: 'owner', limit: 1 }
test.each<[string, object]>([
  ['the window has two lengths', { ...counted, windowSeconds: 60, window: 'month' }],
  ['the length of the window is missing', counted],
  [
    'limits by address apply before the caller, and so the plan, is known: write a number',
    { by: 'address', limit: { default: 1 }, windowSeconds: 60 },
  ],
])('%s: the start stops', async (message, action) => {
  const pipelines = { a: { apiEndpoints: ['a'], policies: [{ throttle: [{ action }] }] } }
  const apiEndpoints = { a: { paths: '/a' } }
  const start = startGateway(['envelope', 'throttle'], { apiEndpoints, pipelines })
  await expect(start).rejects.toThrow(message)
})

test('a reload may change what a name counts, and begins anew', async () => {
  const action = { by: 'address', limit: 5, windowSeconds: 60, name: 'both' }
  const policies = [
    { envelope: [{ action: {} }] },
    { throttle: [{ action }] },
    { answer: [{ action: {} }] },
  ]
  await gateway.reload({
    apiEndpoints: { here: { host: '*', paths: '/here' } },
    pipelines: { here: { apiEndpoints: ['here'], policies } },
  })
  const { headers } = await call('/here')
  expect(headers.get('ratelimit-policy')).toBe('5;w=60, "both";q=5;w=60')
  expect(headers.get('ratelimit-remaining')).toBe('4')
})
