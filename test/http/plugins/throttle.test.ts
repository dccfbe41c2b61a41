import { passTime, stopClocks } from '../../support/clock.js'
import { type Gateway, startGateway } from '../../support/stock-gateway.js'

let gateway: Gateway

const plugins = ['envelope', 'throttle']
const minute = { windowSeconds: 60 }
const throttle = (action: object) => ({ throttle: [{ action: { ...minute, ...action } }] })
const byAddress = (limit: number, more = {}) => throttle({ by: 'address', limit, ...more })
const many = byAddress(100)
const known = { caller: [{ action: {} }] }
const ofPlans = (by: string) =>
  throttle({ by, limit: { default: 2, gold: 4 }, name: `${by} by plan` })

/** Pipelines of these steps, each at the path of its name. */
const configuration = (steps: Record<string, object[]>) => ({
  apiEndpoints: Object.fromEntries(
    Object.keys(steps).map((name) => [name, { host: '*', paths: `/${name}` }]),
  ),
  pipelines: Object.fromEntries(
    Object.entries(steps).map(([name, own]) => {
      const policies = [{ envelope: [{ action: {} }] }, ...own, { answer: [{ action: {} }] }]
      return [name, { apiEndpoints: [name], policies }]
    }),
  ),
})

beforeAll(async () => {
  process.env.CONFIG_DIR = '/nowhere' // no file there names the plans
  gateway = await startGateway(
    plugins,
    configuration({
      one: [byAddress(2, { name: 'one' })],
      other: [byAddress(2, { name: 'other' })],
      two: [many, byAddress(3, { windowSeconds: 1, name: 'short' })],
      order: [byAddress(9, { name: 'first' }), byAddress(2, { name: 'second' })],
      owners: [many, known, throttle({ by: 'owner', limit: 2 })],
      keys: [many, known, throttle({ by: 'key', limit: 2 })],
      here: [byAddress(3, { name: 'both' })],
      there: [many, byAddress(3, { name: 'both' })],
      plans: [many, known, ofPlans('owner')],
      keyplans: [many, known, ofPlans('key')],
      month: [
        known,
        throttle({
          by: 'owner',
          limit: 9,
          window: 'month',
          windowSeconds: undefined,
          name: 'month',
        }),
      ],
      nobody: [throttle({ by: 'owner', limit: 2 })],
    }),
  )
})
afterAll(() => gateway.close())
beforeEach(stopClocks)
afterEach(() => void jest.restoreAllMocks())

/** Status, headers, and the error. */
async function call(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(gateway.url + path, { headers })
  const { error } = (await response.json()) as { error?: { code: string; details: object } }
  const left = response.headers.get('ratelimit-remaining')
  return { status: response.status, headers: response.headers, left, ...error }
}

async function callAll(path: string, all: Record<string, string>[]) {
  const answers = []
  for (const headers of all) answers.push(await call(path, headers))
  return answers
}
const times = (count: number) => Array.from({ length: count }, () => ({}))
const from = (address: string) => ({ 'X-Forwarded-For': address })
const as = (owner: string, key: string, plan = 'default') => ({
  ...{ 'X-Test-Owner': owner, 'X-Test-Key': key, 'X-Test-Plan': plan },
})

test('the limit, its headers, and the refusal', async () => {
  const answers = await callAll('/one', times(3))
  expect(answers.map(({ status, left }) => [status, left])).toEqual([
    [200, '1'],
    [200, '0'],
    [429, '0'],
  ])
  const { headers, code, details } = answers[2]!
  const wait = headers.get('retry-after')
  expect([code, details]).toEqual([
    'RATE_LIMITED',
    {
      ...{ limit: 2, unit: 'requests', by: 'address', windowSeconds: 60 },
      ...{ remaining: 0, retryAfterSeconds: Number(wait), name: 'one' },
    },
  ])
  expect(Object.fromEntries(headers)).toMatchObject({
    'ratelimit-limit': '2',
    'ratelimit-policy': '"one";q=2;w=60',
    ratelimit: `"one";r=0;t=${wait}`,
    'ratelimit-reset': wait,
  })
  expect(Number(wait)).toBeGreaterThan(50)
})

test('a refused request spends nothing of its limit, but of those of earlier steps', async () => {
  const answers = await callAll('/order', times(4))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429])
  expect(answers[3]!.headers.get('ratelimit')).toMatch(/r=5;.*r=0;/)
})

