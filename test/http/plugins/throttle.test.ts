import { type Gateway, startGateway } from '../../support/stock-gateway.js'

let gateway: Gateway

beforeAll(async () => {
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
    nobody: { apiEndpoints: ['nobody'], policies: [...begin, caller('owner', 2), ...end] },
  }
  gateway = await startGateway(['envelope', 'throttle'], {
    apiEndpoints: Object.fromEntries(
      Object.keys(pipelines).map((name) => [name, { host: '*', paths: `/${name}` }]),
    ),
    pipelines,
  })
})
afterAll(() => gateway.close())

/** Status, what is left, and the code of the error. */
async function call(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(gateway.url + path, { headers })
  const body = (await response.json()) as { error?: { code: string } }
  return { status: response.status, headers: response.headers, code: body.error?.code }
}

const from = (address: string) => ({ 'X-Forwarded-For': address })

test('the limit, its headers, and the refusal', async () => {
  const answers = []
  for (let i = 0; i < 3; i++) answers.push(await call('/one'))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
  expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['1', '0', '0'])
  const { headers, code } = answers[2]!
  expect(code).toBe('RATE_LIMITED')
  expect(headers.get('ratelimit-limit')).toBe('2')
  expect(headers.get('ratelimit-policy')).toBe('2;w=60')
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
  expect(first.headers.get('ratelimit-policy')).toBe('100;w=60, 3;w=1')
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
  expect(headers.get('ratelimit-policy')).toBe('5;w=60')
  expect(headers.get('ratelimit-remaining')).toBe('4')
})
