import { type RunningStack, startGateway, startStack } from '../../support/stack.js'
import { expensiveCases } from '../../unit/plugins/search-rules/cases/expensive.js'

/**
 * A budget of prices per owner, as docs/query-cost.md recommends it, and what pages of another
 * origin may read.
 */

const limit = 66
const origin = 'https://directory.example.org'
const budget =
  `      - throttle:\n          - action: { by: owner, unit: cost, limit: ${limit}, ` +
  'windowSeconds: 600 }\n'
const before = (step: string) => (text: string) =>
  text.replace(`      - ${step}:\n`, `${budget}      - ${step}:\n`)
const openTo = (text: string) => text.replaceAll('origins: []', `origins: ["${origin}"]`)

const all = { query: { match_all: {} } }
const tooExpensive = expensiveCases.find(({ name }) => name.startsWith('10,000 hits'))!
const thousand = { ...all, size: 1000 }
let stack: RunningStack
let credentials: Record<string, string>[]

beforeAll(async () => {
  stack = await startStack({
    config: { 'gateway.config.yml': (text) => before('search')(openTo(text)) },
  })
  const { accessToken } = await stack.login()
  const keys = [await stack.mintKey(), await stack.mintKey()]
  credentials = [
    { Authorization: `Bearer ${accessToken}` },
    ...keys.map((key) => ({ 'X-API-Key': key })),
  ]
}, 60_000)
afterAll(() => stack?.stop())

async function search(body: object, credential = 0) {
  const sent = stack.request
    .post('/api/v1/organizations/search')
    .set('Origin', origin)
    .set(credentials[credential]!)
  const { status, headers, body: answer } = await sent.send({ index: 'organization-serp', body })
  return {
    status,
    headers,
    price: Math.ceil(Number(headers['x-query-cost'])),
    left: Number(headers['ratelimit-remaining']),
    code: answer.error?.code,
    message: answer.error?.message,
  }
}

test('what is refused for its price or its form takes nothing', async () => {
  const first = await search(all)
  for (const body of [tooExpensive.body, { query: { nothing: {} } }]) {
    const refused = await search(body)
    expect([refused.status, refused.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(refused.headers['ratelimit-limit']).toBe('60000')
  }
  expect((await search(all)).left).toBe(first.left - first.price)
})

test('a page of an allowed origin may read the price and the limits, of refusals too', async () => {
  const exposed = [
    'X-Query-Cost',
    'RateLimit-Limit',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    'RateLimit-Policy',
    'RateLimit',
  ]
  const answers = [await search(all), await search({ ...all, size: 10_000 })]
  expect(answers.map(({ status }) => status)).toEqual([200, 429])
  for (const { headers } of answers) {
    expect(headers['access-control-allow-origin']).toBe(origin)
    const names = headers['access-control-expose-headers']!.split(', ')
    expect(names).toEqual(expect.arrayContaining([...exposed, 'Retry-After']))
    for (const name of exposed)
      expect([name, headers[name.toLowerCase()]]).toEqual([name, expect.any(String)])
  }
})

test('searches of one owner take their prices from the window until one does not fit; a cheaper one still does', async () => {
  const { left } = await search(all)
  const { price } = await search(thousand)
  expect([left > 2 * price, left < 3 * price]).toEqual([true, true])

  const second = await search(thousand, 1)
  expect(second).toMatchObject({ status: 200, price, left: left - 2 * price })
  expect(second.headers).toMatchObject({
    'ratelimit-limit': `${limit}`,
    'ratelimit-policy':
      `60000;w=60, 60000;w=60, ${limit};w=600, "address-4";q=60000;w=60, ` +
      `"owner-5";q=60000;w=60, "owner-6";q=${limit};qu="cost";w=600`,
  })

  const third = await search(thousand, 2)
  expect(third).toMatchObject({ status: 429, code: 'RATE_LIMITED', price, left: left - 2 * price })
  expect(third.message).toBe(`No more than ${limit} units of query cost in 600 seconds`)
  const wait = Number(third.headers['retry-after'])
  expect([wait > 500, wait <= 600, `${wait}`]).toEqual([
    true,
    true,
    third.headers['ratelimit-reset'],
  ])

  const cheap = await search(all, 2)
  expect(cheap).toMatchObject({ status: 200, left: left - 2 * price - cheap.price })
  expect(cheap.price).toBeGreaterThan(0)
})

test('before search-rules, where no price is known, it stops the start', async () => {
  const start = startGateway({ config: { 'gateway.config.yml': before('search-rules') } })
  await expect(start).rejects.toThrow(/throttle.*search/)
})