test('each name has its own count; so has each address, or /64 of IPv6', async () => {
  const addresses = ['203.0.113.9', '203.0.113.1', '2001:db8:1:2::1', '2001:db8:1:2:ffff::1']
  const answers = await callAll('/other', [...addresses, '2001:db8:1:3::1'].map(from))
  expect(answers.map(({ left }) => left)).toEqual(['1', '1', '1', '0', '1'])
})

test('of two limits, the one used up first is shown; a window ends', async () => {
  const [first, , , refused] = await callAll('/two', times(4))
  expect(Object.fromEntries(first!.headers)).toMatchObject({
    'ratelimit-policy': '"requests-per-address";q=100;w=60, "short";q=3;w=1',
    ratelimit: '"requests-per-address";r=99;t=60, "short";r=2;t=1',
    'ratelimit-limit': '3',
    'ratelimit-remaining': '2',
  })
  expect([refused!.status, refused!.headers.get('retry-after')]).toEqual([429, '1'])
  passTime(1000)
  expect((await call('/two')).status).toBe(200)
})

const gold = (name: string, plans: string[]) => plans.map((plan) => as(name, name + plan, plan))
test.each<[string, string, Record<string, string>[], number[]]>([
  [
    'owners are counted apart, wherever they come from',
    '/owners',
    [
      ...['1', '2', '3'].map((end) => ({ ...as('1', 'a'), ...from(`203.0.113.${end}`) })),
      { ...as('2', 'a'), ...from('203.0.113.3') },
    ],
    [200, 200, 429, 200],
  ],
  [
    'keys are counted apart, whoever owns them',
    '/keys',
    [as('1', 'a'), as('1', 'a'), as('1', 'a'), as('1', 'b'), as('2', 'a')],
    [200, 200, 429, 200, 429],
  ],
  [
    'plans of several keys: one count, and for each request the limit of its key',
    '/plans',
    gold('e', ['gold', 'default', 'default', 'gold', 'gold', 'gold']),
    [200, 200, 429, 200, 200, 429],
  ],
  [
    'by key, each key has the limit of its plan',
    '/keyplans',
    gold('f', [...Array(3).fill('default'), ...Array(5).fill('gold')]),
    [200, 200, 429, 200, 200, 200, 200, 429],
  ],
])('%s', async (_, path, calls, statuses) => {
  expect((await callAll(path, calls)).map(({ status }) => status)).toEqual(statuses)
})

test('the window of a month, in its length and its rest', async () => {
  const { headers, details } = (await callAll('/month', times(10)))[9]!
  const now = new Date(Date.now())
  const startOf = (month: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month)
  const [first, next] = [startOf(0), startOf(1)]
  const retryAfterSeconds = Number(headers.get('retry-after'))
  expect(details).toMatchObject({ windowSeconds: (next - first) / 1000, retryAfterSeconds })
  expect(retryAfterSeconds).toBeGreaterThan((next - now.getTime()) / 1000 - 60)
  expect(retryAfterSeconds).toBeLessThanOrEqual((next - now.getTime()) / 1000 + 1)
})

test('a limit by owner without a caller is never passed', async () => {
  expect((await call('/nobody')).status).toBe(500)
})

const shared = { by: 'address', limit: 3, ...minute, name: 'shared' }
test.each<[string, object[]]>([
  ...[{ limit: 4 }, { windowSeconds: 61 }, { by: 'owner' }].map((other): [string, object[]] => [
    'share a counter, but differ in',
    [shared, { ...shared, ...other }],
  ]),
  ['the window has two lengths', [{ by: 'owner', limit: 1, ...minute, window: 'month' }]],
])('the start stops: %s', async (message, actions) => {
  const steps = actions.map((action) => ({ action }))
  const start = startGateway(plugins, configuration({ a: [{ throttle: steps }] }))
  await expect(start).rejects.toThrow(message)
})

test('a reload may change what a name counts, and begins again', async () => {
  await gateway.reload(configuration({ here: [byAddress(5, { name: 'both' })] }))
  const { headers, left } = await call('/here')
  expect([headers.get('ratelimit-policy'), left]).toEqual(['"both";q=5;w=60', '4'])
})
